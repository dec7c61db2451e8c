package io.jgbench.workload.rpc;

import io.jgbench.workload.Deadline;
import io.jgbench.workload.FirstFailure;
import io.jgbench.workload.OutOfTimeException;
import io.jgbench.workload.SamplingThread;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Lets a member's callers make its requests, each in a virtual thread of its own, as those of JGroups' UPerf. */
final class Callers implements AutoCloseable {
    private static final Duration LONGEST_TICK = Duration.ofMillis(100);
    private static final int TICKS_PER_TIMEOUT = 20;

    private final Requests requests;
    private final int callers;
    private final SamplingThread clockWatch;

    /** Their watch on time waits for {@link #run}. */
    Callers(Requests requests, int callers, Duration requestTimeout) {
        this.requests = requests;
        this.callers = callers;
        Duration part = requestTimeout.dividedBy(TICKS_PER_TIMEOUT);
        this.clockWatch = SamplingThread.waiting(requests::expire, shorter(part, LONGEST_TICK));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * Returns when all requests have ended.
     *
     * @param beganAtEpochNanos when the member began, on its clock
     * @param timeout how long it may take
     * @param what the part of the workload, for the message
     * @throws WorkloadException if the timeout passes
     * @throws RuntimeException what ended one of the callers, whatever the others wait for then
     */
    void run(Role role, long beganAtEpochNanos, Duration timeout, String what)
            throws WorkloadException, InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        List<Thread> threads = new ArrayList<>();
        var failure = new FirstFailure();
        requests.begin(beganAtEpochNanos);
        clockWatch.begin();
        try {
            for (int i = 0; i < callers; i++) {
                int caller = i;
                threads.add(Thread.ofVirtual()
                        .name("rpc-caller-" + i)
                        .start(() -> failure.keepOf(() -> call(caller, role))));
            }
            // those that wait for their turn of an open loop
            requests.enough().whenGiven(() -> threads.forEach(LockSupport::unpark));
            for (Thread thread : threads) {
                while (!thread.join(shorter(deadline.left(), LONGEST_TICK))) {
                    failure.rethrow();
                    if (deadline.leftNanos() <= 0) {
                        throw new OutOfTimeException(notDone(what, timeout));
                    }
                }
                failure.rethrow();
            }
        } finally {
            threads.forEach(Thread::interrupt);
            clockWatch.finish();
        }
    }

    private String notDone(String what, Duration timeout) {
        return "the " + what + " was not done within " + TimeUnit.NANOSECONDS.toMillis(timeout.toNanos()) + " ms: "
                + requests.ended() + " of " + requests.count() + " requests had ended, " + requests.timedOut()
                + " of them timed out";
    }

    /** Ends the watch on time of callers that are not run. */
    @Override
    public void close() {
        clockWatch.close();
    }

    private void call(int caller, Role role) {
        try {
            requests.call(caller, role);
        } catch (InterruptedException _) {
            // the run is given up, and the caller that does it knows why
            Thread.currentThread().interrupt();
        }
    }
}
