package io.jgbench.workload.rpc;

import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.Deadline;
import io.jgbench.workload.KindedLong;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.WorkloadException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps a member there until the last one has made all its requests: each says when it has, and asks those of which it
 * does not know it, again and again, as both may be lost over an unreliable transport. One that is asked answers as
 * long as its transport is open, so that nobody waits for one that has gone on.
 */
final class CompletionBarrier {
    private static final Duration REPEAT = Duration.ofMillis(50);

    private final int members;
    private final DirectSender transport;
    private final AtomicIntegerArray done;
    private volatile int self = -1;
    private volatile Thread waiting;

    CompletionBarrier(int members, DirectSender transport) {
        this.members = members;
        this.transport = transport;
        this.done = new AtomicIntegerArray(members);
    }

    /** Another member says that it has made all its requests. */
    void heard(long header) {
        int member = RpcHeader.member(header);
        if (member >= members) {
            return;
        }
        done.set(member, 1);
        LockSupport.unpark(waiting);
        if (self >= 0 && KindedLong.kind(header) == RpcHeader.DONE) {
            say(RpcHeader.DONE_TOO, member);
        }
    }

    /**
     * Says that this member has made all its requests, and returns when all have.
     *
     * @param timeout how long it may take
     * @throws OutOfTimeException if the timeout passes; the message says who is missing
     */
    void await(int index, Duration timeout) throws WorkloadException, InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        waiting = Thread.currentThread();
        self = index;
        done.set(index, 1);
        for (List<Integer> missing = missing(); !missing.isEmpty(); missing = missing()) {
            if (deadline.leftNanos() < 0) {
                throw new OutOfTimeException(
                        "members " + missing + " did not say in time that they had made all requests");
            }
            missing.forEach(member -> say(RpcHeader.DONE, member));
            Deadline again = Deadline.after(REPEAT);
            for (long left = REPEAT.toNanos(); left > 0 && missing.equals(missing()); left = again.leftNanos()) {
                LockSupport.parkNanos(this, left);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }
    }

    private List<Integer> missing() {
        List<Integer> missing = new ArrayList<>();
        for (int member = 0; member < members; member++) {
            if (done.get(member) == 0) {
                missing.add(member);
            }
        }
        return missing;
    }

    private void say(int kind, int member) {
        byte[] message = new byte[RpcHeader.BYTES];
        KindedLong.write(message, 0, RpcHeader.of(kind, self, 0, 0, 0));
        try {
            transport.sendTo(member, message, 0, message.length);
        } catch (TransportException _) {
            // It is said again; a member that has left is missed by the view, not here.
        }
    }
}
