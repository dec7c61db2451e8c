package io.jgbench.counters;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Asks Linux for the TCP connections of this network namespace, as {@code ss -ti} does: by {@code sock_diag(7)}, which
 * needs no right and not the sockets' descriptors, which Java keeps to itself. It takes a millisecond for
 * those of a few members, some milliseconds for hundreds.
 */
@SuppressWarnings("restricted") // the signatures below are those of the C library
final class TcpConnections {
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
    private static final int NETLINK_SOCK_DIAG = 4;

    /** The kernel prepares each part of its answer before it takes the request, or hands out the part before. */
    private static final int MSG_DONTWAIT = 0x40;

    private static final int IPPROTO_TCP = 6;

    private static final short NLMSG_ERROR = 2;
    private static final short NLMSG_DONE = 3;
    private static final short SOCK_DIAG_BY_FAMILY = 20;
    private static final short NLM_F_REQUEST_DUMP = 0x301;
    private static final int HEADER_BYTES = 16;
    private static final int REQUEST_BYTES = HEADER_BYTES + 56;
    private static final byte WITH_TCP_INFO = 1 << 1;

    /** Established, and those of which one side has closed its half: FIN_WAIT1, FIN_WAIT2, CLOSE_WAIT. */
    private static final int STATES = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 8;

    private static final int ANSWER_BYTES = 64 * 1024;

    private final MethodHandle socket = call("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private final MethodHandle send =
            call("send", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private final MethodHandle recv =
            call("recv", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private final MethodHandle close = call("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private static MethodHandle call(String name, FunctionDescriptor signature) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature);
    }

    /** Whether this system's calls are those here. */
    static boolean known() {
        return System.getProperty("os.name").equals("Linux")
                && Set.of("amd64", "aarch64").contains(System.getProperty("os.arch"));
    }

    /**
     * All that are open now, of all processes.
     *
     * @throws IOException if the kernel does not tell
     */
    List<TcpConnection> open() throws IOException {
        try (var arena = Arena.ofConfined()) {
            int descriptor = (int) socket.invokeExact(AF_NETLINK, SOCK_RAW_CLOEXEC, NETLINK_SOCK_DIAG);
            if (descriptor < 0) {
                throw new IOException("no netlink socket for sock_diag");
            }
            try {
                var connections = new ArrayList<TcpConnection>();
                for (int family : new int[] {AF_INET, AF_INET6}) {
                    ask(arena, descriptor, family);
                    readAnswer(arena, descriptor, connections);
                }
                return connections;
            } finally {
                int _ = (int) close.invokeExact(descriptor);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a call of the C library threw", e);
        }
    }

    private void ask(Arena arena, int descriptor, int family) throws Throwable {
        ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES).order(ByteOrder.nativeOrder());
        request.putInt(REQUEST_BYTES).putShort(SOCK_DIAG_BY_FAMILY).putShort(NLM_F_REQUEST_DUMP);
        request.position(HEADER_BYTES);
        request.put((byte) family)
                .put((byte) IPPROTO_TCP)
                .put(WITH_TCP_INFO)
                .put((byte) 0)
                .putInt(STATES);
        MemorySegment message = arena.allocate(REQUEST_BYTES).copyFrom(MemorySegment.ofBuffer(request.clear()));
        long sent = (long) send.invokeExact(descriptor, message, message.byteSize(), 0);
        if (sent != REQUEST_BYTES) {
            throw new IOException("sock_diag takes no request");
        }
    }

    private void readAnswer(Arena arena, int descriptor, List<TcpConnection> connections) throws Throwable {
        MemorySegment answer = arena.allocate(ANSWER_BYTES);
        boolean complete = false;
        while (!complete) {
            long bytes = (long) recv.invokeExact(descriptor, answer, answer.byteSize(), MSG_DONTWAIT);
            if (bytes <= 0) {
                throw new IOException("sock_diag does not answer");
            }
            complete = read(answer.asSlice(0, bytes).asByteBuffer().order(ByteOrder.nativeOrder()), connections);
        }
    }

    /** Whether that was the last part of the answer. */
    static boolean read(ByteBuffer part, List<TcpConnection> connections) throws IOException {
        while (part.remaining() >= HEADER_BYTES) {
            int start = part.position();
            int bytes = part.getInt(start);
            short type = part.getShort(start + Integer.BYTES);
            if (type == NLMSG_DONE) {
                if (bytes >= HEADER_BYTES + Integer.BYTES && part.getInt(start + HEADER_BYTES) < 0) {
                    throw new IOException("sock_diag tells of a part of the connections only");
                }
                return true;
            }
            if (type == NLMSG_ERROR || bytes < HEADER_BYTES || bytes > part.remaining()) {
                throw new IOException("sock_diag refuses to tell");
            }
            TcpConnection.of(part.slice(start + HEADER_BYTES, bytes - HEADER_BYTES)
                            .order(ByteOrder.nativeOrder()))
                    .ifPresent(connections::add);
            part.position(Math.min(part.limit(), start + (bytes + 3 & ~3)));
        }
        return false;
    }
}
