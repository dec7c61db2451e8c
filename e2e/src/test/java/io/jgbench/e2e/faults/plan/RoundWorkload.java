package io.jgbench.e2e.faults.plan;

/**
 * What members do while they measure, for about ten seconds. The rates are low: nodes, control plane and operator share
 * the cores of one machine, and a saturated one would be a fault of its own.
 */
public enum RoundWorkload {
    /** Messages of each member to all. */
    MULTICAST("messageSize: 1k, duration: 10s, stack: {name: udp},"
            + " workload: {type: Multicast, multicast: {targetRate: 2000}}"),
    /** Requests to the other member. */
    RPC("messageSize: 1k, stack: {name: tcp},"
            + " workload: {type: Rpc, rpc: {duration: 10s, targets: 1, targetRate: 500}}"),
    /** Streams of messages in both directions. */
    MESSAGE_BUS("messageSize: 4Ki, transport: {name: tcp},"
            + " workload: {type: MessageBus, messageBus: {duration: 10s, txRate: 5M, latencyFrequency: 100}}"),
    /** Packets in both directions. */
    DATAGRAM("messageSize: 1468, transport: {name: udp},"
            + " workload: {type: Datagram, datagram: {duration: 10s, rate: 2M, rxBufferPackets: 128}}");

    private final String spec;

    RoundWorkload(String spec) {
        this.spec = spec;
    }

    /** Its part of a run's spec, as one line of YAML without the braces. */
    public String spec() {
        return spec;
    }
}
