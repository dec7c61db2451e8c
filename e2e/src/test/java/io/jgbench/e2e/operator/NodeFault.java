package io.jgbench.e2e.operator;

import io.jgbench.e2e.Command;
import io.jgbench.e2e.KindNode;
import java.util.List;
import java.util.function.Function;

/**
 * A fault in a node's network, which closing it takes away.
 *
 * @param node runs a program where it is
 * @param end the words of each command that takes it away
 */
public record NodeFault(Function<String[], Command.Output> node, List<String[]> end) implements AutoCloseable {
    private static final String LINK = "eth0";

    /** Drops all that comes to a node from these addresses. */
    public static NodeFault deafTo(String node, List<String> addresses) {
        return deafTo(new KindNode(node)::execute, addresses);
    }

    /** The same of a node on which this runs programs. */
    static NodeFault deafTo(Function<String[], Command.Output> node, List<String> addresses) {
        return planted(
                node,
                addresses.stream().map(from -> dropped("-A", from)).toList(),
                addresses.stream().map(from -> dropped("-D", from)).toList());
    }

    /** Gives the link of a node another MTU. */
    static NodeFault mtu(String node, int bytes) {
        return planted(
                new KindNode(node)::execute,
                List.<String[]>of(linkMtu(bytes)),
                List.<String[]>of(linkMtu(HostState.of(node).mtu())));
    }

    /** Where a command fails, what those before it did is taken away. */
    private static NodeFault planted(
            Function<String[], Command.Output> node, List<String[]> begin, List<String[]> end) {
        for (int i = 0; i < begin.size(); i++) {
            Command.Output begun = node.apply(begin.get(i));
            if (begun.status() != 0) {
                new NodeFault(node, end.subList(0, i)).close();
                begun.orFail();
            }
        }
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
        // all of them run, also behind one that fails
        List<Command.Output> ended = end.stream().map(node).toList();
        ended.forEach(Command.Output::orFail);
    }
}
