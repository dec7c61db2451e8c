package io.jgbench.selftest;

import io.jgbench.local.host.SocketBufferLimit;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A workload that faults can be planted into, as the run file of a self-test has it. */
public enum SelfTestWorkload {
    /** All send to all. */
    MULTICAST("multicast", "duration: %ds"),
    /** All make requests to random others. */
    RPC("rpc", "workload: {type: Rpc, rpc: {duration: %ds}}"),
    /** All send streams to all. */
    MESSAGE_BUS("messageBus", "workload: {type: MessageBus, messageBus: {duration: %ds}}"),
    /** All publish packets to all, more than a link of 50 Mbit/s carries and less than a host of two cores. */
    DATAGRAM(
            "datagram",
            "workload: {type: Datagram, datagram: {duration: %ds, rate: 15M, rxBufferPackets: "
                    + SelfTestWorkload.RECEIVE_BUFFER_PACKETS + "}}");

    /** Room for what arrives while a listener on a busy host waits for a CPU. */
    private static final int RECEIVE_BUFFER_PACKETS = 1428;

    private final String label;
    private final String yaml;

    SelfTestWorkload(String label, String yaml) {
        this.label = label;
        this.yaml = yaml;
    }

    /** The word for it on the command line and in tables. */
    public String label() {
        return label;
    }

    /** The one of this name. */
    public static Optional<SelfTestWorkload> named(String name) {
        return Arrays.stream(values())
                .filter(workload -> workload.label.equals(name))
                .findFirst();
    }

    /** Over which of some stacks its runs differ: packets have sockets of their own, whatever the stack. */
    List<String> over(List<String> stacks) {
        return this == DATAGRAM ? stacks.subList(0, 1) : stacks;
    }

    /** What this machine lacks for its runs, in a sentence; empty where it lacks nothing. */
    Optional<String> missing() {
        return this == DATAGRAM
                ? SocketBufferLimit.RECEIVE.tooSmallFor((long) RECEIVE_BUFFER_PACKETS * SelfTest.MESSAGE_BYTES)
                : Optional.empty();
    }

    /** The line of a run's spec that asks for it. */
    String yaml(Duration measured) {
        return yaml.formatted(measured.toSeconds());
    }
}
