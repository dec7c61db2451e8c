package io.jgbench.e2e.faults;

import io.jgbench.e2e.KindNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All settings of a node's network that can be read: each {@code net.*} sysctl, and MTU, transmit queue length and
 * flags of each interface.
 *
 * @param values by the file's path below {@code /proc/sys} or {@code /sys/class}
 */
record HostSnapshot(Map<String, String> values) {
    /** Both folders are there in a node; a file that cannot be read, such as one that is only written, is left out. */
    private static final String READ = """
            cd /proc/sys && grep --no-messages --recursive '' net
            cd /sys/class && grep --no-messages '' net/*/mtu net/*/tx_queue_len net/*/flags
            true
            """;

    /** The link of a pod that comes and goes: members have none, as they use the node's own network. */
    private static final String LINK_OF_A_POD = "/veth";

    /** Counters that are among the settings. */
    private static final Set<String> COUNTERS = Set.of("net/netfilter/nf_conntrack_count");

    /**
     * Where all settings are that a round's run changes. A node that was restarted has them as at its first start; what
     * its daemons and the links of pods have made of others since then it may not have.
     */
    private static final List<String> CHANGED_BY_RUNS = List.of("net/core/", "net/eth0/");

    /** Copies the map. */
    HostSnapshot {
        values = Map.copyOf(values);
    }

    static HostSnapshot of(String node) {
        return parse(new KindNode(node).execute("sh", "-c", READ).orFail());
    }

    /** What lines of the form {@code path:value} say; a value of several lines has several. */
    static HostSnapshot parse(String lines) {
        return new HostSnapshot(lines.lines()
                .filter(line -> line.indexOf(':') > 0)
                .filter(line -> !line.contains(LINK_OF_A_POD))
                .filter(line -> !COUNTERS.contains(path(line)))
                .collect(Collectors.toMap(
                        HostSnapshot::path, line -> line.substring(path(line).length() + 1), (a, b) -> a + "\n" + b)));
    }

    private static String path(String line) {
        return line.substring(0, line.indexOf(':'));
    }

    /** What a run may have changed, which is all that can be compared over a restart of the node. */
    HostSnapshot ofRestartedNode() {
        return new HostSnapshot(values.entrySet().stream()
                .filter(value -> CHANGED_BY_RUNS.stream().anyMatch(value.getKey()::startsWith))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** What another snapshot has otherwise, each as {@code path: before → after}. */
    List<String> differences(HostSnapshot after) {
        Set<String> paths = new TreeSet<>(values.keySet());
        paths.addAll(after.values.keySet());
        return paths.stream().flatMap(path -> difference(path, after)).toList();
    }

    private Stream<String> difference(String path, HostSnapshot after) {
        String was = values.getOrDefault(path, "absent");
        String is = after.values.getOrDefault(path, "absent");
        return was.equals(is) ? Stream.empty() : Stream.of(path + ": " + was + " → " + is);
    }

    /** Of several nodes, by their names. */
    static Map<String, HostSnapshot> of(List<String> nodes) {
        Map<String, HostSnapshot> all = new TreeMap<>();
        nodes.forEach(node -> all.put(node, of(node)));
        return all;
    }

    /**
     * What is otherwise on nodes than it was, each with its node.
     *
     * @param restarted the nodes that have been restarted since
     */
    static List<String> differences(Map<String, HostSnapshot> before, Set<String> restarted) {
        return before.entrySet().stream()
                .flatMap(node -> differences(node.getKey(), node.getValue(), restarted).stream()
                        .map(difference -> node.getKey() + " " + difference))
                .toList();
    }

    private static List<String> differences(String node, HostSnapshot before, Set<String> restarted) {
        return restarted.contains(node)
                ? before.ofRestartedNode().differences(of(node).ofRestartedNode())
                : before.differences(of(node));
    }
}
