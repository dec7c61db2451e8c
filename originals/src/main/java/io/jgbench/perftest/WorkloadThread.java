package io.jgbench.perftest;

import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Has the workload done on a thread of its own, as a transport may not let go of a sender that waits for flow control,
 * whatever has happened meanwhile; closing the transport makes it.
 */
final class WorkloadThread {
    /** What a workload's own deadline has over the one that is kept here, as its sentence tells more. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Workload workload;
    private final Group group;

    WorkloadThread(Workload workload, Group group) {
        this.workload = workload;
        this.group = group;
    }

    /** What is done of the workload. */
    @FunctionalInterface
    interface Part {
        /** Returns when it is done. */
        void run() throws WorkloadException, InterruptedException;
    }

    /**
     * Returns when a part is done.
     *
     * @param what the part, for the message
     * @param deadline the workload's own
     * @throws PerfTestException if it takes longer or fails, or the test has failed meanwhile
     */
    void run(String what, Duration deadline, Part part) throws PerfTestException, InterruptedException {
        var outcome = new CompletableFuture<Optional<String>>();
        Thread thread = Thread.ofPlatform().daemon().name("workload").start(() -> {
            outcome.complete(problemOf(part));
            group.monitor().tellOutsideChange();
        });
        try {
            var timeout = deadline.plus(GRACE);
            group.monitor()
                    .await(
                            outcome::isDone,
                            timeout,
                            () -> "the " + what + " was not over within " + timeout.toSeconds()
                                    + " s: received " + workload.progress().done() + " of "
                                    + workload.progress().expected() + " messages");
        } finally {
            thread.interrupt();
        }
        var problem = outcome.join();
        if (problem.isPresent()) {
            throw new PerfTestException(problem.get());
        }
    }

    private Optional<String> problemOf(Part part) {
        try {
            part.run();
            return Optional.empty();
        } catch (WorkloadException e) {
            return Optional.of(e.getMessage() + "; the members are " + group.members());
        } catch (InterruptedException e) {
            return Optional.of("it was interrupted");
        } catch (RuntimeException | Error e) {
            return Optional.of("unexpected: " + e);
        }
    }
}
