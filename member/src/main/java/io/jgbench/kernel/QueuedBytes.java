package io.jgbench.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.OptionalInt;

/**
 * Asks the kernel what waits in the queues of a connection of this process: {@code SIOCINQ} and {@code SIOCOUTQ}, see
 * {@code tcp(7)}. That takes a microsecond; the kernel's table of connections, which tells the same, takes it
 * milliseconds. For one thread.
 */
public final class QueuedBytes {
    private static final long SIOCINQ = 0x541B;
    private static final long SIOCOUTQ = 0x5411;

    private static final int SOL_SOCKET = 1;
    private static final int SO_TYPE = 3;
    private static final int SO_PROTOCOL = 38;
    private static final int SOCK_STREAM = 1;
    private static final int IPPROTO_TCP = 6;

    private final MethodHandle ioctl = SystemCalls.ioctl();
    private final MethodHandle getSocketOption = SystemCalls.getSocketOption();
    private final MemorySegment state;
    private final MemorySegment bytes;
    private final MemorySegment option;
    private final MemorySegment optionBytes;

    /** Asks nothing yet. */
    public QueuedBytes() {
        Arena arena = Arena.ofAuto();
        this.state = SystemCalls.state(arena);
        this.bytes = arena.allocate(JAVA_INT);
        this.option = arena.allocate(JAVA_INT);
        this.optionBytes = arena.allocate(JAVA_INT);
    }

    /**
     * Whether it is a socket of TCP: only such a one has bytes in its queues, one of datagrams tells of the next alone.
     *
     * @param descriptor of a socket of this process
     */
    public boolean isStream(int descriptor) {
        return option(descriptor, SO_TYPE).equals(OptionalInt.of(SOCK_STREAM))
                && option(descriptor, SO_PROTOCOL).equals(OptionalInt.of(IPPROTO_TCP));
    }

    private OptionalInt option(int descriptor, int name) {
        optionBytes.set(JAVA_INT, 0, Integer.BYTES);
        try {
            int result = (int) getSocketOption.invokeExact(descriptor, SOL_SOCKET, name, option, optionBytes);
            return result < 0 ? OptionalInt.empty() : OptionalInt.of(option.get(JAVA_INT, 0));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the kernel could not be called", e);
        }
    }

    /**
     * Bytes that have arrived and were not read yet.
     *
     * @param descriptor of a socket of this process
     * @return empty if it was closed, or is one that listens
     */
    public OptionalInt arrived(int descriptor) {
        return ask(descriptor, SIOCINQ);
    }

    /**
     * Bytes that were handed over to be sent and that the other side has not acknowledged yet.
     *
     * @param descriptor of a socket of this process
     * @return empty if it was closed, or is one that listens
     */
    public OptionalInt notAcknowledged(int descriptor) {
        return ask(descriptor, SIOCOUTQ);
    }

    private OptionalInt ask(int descriptor, long what) {
        try {
            int result = (int) ioctl.invokeExact(state, descriptor, what, bytes);
            return result < 0 ? OptionalInt.empty() : OptionalInt.of(bytes.get(JAVA_INT, 0));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the kernel could not be called", e);
        }
    }
}
