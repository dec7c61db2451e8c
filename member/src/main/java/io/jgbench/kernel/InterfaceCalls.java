package io.jgbench.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The ioctls that ethtool and ifconfig use. Numbers and structures are those of Linux' {@code linux/sockios.h},
 * {@code linux/ethtool.h} and {@code net/if.h}.
 */
public final class InterfaceCalls {
    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM = 2;
    private static final long SIOCSIFMTU = 0x8922;
    private static final long SIOCSIFTXQLEN = 0x8943;
    private static final long SIOCETHTOOL = 0x8946;

    /**
     * {@code struct ifreq}: 16 bytes of name, then a union of 24 bytes of which the first are a number or a pointer
     * here.
     */
    private static final long IFREQ_BYTES = 40;

    private static final long IFREQ_DATA = 16;

    private final SystemCalls calls = new SystemCalls();
    private final MethodHandle ioctl = SystemCalls.ioctl();

    /** Sets an interface's MTU in bytes. */
    public void setMtu(String networkInterface, int bytes) throws KernelCallException {
        setNumber(SIOCSIFMTU, networkInterface, bytes);
    }

    /** Sets how many packets may wait to be sent. */
    public void setTxQueueLength(String networkInterface, int packets) throws KernelCallException {
        setNumber(SIOCSIFTXQLEN, networkInterface, packets);
    }

    private void setNumber(long what, String networkInterface, int value) throws KernelCallException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment request = request(arena, networkInterface);
            request.set(JAVA_INT, IFREQ_DATA, value);
            call(arena, what, request);
        }
    }

    /**
     * Asks the interface's driver, or tells it.
     *
     * @param command a structure of {@code linux/ethtool.h} that begins with the command's number; the answer is
     *     written into it
     */
    public void ethtool(String networkInterface, MemorySegment command) throws KernelCallException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment request = request(arena, networkInterface);
            request.set(ADDRESS, IFREQ_DATA, command);
            call(arena, SIOCETHTOOL, request);
        }
    }

    private static MemorySegment request(Arena arena, String networkInterface) {
        MemorySegment request = arena.allocate(IFREQ_BYTES, ADDRESS.byteAlignment());
        request.setString(0, networkInterface);
        return request;
    }

    private void call(Arena arena, long what, MemorySegment request) throws KernelCallException {
        calls.withSocket(arena, AF_INET, SOCK_DGRAM, 0, (state, descriptor) ->
                (int) ioctl.invokeExact(state, descriptor, what, request));
    }
}
