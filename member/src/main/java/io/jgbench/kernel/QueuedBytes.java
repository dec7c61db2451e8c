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

    private final MethodHandle ioctl = SystemCalls.ioctl();
    private final MemorySegment state;
    private final MemorySegment bytes;

    /** Asks nothing yet. */
    public QueuedBytes() {
        Arena arena = Arena.ofAuto();
        this.state = SystemCalls.state(arena);
        this.bytes = arena.allocate(JAVA_INT);
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
