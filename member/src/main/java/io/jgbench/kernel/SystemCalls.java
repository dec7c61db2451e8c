package io.jgbench.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The calls of the C library that the classes beside this one need. */
@SuppressWarnings("restricted") // the signatures below are those of the C library
final class SystemCalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    /**
     * One signature for all that take up to three numbers or addresses: each further one takes a member some ten
     * milliseconds of its start to link. A number that fits an {@code int} is passed the same in 64 bits; of an {@code
     * int} that is returned, the upper half means nothing.
     */
    private static final FunctionDescriptor THREE = FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private final MethodHandle socket = call("socket", THREE, errnoAfter());
    private final MethodHandle close = call("close", THREE, errnoAfter());

    private static Linker.Option errnoAfter() {
        return Linker.Option.captureCallState("errno");
    }

    private static MethodHandle call(String name, FunctionDescriptor signature, Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), signature, options);
    }

    /** What is done with a socket while it is open; a negative number means that {@code errno} was set. */
    @FunctionalInterface
    interface Use {
        long of(MemorySegment state, int descriptor) throws Throwable;
    }

    /** Room for what a call leaves beside its result. */
    static MemorySegment state(Arena arena) {
        return arena.allocate(CALL_STATE);
    }

    /** {@code ioctl(2)}. */
    static MethodHandle ioctl() {
        return call(
                "ioctl",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                Linker.Option.firstVariadicArg(2),
                errnoAfter());
    }

    /** {@code getsockopt(2)}. */
    static MethodHandle getSocketOption() {
        return call("getsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    }

    /** {@code write(2)}, with the address as a number. */
    static MethodHandle write() {
        return call("write", THREE, errnoAfter());
    }

    /** {@code read(2)}, with the address as a number. */
    static MethodHandle read() {
        return call("read", THREE, errnoAfter());
    }

    /**
     * Opens a socket, uses it and closes it.
     *
     * @return what the use gave, 0 or more
     */
    long withSocket(Arena arena, int domain, int type, int protocol, Use use) throws KernelCallException {
        MemorySegment state = state(arena);
        try {
            int descriptor = (int) (long) socket.invokeExact(state, (long) domain, (long) type, (long) protocol);
            if (descriptor < 0) {
                throw failed(state);
            }
            try {
                long result = use.of(state, descriptor);
                if (result < 0) {
                    throw failed(state);
                }
                return result;
            } finally {
                long ignored = (long) close.invokeExact(state, (long) descriptor, 0L, 0L);
            }
        } catch (KernelCallException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the kernel could not be called", e);
        }
    }

    private static KernelCallException failed(MemorySegment state) throws Throwable {
        int error = (int) ERRNO.get(state, 0L);
        // seldom needed, and linking it takes a member milliseconds of its start
        var text = (MemorySegment)
                call("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT)).invokeExact(error);
        return new KernelCallException(error, text.reinterpret(Byte.MAX_VALUE).getString(0));
    }
}
