package io.jgbench.selftest;

import static io.jgbench.selftest.Answer.Who.ANYBODY;
import static io.jgbench.selftest.Answer.Who.NOBODY;
import static io.jgbench.selftest.Answer.Who.VICTIM;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.selftest.Answer.Failed;
import io.jgbench.selftest.Answer.Found;
import io.jgbench.selftest.Answer.Held;
import io.jgbench.selftest.Fault.When;
import io.jgbench.selftest.Planting.Change;
import io.jgbench.selftest.Planting.Place;
import java.util.List;

/** Heaps, buffers and windows that are too small, and a window that is too large. */
final class MemoryFaults {
    private static final String RECEIVE_BUFFER = "jgbench.selftest.buffer";

    private MemoryFaults() {}

    static List<Fault> all() {
        return List.of(smallHeap(), smallBuffer(), smallTcpBuffer(), smallWindow(), largeWindow());
    }

    private static Fault smallHeap() {
        return Fault.of(
                        "small-heap",
                        "one member has a heap of 40 MB",
                        new When.WholeRun(),
                        new Planting.InOneJvm(List.of("-Xms40m", "-Xmx40m", "-Xmn8m")),
                        new Held(BottleneckType.COLLECTOR, VICTIM),
                        new Found(Reason.GC_PAUSES, VICTIM),
                        new Failed(FailureReason.OUT_OF_HEAP, VICTIM))
                .notWith("datagram", "packets are made and looked at outside of the heap")
                .notWith("rpc", "members have few requests under way, and 40 MB are enough for them");
    }

    private static Fault smallBuffer() {
        return Fault.of(
                        "small-buffer",
                        "the sockets of one member have receive buffers of 40,000 bytes",
                        new When.WholeRun(),
                        receiveBuffers("5M", "40000"),
                        new Held(BottleneckType.LOSS, VICTIM),
                        new Held(BottleneckType.RECEIVER, VICTIM),
                        new Found(Reason.RECEIVE_DROPS, VICTIM))
                .notOverTcp("a TCP socket whose buffer is full makes its sender wait, and nothing is lost")
                .notWith("datagram", StackChanges.BESIDE_THE_STACK);
    }

    /** What a stack leaves to the kernel, which each network namespace has settings of its own for. */
    private static Fault smallTcpBuffer() {
        return Fault.of(
                        "small-tcp-buffer",
                        "the TCP sockets of one member's host have receive buffers of at most 16 KB",
                        new When.WholeRun(),
                        new Planting.OnNetwork(
                                List.of(),
                                (at, _) -> List.of(new Change(
                                        new Place.Member(at.victim()),
                                        tcpReceiveBuffers("4096 8192 16384"),
                                        // the namespace ends with the run
                                        List.of("true")))),
                        new Held(BottleneckType.RECEIVER, VICTIM))
                .notWith("udp", "datagrams wait in buffers that the stack asks for")
                .notWith("datagram", StackChanges.BESIDE_THE_STACK);
    }

    private static List<String> tcpReceiveBuffers(String leastUsualMost) {
        return List.of("sh", "-c", "echo '" + leastUsualMost + "' > /proc/sys/net/ipv4/tcp_rmem");
    }

    private static Fault smallWindow() {
        return Fault.of(
                        "small-window",
                        "flow control lets a sender have 76,000 bytes under way (tcp: 80,000)",
                        new When.WholeRun(),
                        new Planting.OtherStack(MemoryFaults::withSmallWindow, List.of()),
                        new Held(BottleneckType.FLOW_CONTROL_WINDOW, NOBODY),
                        new Found(Reason.WINDOW_BOUND, NOBODY))
                .notWith("rpc", "callers wait for answers, and what is under way fits into the smallest window")
                .notWith("datagram", StackChanges.BESIDE_THE_STACK);
    }

    /**
     * With buffers of that size {@code docs/lab/command-to-result.md} has datagrams lost, at all members alike. On a
     * host whose CPUs are busy that is no bottleneck of its own, and the drops warn first.
     */
    private static Fault largeWindow() {
        return Fault.of(
                        "large-window",
                        "flow control lets a sender have 2,000,000 bytes under way, ten times the receive buffers of"
                                + " all members",
                        new When.WholeRun(),
                        new Planting.OtherStack(MemoryFaults::withLargeWindow, List.of()),
                        new Held(BottleneckType.LOSS, ANYBODY),
                        new Found(Reason.RECEIVE_DROPS, ANYBODY))
                .notOverTcp("a TCP socket whose buffer is full makes its sender wait, and nothing is lost")
                .notWith("rpc", "members have few requests under way, and these fit into the buffers")
                .notWith("datagram", StackChanges.BESIDE_THE_STACK);
    }

    /** Receive buffers of the UDP sockets, other ones at the member that has the fault. */
    private static Planting receiveBuffers(String usual, String small) {
        return new Planting.OtherStack(
                stack -> withReceiveBuffers("${" + RECEIVE_BUFFER + ":" + usual + "}", stack.xml()),
                List.of("-D" + RECEIVE_BUFFER + "=" + small));
    }

    /** Those to one member and those to the group. */
    private static StackSource withReceiveBuffers(String size, String xml) {
        return StackSource.inlined(StackChanges.before(
                xml, "bind_addr=", "ucast_recv_buf_size=\"" + size + "\" mcast_recv_buf_size=\"" + size + "\" "));
    }

    /** What every kernel grants by itself, and the largest window that the rule chooses where it grants more. */
    private static StackSource withLargeWindow(TransportSpec.Stack stack) {
        return withReceiveBuffers("200000", withWindow("2000000", stack.xml()));
    }

    private static StackSource withSmallWindow(TransportSpec.Stack stack) {
        return stack.leavesWindowOpen()
                ? new StackSource(stack.name(), null, null, ByteQuantity.of(76_000))
                : StackSource.inlined(withWindow("80000", stack.xml()));
    }

    private static String withWindow(String bytes, String xml) {
        return xml.replaceAll("max_credits=\"[^\"]*\"", "max_credits=\"" + bytes + "\"");
    }
}
