package io.jgbench.workload.rpc;

import io.jgbench.coordination.workload.rpc.RpcSpec;
import io.jgbench.measure.LentBuffers;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.KindedLong;
import java.util.concurrent.atomic.LongAdder;

/** Answers the calls of others, from the moment that the transport is open. */
final class Server {
    /**
     * Up to this number of bytes under way between two members, calls and answers together, a receiving thread sends
     * the answer itself and without flow control. The callers wait for their answers, which limits these bytes. With
     * more, another thread waits until there is room for the answer.
     */
    private static final long ANSWERED_AT_ONCE_BYTES = 512 * 1024;

    private final RpcSpec spec;
    private final int members;
    private final DirectSender transport;
    private final boolean atOnce;
    private final LentBuffers<byte[]> buffers;
    /** By phase; a branch that only measured requests take would be compiled late. */
    private final LongAdder[] served = {new LongAdder(), new LongAdder()};

    Server(RpcSpec spec, int members, DirectSender transport) {
        this.spec = spec;
        this.members = members;
        this.transport = transport;
        this.atOnce = 2L * spec.concurrency() * spec.largestMessageBytes() <= ANSWERED_AT_ONCE_BYTES;
        this.buffers = new LentBuffers<>(() -> new byte[spec.largestMessageBytes()]);
    }

    /** Measured calls that were answered. */
    long served() {
        return served[RpcHeader.MEASURED].sum();
    }

    /** A call has arrived; what is none of this run's is passed over. */
    void serve(long header, int length) {
        boolean read = KindedLong.kind(header) == RpcHeader.READ;
        int expected = read ? RpcHeader.BYTES : spec.largestMessageBytes();
        if (length != expected || RpcHeader.member(header) >= members) {
            return;
        }
        if (atOnce) {
            answer(header, read);
        } else {
            Thread.ofVirtual().name("rpc-answer").start(() -> answer(header, read));
        }
    }

    private void answer(long header, boolean read) {
        // counted before, so that no caller can have an answer that is not counted yet
        served[RpcHeader.phase(RpcHeader.number(header))].increment();
        byte[] buffer = buffers.borrow();
        try {
            int kind = read ? RpcHeader.READ_ANSWER : RpcHeader.WRITE_ANSWER;
            KindedLong.write(buffer, 0, KindedLong.withKind(header, kind));
            int length = read ? buffer.length : RpcHeader.BYTES;
            if (atOnce) {
                transport.sendToUnpaced(RpcHeader.member(header), buffer, 0, length);
            } else {
                transport.sendTo(RpcHeader.member(header), buffer, 0, length);
            }
        } catch (TransportException _) {
            // The caller counts a timeout, which reports the same at the right place.
        } finally {
            buffers.giveBack(buffer);
        }
    }
}
