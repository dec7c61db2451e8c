package io.jgbench.operator.reconcile.deleted;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.Sessions;
import io.jgbench.operator.reserve.NodeLeases;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what is left of runs that are deleted, until nothing is left.
 *
 * <p>No finalizer holds a run for that. It would hold the run's namespace too, where the operator's rights may go
 * first, and it would stay for ever where the operator is removed before the run. What a later operator has to know
 * stands in the Leases: one whose run is gone says that the run may have pods.
 *
 * <p>Each replica of the operator is told which runs are deleted, also one that only waits to be elected. It does
 * nothing about them before it leads, and then finds them by their Leases.
 */
public final class DeletedRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeletedRuns.class);
    private static final Duration AGAIN_IF_IT_FAILED = Duration.ofSeconds(2);

    private final Sessions sessions;
    private final DeletedRun deletedRun;
    private final NodeLeases leases;
    private final FormerFinalizer formerFinalizer;
    private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofVirtual().name("deleted-runs").factory(), new ThreadPoolExecutor.DiscardPolicy());
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean leads;

    /** Those of these sessions, and those that only these Leases still name. */
    public DeletedRuns(Sessions sessions, DeletedRun deletedRun, NodeLeases leases, FormerFinalizer formerFinalizer) {
        this.sessions = sessions;
        this.deletedRun = deletedRun;
        this.leases = leases;
        this.formerFinalizer = formerFinalizer;
    }

    /**
     * Acts from now on, beginning with the runs that were deleted before and have nodes; returns at once. A run that
     * another replica is about to end may be among them: all that is done names the run's identity, and doing it twice
     * is harmless.
     */
    public void lead() {
        // first, so that a run that is deleted meanwhile is told or found
        leads = true;
        schedule(Duration.ZERO, "find the deleted runs that have nodes", false, () -> {
            leases.ofMissingRuns().forEach(this::clear);
            return Optional.empty();
        });
    }

    /** Ends a run that is being deleted or is gone; returns at once. The same run may be told more than once. */
    public void clear(BenchmarkRun run) {
        clear(RunRef.of(run), () -> formerFinalizer.remove(run));
    }

    /** Ends a run that is gone; returns at once. */
    public void clear(RunRef run) {
        clear(run, () -> {});
    }

    private void clear(RunRef run, Runnable atLast) {
        if (!leads) {
            return;
        }
        // looked up now: this session's turn may be taken by a reconciliation of the run
        Session session = sessions.of(run);
        if (underWay.add(run.uid())) {
            schedule(Duration.ZERO, "end what is left of the deleted run " + run.path(), false, () -> {
                Optional<Duration> again = session.alone(() -> deletedRun.clear(run, session));
                if (again.isEmpty()) {
                    atLast.run();
                    sessions.forget(run);
                    underWay.remove(run.uid());
                }
                return again;
            });
        }
    }

    /** Something to do, which says when to do it again; empty for not at all. */
    @FunctionalInterface
    private interface Task {
        Optional<Duration> carryOut();
    }

    private void schedule(Duration delay, String what, boolean hasFailed, Task task) {
        var _ = timer.schedule(() -> carryOut(what, hasFailed, task), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void carryOut(String what, boolean hasFailed, Task task) {
        try {
            task.carryOut().ifPresent(again -> schedule(again, what, false, task));
        } catch (RuntimeException e) {
            if (!hasFailed && !timer.isShutdown()) {
                LOG.warn("Cannot {}; it is tried again: {}", what, e.toString());
            }
            schedule(AGAIN_IF_IT_FAILED, what, true, task);
        }
    }

    /** Leaves the rest to the next operator. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
