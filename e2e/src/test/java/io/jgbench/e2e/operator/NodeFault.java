package io.jgbench.e2e.operator;

import io.jgbench.e2e.KindNode;
import java.util.List;

/**
 * A fault in a node's network, which closing it takes away.
 *
 * @param node where it is
 * @param end the words of each command that takes it away
 */
public record NodeFault(KindNode node, List<String[]> end) implements AutoCloseable {
    private static final String LINK = "eth0";

    /** Drops all that comes to a node from these addresses. */
    public static NodeFault deafTo(String node, List<String> addresses) {
        return planted(
                new KindNode(node),
                addresses.stream().map(from -> dropped("-A", from)).toList(),
                addresses.stream().map(from -> dropped("-D", from)).toList());
    }

    /** Gives the link of a node another MTU. */
    static NodeFault mtu(String node, int bytes) {
        return planted(
                new KindNode(node),
                List.<String[]>of(linkMtu(bytes)),
                List.<String[]>of(linkMtu(HostState.of(node).mtu())));
    }

    private static NodeFault planted(KindNode node, List<String[]> begin, List<String[]> end) {
        begin.forEach(words -> node.execute(words).orFail());
        return new NodeFault(node, end);
    }

    private static String[] dropped(String operation, String from) {
        return new String[] {"iptables", "-w", operation, "INPUT", "-s", from, "-j", "DROP"};
    }

    private static String[] linkMtu(int bytes) {
        return new String[] {"ip", "link", "set", "dev", LINK, "mtu", Integer.toString(bytes)};
    }

    @Override
    public void close() {
        end.forEach(words -> node.execute(words).orFail());
    }
}
