package io.jgbench.member;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberFailure.Kind;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.StartState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * A member's phase, its start and the members that it sees: what its own thread, its transport's threads, its deadlines
 * and its control server share. No foreign code is called with the lock held.
 */
final class SharedMemberState {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Runnable onFailure;

    @GuardedBy("lock")
    private MemberPhase phase = MemberPhase.CREATED;

    @GuardedBy("lock")
    private Optional<MemberFailure> failure = Optional.empty();

    @GuardedBy("lock")
    private StartState start = StartState.NONE;

    @GuardedBy("lock")
    private Optional<ScheduledStart> taken = Optional.empty();

    @GuardedBy("lock")
    private Membership membership = new Membership(List.of());

    /** {@code onFailure} is called once, by the thread that finds the failure. */
    SharedMemberState(Runnable onFailure) {
        this.onFailure = onFailure;
    }

    /** What all threads agree on at one time. */
    record Snapshot(
            MemberPhase phase, StartState start, int membersSeen, long viewChanges, Optional<MemberFailure> failure) {}

    Snapshot snapshot() {
        lock.lock();
        try {
            return new Snapshot(phase, start, membership.seen(), membership.changes(), failure);
        } finally {
            lock.unlock();
        }
    }

    /** Moves from one phase to the next; false if the member is no longer in the first, having failed. */
    boolean advance(MemberPhase from, MemberPhase to) {
        lock.lock();
        try {
            if (phase != from) {
                return false;
            }
            phase = to;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Moves to {@link MemberPhase#JOINING} from any phase before it; false if the member is past them. */
    boolean beginJoining() {
        lock.lock();
        try {
            return phase.compareTo(MemberPhase.JOINING) < 0 && advance(phase, MemberPhase.JOINING);
        } finally {
            lock.unlock();
        }
    }

    /** Accepts a start if the member is armed and knows no start of the same or a later attempt; false if not. */
    boolean take(ScheduledStart next) {
        lock.lock();
        try {
            if (phase != MemberPhase.ARMED || start.attempt() >= next.attempt()) {
                return false;
            }
            start = new StartState(next.attempt(), true);
            taken = Optional.of(next);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Cancels a start at an armed member, whether it has arrived already or arrives later. */
    void withdraw(int attempt) {
        lock.lock();
        try {
            if (phase == MemberPhase.ARMED && !start.isFreeOf(attempt)) {
                start = new StartState(attempt, false);
                taken = Optional.empty();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a start; empty if the member is not armed any more. */
    Optional<ScheduledStart> awaitStart() throws InterruptedException {
        lock.lock();
        try {
            while (phase == MemberPhase.ARMED && taken.isEmpty()) {
                changed.await();
            }
            return phase == MemberPhase.ARMED ? taken : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Begins with this start; false if it was withdrawn, or the member has failed. */
    boolean begin(ScheduledStart due) {
        lock.lock();
        try {
            return taken.equals(Optional.of(due)) && advance(MemberPhase.ARMED, MemberPhase.RUNNING);
        } finally {
            lock.unlock();
        }
    }

    void expect(List<String> names) {
        lock.lock();
        try {
            membership = new Membership(names);
        } finally {
            lock.unlock();
        }
    }

    /** Notes a view; one that changes after all had been seen fails the member unless it is over. */
    void viewChanged(List<String> names) {
        boolean failed = false;
        lock.lock();
        try {
            Optional<String> trouble = membership.changed(names);
            if (trouble.isPresent()) {
                var kind = membership.lacksAny() ? Kind.OTHER_LEFT : Kind.OTHER;
                failed = failLocked(
                        new MemberFailure(kind, trouble.get() + " " + when() + ": view is now " + membership.view()));
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (failed) {
            onFailure.run();
        }
    }

    /** Waits until all members are seen, or the member is over. */
    void awaitComplete() throws InterruptedException {
        lock.lock();
        try {
            while (!membership.isComplete() && !phase.isOver()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the member is in another phase. */
    void awaitLeaving(MemberPhase left) throws InterruptedException {
        lock.lock();
        try {
            while (phase == left) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Which members the view lacks, for a sentence. */
    String shortfall() {
        lock.lock();
        try {
            return membership.shortfall();
        } finally {
            lock.unlock();
        }
    }

    /** Fails the member, unless it is over already. */
    void fail(String why) {
        fail(MemberFailure.of(why));
    }

    /** Fails the member, unless it is over already. */
    void fail(MemberFailure why) {
        failWhere(_ -> true, why);
    }

    /** Fails the member if it is still in that phase. */
    void failIf(MemberPhase still, MemberFailure why) {
        failWhere(now -> now == still, why);
    }

    private void failWhere(Predicate<MemberPhase> condition, MemberFailure why) {
        boolean failed;
        lock.lock();
        try {
            failed = condition.test(phase) && failLocked(why);
        } finally {
            lock.unlock();
        }
        if (failed) {
            onFailure.run();
        }
    }

    @GuardedBy("lock")
    private boolean failLocked(MemberFailure why) {
        if (phase.isOver()) {
            return false;
        }
        phase = MemberPhase.FAILED;
        failure = Optional.of(why);
        changed.signalAll();
        return true;
    }

    @GuardedBy("lock")
    private String when() {
        return switch (phase) {
            case CREATED, LISTENING, PROBED, JOINING -> "while joining";
            case JOINED -> "after all had joined";
            case ARMING -> "while warming up";
            case ARMED -> "while waiting for the start";
            case RUNNING -> "while running";
            case REPORTED, FAILED -> "after the end";
        };
    }
}
