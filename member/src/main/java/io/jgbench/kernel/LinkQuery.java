package io.jgbench.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Asks the kernel's routing socket about an interface, see {@code rtnetlink(7)}. Unlike {@code /sys} it always tells of
 * the network namespace that this process is in.
 */
public final class LinkQuery {
    private static final int AF_NETLINK = 16;

    /** The kernel has answered when the request returns, so there is nothing to wait for. */
    private static final int SOCK_RAW_NONBLOCK = 3 | 0x800;

    private static final int NETLINK_ROUTE = 0;
    private static final short RTM_NEWLINK = 16;
    private static final short RTM_GETLINK = 18;
    private static final short RTM_NEWQDISC = 36;
    private static final short RTM_GETQDISC = 38;
    private static final short NLMSG_ERROR = 2;
    private static final short NLM_F_REQUEST = 1;

    /** Before version 6.8 a kernel tells who asks for a queueing discipline only with it. */
    private static final short NLM_F_ECHO = 8;

    private static final int ENODEV = 19;

    /** {@code struct nlmsghdr}: length, type, flags, number, sender; then {@code struct ifinfomsg} with the index. */
    private static final int HEADER_BYTES = 16;

    private static final int LINK_BYTES = 32;
    private static final int TYPE = 4;
    private static final int FLAGS = 6;
    private static final int INDEX = HEADER_BYTES + 4;

    /** {@code struct tcmsg}: family, index, handle, parent, information. */
    private static final int QDISC_BYTES = HEADER_BYTES + 20;

    private static final int PARENT = HEADER_BYTES + 12;
    private static final int TC_H_ROOT = -1;
    private static final int ANSWER_BYTES = 32 * 1024;

    /** {@code struct rtattr}: length and type; what follows is filled to four bytes. */
    private static final int ATTRIBUTE_BYTES = 4;

    private static final short IFLA_QDISC = 6;
    private static final short IFLA_TXQLEN = 13;
    private static final short IFLA_STATS64 = 23;
    private static final short IFLA_NUM_TX_QUEUES = 31;
    private static final short IFLA_NUM_RX_QUEUES = 32;

    /** Since version 4.16. */
    private static final short IFLA_CARRIER_DOWN_COUNT = 48;

    /** Places in {@code struct rtnl_link_stats64}, of eight bytes each. */
    private static final int RX_FIFO_ERRORS = 14;

    private static final int RX_MISSED_ERRORS = 15;

    /** Within it {@code TCA_STATS_QUEUE}, {@code struct gnet_stats_queue}: length, backlog, drops. */
    private static final short TCA_STATS2 = 7;

    private static final short TCA_STATS_QUEUE = 3;
    private static final int QUEUE_DROPS = 8;

    private final SystemCalls calls = new SystemCalls();
    private final MethodHandle write = SystemCalls.write();
    private final MethodHandle read = SystemCalls.read();

    /**
     * What the kernel says of an interface.
     *
     * @param qdisc the queueing discipline of what it sends
     * @param txQueueLength packets that may wait to be sent
     * @param rxQueues its receive queues
     * @param txQueues its transmit queues
     */
    public record LinkState(
            Optional<String> qdisc, OptionalInt txQueueLength, OptionalInt rxQueues, OptionalInt txQueues) {}

    /**
     * Asks about an interface.
     *
     * @param index its index in the network namespace of this process
     */
    public LinkState link(int index) throws KernelCallException {
        try (var arena = Arena.ofConfined()) {
            return link(linkAnswer(arena, index));
        }
    }

    static LinkState link(MemorySegment answer) {
        Map<Short, MemorySegment> attributes = attributes(answer, LINK_BYTES);
        return new LinkState(
                Optional.ofNullable(attributes.get(IFLA_QDISC)).map(name -> name.getString(0)),
                number(attributes, IFLA_TXQLEN),
                number(attributes, IFLA_NUM_RX_QUEUES),
                number(attributes, IFLA_NUM_TX_QUEUES));
    }

    /**
     * Frames that the card could not hand over, as it had no room for them: counted as missed, or as overruns of its
     * FIFO. Some drivers count the same frames as both, so the greater number counts. Empty where the kernel does not
     * tell.
     *
     * @param index its index in the network namespace of this process
     */
    public OptionalLong missedFrames(int index) throws KernelCallException {
        try (var arena = Arena.ofConfined()) {
            return missedFrames(linkAnswer(arena, index));
        }
    }

    static OptionalLong missedFrames(MemorySegment answer) {
        MemorySegment statistics = attributes(answer, LINK_BYTES).get(IFLA_STATS64);
        return statistics == null || statistics.byteSize() <= RX_MISSED_ERRORS * Long.BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Math.max(statistic(statistics, RX_MISSED_ERRORS), statistic(statistics, RX_FIFO_ERRORS)));
    }

    /**
     * How often the interface has lost its carrier since it was made; empty where the kernel does not tell.
     *
     * @param index its index in the network namespace of this process
     */
    public OptionalLong carrierLosses(int index) throws KernelCallException {
        try (var arena = Arena.ofConfined()) {
            return carrierLosses(linkAnswer(arena, index));
        }
    }

    static OptionalLong carrierLosses(MemorySegment answer) {
        OptionalInt losses = number(attributes(answer, LINK_BYTES), IFLA_CARRIER_DOWN_COUNT);
        return losses.isPresent() ? OptionalLong.of(Integer.toUnsignedLong(losses.getAsInt())) : OptionalLong.empty();
    }

    private static long statistic(MemorySegment statistics, int place) {
        return statistics.get(JAVA_LONG_UNALIGNED, (long) place * Long.BYTES);
    }

    /**
     * Packets that the interface's queueing discipline has dropped, those below the root included; empty where it
     * counts none.
     *
     * @param index the interface's index in the network namespace of this process
     * @throws KernelCallException if the interface has no discipline that the kernel tells of
     */
    public OptionalLong queueDrops(int index) throws KernelCallException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment request = request(arena, RTM_GETQDISC, QDISC_BYTES, index);
            request.set(JAVA_SHORT, FLAGS, (short) (NLM_F_REQUEST | NLM_F_ECHO));
            request.set(JAVA_INT, PARENT, TC_H_ROOT);
            return queueDrops(ask(arena, request, RTM_NEWQDISC, QDISC_BYTES));
        }
    }

    static OptionalLong queueDrops(MemorySegment answer) {
        MemorySegment statistics = attributes(answer, QDISC_BYTES).get(TCA_STATS2);
        MemorySegment queue =
                statistics == null ? null : attributes(statistics, 0).get(TCA_STATS_QUEUE);
        return queue == null || queue.byteSize() < QUEUE_DROPS + Integer.BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(Integer.toUnsignedLong(queue.get(JAVA_INT_UNALIGNED, QUEUE_DROPS)));
    }

    private MemorySegment linkAnswer(Arena arena, int index) throws KernelCallException {
        return ask(arena, request(arena, RTM_GETLINK, LINK_BYTES, index), RTM_NEWLINK, LINK_BYTES);
    }

    private static MemorySegment request(Arena arena, short type, int bytes, int index) {
        MemorySegment request = arena.allocate(bytes, JAVA_INT.byteAlignment());
        request.set(JAVA_INT, 0, bytes);
        request.set(JAVA_SHORT, TYPE, type);
        request.set(JAVA_SHORT, FLAGS, NLM_F_REQUEST);
        request.set(JAVA_INT, INDEX, index);
        return request;
    }

    private MemorySegment ask(Arena arena, MemorySegment request, short type, int leastBytes)
            throws KernelCallException {
        MemorySegment answer = arena.allocate(ANSWER_BYTES, JAVA_INT.byteAlignment());
        long bytes = calls.withSocket(arena, AF_NETLINK, SOCK_RAW_NONBLOCK, NETLINK_ROUTE, (state, descriptor) -> {
            long sent = (long) write.invokeExact(state, (long) descriptor, request.address(), request.byteSize());
            return sent < 0
                    ? sent
                    : (long) read.invokeExact(state, (long) descriptor, answer.address(), (long) ANSWER_BYTES);
        });
        if (bytes < leastBytes || answer.get(JAVA_SHORT, TYPE) != type) {
            boolean refused = bytes >= HEADER_BYTES + Integer.BYTES && answer.get(JAVA_SHORT, TYPE) == NLMSG_ERROR;
            throw new KernelCallException(
                    refused ? -answer.get(JAVA_INT, HEADER_BYTES) : ENODEV, "the kernel does not know the interface");
        }
        return answer.asSlice(0, bytes);
    }

    private static OptionalInt number(Map<Short, MemorySegment> attributes, short type) {
        MemorySegment value = attributes.get(type);
        return value == null ? OptionalInt.empty() : OptionalInt.of(value.get(JAVA_INT_UNALIGNED, 0));
    }

    private static Map<Short, MemorySegment> attributes(MemorySegment message, int from) {
        Map<Short, MemorySegment> attributes = new HashMap<>();
        long at = from;
        while (at + ATTRIBUTE_BYTES <= message.byteSize()) {
            int length = Short.toUnsignedInt(message.get(JAVA_SHORT, at));
            if (length < ATTRIBUTE_BYTES || at + length > message.byteSize()) {
                break;
            }
            attributes.put(
                    message.get(JAVA_SHORT, at + 2), message.asSlice(at + ATTRIBUTE_BYTES, length - ATTRIBUTE_BYTES));
            at += Math.ceilDiv((long) length, ATTRIBUTE_BYTES) * ATTRIBUTE_BYTES;
        }
        return attributes;
    }
}
