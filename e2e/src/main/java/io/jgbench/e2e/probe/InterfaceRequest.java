package io.jgbench.e2e.probe;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Sets a number of an interface by the kernel's own call: {@code /sys}, where these numbers are files too, is read-only
 * in the nodes of kind, whatever privileges a pod has. Numbers and structures are those of Linux'
 * {@code linux/sockios.h} and {@code net/if.h}.
 */
@SuppressWarnings("restricted") // the signatures and sizes below are those of the C library
enum InterfaceRequest {
    /** The MTU in bytes. */
    SET_MTU(0x8922),
    /** The transmit queue's length in packets. */
    SET_TRANSMIT_QUEUE_LENGTH(0x8943);

    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM = 2;

    /** {@code struct ifreq}: 16 bytes of name, then a union of 24 bytes that begins with the number here. */
    private static final long IFREQ_BYTES = 40;

    private static final long IFREQ_NUMBER = 16;

    private final long code;

    InterfaceRequest(long code) {
        this.code = code;
    }

    void send(String networkInterface, int number) throws Exception {
        Linker linker = Linker.nativeLinker();
        MethodHandle socket = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("socket"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
        MethodHandle ioctl = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                Linker.Option.firstVariadicArg(2));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(IFREQ_BYTES);
            request.setString(0, networkInterface);
            request.set(JAVA_INT, IFREQ_NUMBER, number);
            // The socket ends with the process, which ends soon.
            int descriptor = (int) socket.invokeExact(AF_INET, SOCK_DGRAM, 0);
            if ((int) ioctl.invokeExact(descriptor, code, request) < 0) {
                throw new IllegalStateException(name() + " of " + networkInterface + " to " + number + " was refused");
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the kernel could not be called", e);
        }
    }
}
