package io.jgbench.datagram;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Set;

/**
 * The C library's socket calls. Signatures and numbers are those of 64-bit Linux: {@code sys/socket.h}, {@code
 * linux/udp.h}, {@code linux/in.h}, {@code linux/errqueue.h}.
 */
@SuppressWarnings("restricted") // the signatures below are those of the C library
final class SocketCalls {
    static final int AF_INET = 2;
    static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    static final int SOL_IP = 0;
    static final int SOL_SOCKET = 1;
    static final int SOL_UDP = 17;
    static final int SO_SNDBUF = 7;
    static final int SO_RCVBUF = 8;
    static final int SO_RCVTIMEO = 20;
    static final int UDP_SEGMENT = 103;
    static final int UDP_GRO = 104;
    static final int IP_MTU_DISCOVER = 10;
    static final int IP_PMTUDISC_DONT = 0;
    static final int IP_PMTUDISC_DO = 2;
    static final int IP_RECVERR = 11;
    static final int SO_EE_ORIGIN_ICMP = 2;
    static final int MSG_ERRQUEUE = 0x2000;
    static final int MSG_WAITFORONE = 0x10000;

    static final int EPERM = 1;
    static final int EINTR = 4;
    static final int EIO = 5;
    static final int EAGAIN = 11;
    static final int EINVAL = 22;
    static final int ENONET = 64;
    static final int EPROTO = 71;
    static final int EMSGSIZE = 90;
    static final int ENOPROTOOPT = 92;
    static final int EOPNOTSUPP = 95;
    static final int EADDRINUSE = 98;
    static final int EADDRNOTAVAIL = 99;
    static final int ENETUNREACH = 101;
    static final int ENOBUFS = 105;
    static final int ECONNREFUSED = 111;
    static final int EHOSTDOWN = 112;
    static final int EHOSTUNREACH = 113;

    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final MethodHandle socket = call("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private final MethodHandle bind = call("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private final MethodHandle getsockname =
            call("getsockname", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    private final MethodHandle setsockopt =
            call("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private final MethodHandle getsockopt =
            call("getsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    private final MethodHandle sendto =
            call("sendto", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
    private final MethodHandle sendmmsg =
            call("sendmmsg", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
    private final MethodHandle recvmmsg =
            call("recvmmsg", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
    private final MethodHandle close = call("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private final MethodHandle strerror = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("strerror"),
                    FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private static MethodHandle call(String name, FunctionDescriptor signature) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), signature, Linker.Option.captureCallState("errno"));
    }

    /** Whether this system's calls are those below. */
    static boolean known() {
        return System.getProperty("os.name").equals("Linux")
                && Set.of("amd64", "aarch64").contains(System.getProperty("os.arch"));
    }

    /** Memory in which a thread finds the error of its last call. */
    static MemorySegment state(Arena arena) {
        return arena.allocate(CALL_STATE);
    }

    /** The error of the last call that failed. */
    static int error(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }

    int socket(MemorySegment state, int domain, int type) {
        try {
            return (int) socket.invokeExact(state, domain, type, 0);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    int bind(MemorySegment state, int descriptor, MemorySegment address) {
        try {
            return (int) bind.invokeExact(state, descriptor, address, Target.SOCKADDR_BYTES);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    int getsockname(MemorySegment state, int descriptor, MemorySegment address, MemorySegment length) {
        try {
            return (int) getsockname.invokeExact(state, descriptor, address, length);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    int setsockopt(MemorySegment state, int descriptor, int level, int option, MemorySegment value) {
        try {
            return (int) setsockopt.invokeExact(state, descriptor, level, option, value, (int) value.byteSize());
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    int getsockopt(
            MemorySegment state, int descriptor, int level, int option, MemorySegment value, MemorySegment length) {
        try {
            return (int) getsockopt.invokeExact(state, descriptor, level, option, value, length);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    long sendto(MemorySegment state, int descriptor, MemorySegment data, long bytes, MemorySegment address) {
        try {
            return (long) sendto.invokeExact(state, descriptor, data, bytes, 0, address, Target.SOCKADDR_BYTES);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    int sendmmsg(MemorySegment state, int descriptor, MemorySegment messages, int count) {
        try {
            return (int) sendmmsg.invokeExact(state, descriptor, messages, count, 0);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    int recvmmsg(MemorySegment state, int descriptor, MemorySegment messages, int count, int flags) {
        try {
            return (int) recvmmsg.invokeExact(state, descriptor, messages, count, flags, MemorySegment.NULL);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    void close(MemorySegment state, int descriptor) {
        try {
            int ignored = (int) close.invokeExact(state, descriptor);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /** What the system says of an error. */
    IOException failure(int error) {
        try {
            var text = (MemorySegment) strerror.invokeExact(error);
            return new IOException(text.reinterpret(Byte.MAX_VALUE).getString(0));
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static IllegalStateException broken(Throwable e) {
        return new IllegalStateException("the C library could not be called", e);
    }
}
