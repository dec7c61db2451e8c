package io.jgbench.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Asks the kernel's routing socket about an interface, see {@code rtnetlink(7)}. Unlike {@code /sys} it always tells of
 * the network namespace that this process is in.
 */
public final class LinkQuery {
    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW = 3;
    private static final int NETLINK_ROUTE = 0;
    private static final short RTM_NEWLINK = 16;
    private static final short RTM_GETLINK = 18;
    private static final short NLM_F_REQUEST = 1;
    private static final int ENODEV = 19;

    /** {@code struct nlmsghdr}: length, type, flags, number, sender; then {@code struct ifinfomsg} with the index. */
    private static final int HEADER_BYTES = 16;

    private static final int REQUEST_BYTES = 32;
    private static final int TYPE = 4;
    private static final int FLAGS = 6;
    private static final int INDEX = HEADER_BYTES + 4;
    private static final int ANSWER_BYTES = 32 * 1024;

    /** {@code struct rtattr}: length and type; what follows is filled to four bytes. */
    private static final int ATTRIBUTE_BYTES = 4;

    private static final short IFLA_QDISC = 6;
    private static final short IFLA_TXQLEN = 13;
    private static final short IFLA_NUM_TX_QUEUES = 31;
    private static final short IFLA_NUM_RX_QUEUES = 32;

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
            MemorySegment request = arena.allocate(REQUEST_BYTES, JAVA_INT.byteAlignment());
            request.set(JAVA_INT, 0, REQUEST_BYTES);
            request.set(JAVA_SHORT, TYPE, RTM_GETLINK);
            request.set(JAVA_SHORT, FLAGS, NLM_F_REQUEST);
            request.set(JAVA_INT, INDEX, index);
            MemorySegment answer = arena.allocate(ANSWER_BYTES, JAVA_INT.byteAlignment());
            long bytes = calls.withSocket(arena, AF_NETLINK, SOCK_RAW, NETLINK_ROUTE, (state, descriptor) -> {
                long sent = (long) write.invokeExact(state, (long) descriptor, request.address(), (long) REQUEST_BYTES);
                return sent < 0
                        ? sent
                        : (long) read.invokeExact(state, (long) descriptor, answer.address(), (long) ANSWER_BYTES);
            });
            return parse(answer.asSlice(0, bytes));
        }
    }

    private static LinkState parse(MemorySegment answer) throws KernelCallException {
        if (answer.byteSize() < REQUEST_BYTES || answer.get(JAVA_SHORT, TYPE) != RTM_NEWLINK) {
            throw new KernelCallException(ENODEV, "the kernel does not know the interface");
        }
        Optional<String> qdisc = Optional.empty();
        OptionalInt txQueueLength = OptionalInt.empty();
        OptionalInt rxQueues = OptionalInt.empty();
        OptionalInt txQueues = OptionalInt.empty();
        long at = REQUEST_BYTES;
        while (at + ATTRIBUTE_BYTES <= answer.byteSize()) {
            int length = Short.toUnsignedInt(answer.get(JAVA_SHORT, at));
            if (length < ATTRIBUTE_BYTES || at + length > answer.byteSize()) {
                break;
            }
            MemorySegment value = answer.asSlice(at + ATTRIBUTE_BYTES, length - ATTRIBUTE_BYTES);
            switch (answer.get(JAVA_SHORT, at + 2)) {
                case IFLA_QDISC -> qdisc = Optional.of(value.getString(0));
                case IFLA_TXQLEN -> txQueueLength = OptionalInt.of(value.get(JAVA_INT, 0));
                case IFLA_NUM_RX_QUEUES -> rxQueues = OptionalInt.of(value.get(JAVA_INT, 0));
                case IFLA_NUM_TX_QUEUES -> txQueues = OptionalInt.of(value.get(JAVA_INT, 0));
                default -> {
                    // of no use here
                }
            }
            at += Math.ceilDiv((long) length, ATTRIBUTE_BYTES) * ATTRIBUTE_BYTES;
        }
        return new LinkState(qdisc, txQueueLength, rxQueues, txQueues);
    }
}
