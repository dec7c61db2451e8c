package io.jgbench.e2e.operator;

import io.jgbench.e2e.KindNode;

/**
 * What a run may change on a host.
 *
 * @param mtu of its interface, bytes
 * @param txQueueLength of its interface, packets
 * @param sysctls those of {@code net.core} and {@code net.ipv4}, one a line
 */
record HostState(int mtu, int txQueueLength, String sysctls) {
    private static final String DEVICE = "/sys/class/net/eth0/";

    static HostState of(String node) {
        KindNode host = new KindNode(node);
        return new HostState(
                Integer.parseInt(host.execute("cat", DEVICE + "mtu").orFail()),
                Integer.parseInt(host.execute("cat", DEVICE + "tx_queue_len").orFail()),
                host.execute("sh", "-c", "grep --no-messages . /proc/sys/net/core/* /proc/sys/net/ipv4/* || true")
                        .orFail());
    }

    /** The value of a sysctl, such as that of {@code /proc/sys/net/core/somaxconn}. */
    String sysctl(String file) {
        return sysctls.lines()
                .filter(line -> line.startsWith(file + ":"))
                .map(line -> line.substring(file.length() + 1))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no sysctl " + file));
    }
}
