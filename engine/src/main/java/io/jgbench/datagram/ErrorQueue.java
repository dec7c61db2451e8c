package io.jgbench.datagram;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Where the kernel keeps what ICMP answers to a socket's packets, if the socket has {@code IP_RECVERR} (ip(7)). Such an
 * answer also makes one later call fail, whichever call that is and wherever its packets go. The failed call has done
 * nothing and must be repeated. One thread reads the queue; it shares the receive buffer's space, so that it must not
 * be left full.
 */
final class ErrorQueue {
    private static final int READ_AT_ONCE = 16;

    private final SocketCalls calls;
    private final MemorySegment state;
    private final int descriptor;
    private final MessageVector answers;

    /** A queue that is read with the error state of the reading thread. */
    ErrorQueue(Arena arena, SocketCalls calls, MemorySegment state, int descriptor) {
        this.calls = calls;
        this.state = state;
        this.descriptor = descriptor;
        answers = new MessageVector(arena, READ_AT_ONCE);
        MemorySegment ownPacket = arena.allocate(Long.BYTES);
        for (int i = 0; i < READ_AT_ONCE; i++) {
            // the start of the packet that was not delivered, of which nobody wants to know
            answers.receiveTo(i, ownPacket, 0, 0);
        }
    }

    /**
     * Whether an error may be an answer to an earlier packet (Linux' icmp_err_convert), and not of the call that it
     * fails.
     */
    static boolean isAnswer(int error) {
        return switch (error) {
            case SocketCalls.ECONNREFUSED,
                    SocketCalls.EHOSTUNREACH,
                    SocketCalls.ENETUNREACH,
                    SocketCalls.EHOSTDOWN,
                    SocketCalls.ENONET,
                    SocketCalls.ENOPROTOOPT,
                    SocketCalls.EOPNOTSUPP,
                    SocketCalls.EPROTO,
                    SocketCalls.EMSGSIZE -> true;
            default -> false;
        };
    }

    /** Empties the queue. */
    void drainTo(UnreachableSink sink) {
        int read;
        do {
            for (int i = 0; i < READ_AT_ONCE; i++) {
                answers.reset(i);
            }
            read = calls.recvmmsg(state, descriptor, answers.headers(), READ_AT_ONCE, SocketCalls.MSG_ERRQUEUE);
            for (int i = 0; i < read; i++) {
                tell(sink, answers.source(i), answers.icmpError(i));
            }
        } while (read > 0);
    }

    private static void tell(UnreachableSink sink, long to, int error) {
        switch (error) {
            case SocketCalls.ECONNREFUSED -> sink.unreachable(to, UnreachableSink.Cause.PORT);
            case SocketCalls.EHOSTUNREACH, SocketCalls.ENETUNREACH, SocketCalls.EHOSTDOWN, SocketCalls.ENONET ->
                sink.unreachable(to, UnreachableSink.Cause.HOST);
            default -> {
                // no answer at all, or one that does not say that the listener is gone
            }
        }
    }
}
