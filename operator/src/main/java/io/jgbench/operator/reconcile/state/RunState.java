package io.jgbench.operator.reconcile.state;

import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How far the operator is with a run. A state is never changed: each transition makes another one, without a clock and
 * without I/O. {@link StateSteps} says what is done in which state.
 *
 * <p>A run begins as {@link Waiting}, is {@link Driven} repetition by repetition, {@link Concluded} when its outcome
 * stands, and at last {@link Cleared}. One that cannot continue is {@link GivenUp} until that stands. One that nobody
 * drives any more is {@link Abandoned} until what is left of it is cleared away. From each state it may be
 * {@link LetGo}.
 *
 * <p>All of it can be had anew from the API server and the members: an operator that knows nothing of a run begins with
 * {@link Unseen}. What a status says comes into a state by {@link #seeing} and by the transitions that take it, so that
 * a step goes by the state.
 */
public sealed interface RunState {

    /** What follows from what the status holds now. */
    RunState seeing(StatusAsRead published);

    /** Whether members may live or may have left something on their hosts. */
    default boolean mayHavePods() {
        return true;
    }

    /** The members that this operator drives. */
    default Optional<LiveRun> live() {
        return Optional.empty();
    }

    /** Nobody drives the members from here on: the run is deleted, or this operator stops. */
    default LetGo letGo() {
        return LetGo.of(PodTermination.NOT_YET, live().map(LiveRun::recordAtEnd));
    }

    /**
     * It is not known yet whether another operator has begun the run.
     *
     * @param isGivenUp whether this operator has given the run up, whatever it will find
     * @param isReadAgain whether it is this operator that has driven the run, and only reads its record again
     */
    record Unseen(boolean isGivenUp, boolean isReadAgain) implements RunState {

        /** The run is not to be driven once its record can be read. */
        public Unseen giveUp() {
            return new Unseen(true, isReadAgain);
        }

        /**
         * Whether to drive what a record tells of. Nobody was asked for anything yet if the record's run is pending;
         * and what was given up before it was complete is not taken up again.
         */
        public boolean drives(RunRecord record, StatusAsRead published) {
            boolean isAbandoned = published.isFinished()
                    && (isGivenUp || record.completionTime().isEmpty());
            return hasBegun(record) && !isAbandoned;
        }

        private static boolean hasBegun(RunRecord record) {
            return record.repetition() > 1 || record.status().phase() != RunPhase.PENDING;
        }

        /** The run continues where another operator left it. */
        public Led drive(LiveRun live, StatusAsRead published) {
            var hosts = KnownHosts.of(published, live.record().startTime());
            return published.isFinished()
                    ? new Concluded(live, hosts, PodTermination.NOT_YET, false)
                    : new Driven(live, hosts, PodTermination.NOT_YET);
        }

        /**
         * There is nothing to drive.
         *
         * @param hasNodes whether an unfinished run holds nodes: they are taken before there is a record
         */
        public RunState without(Optional<RunRecord> record, boolean hasNodes, StatusAsRead published) {
            if (!published.isFinished()) {
                return Waiting.first(record.isPresent() || hasNodes, published);
            }
            return record.isEmpty() && published.hasReleased() ? Cleared.of(published) : abandoned();
        }

        /** There is a record, of which nobody can tell what it says. */
        public Abandoned abandoned() {
            return new Abandoned(PodTermination.NOT_YET);
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            return this;
        }
    }

    /**
     * The run has not begun.
     *
     * @param spec the spec, once resolved
     * @param awaited what it waits for that may never come
     * @param hasLeftovers whether the run may hold something of an attempt to begin it
     * @param mayRestoreNodes whether there may be pods that restore nodes for the run, made by this operator or by the
     *     one before it
     * @param saidStackIsMissing whether that stands in the status
     */
    record Waiting(
            Optional<RunSpec> spec,
            Optional<Awaited> awaited,
            boolean hasLeftovers,
            boolean mayRestoreNodes,
            boolean saidStackIsMissing)
            implements RunState {
        /** The run is seen for the first time by this operator, and no pod restores a node for it. */
        public static Waiting first(boolean hasLeftovers, StatusAsRead published) {
            return new Waiting(Optional.empty(), Optional.empty(), hasLeftovers, false, published.lacksStack());
        }

        /** Its spec is complete: what it refers to was read. */
        public Waiting resolved(RunSpec resolved) {
            return new Waiting(Optional.of(resolved), awaited, hasLeftovers, mayRestoreNodes, false);
        }

        /** It waits for something that may never come; from now on if it did not, or for something else. */
        public Waiting awaits(Awaited.What what, Instant now) {
            var same = awaited.filter(before -> before.what() == what);
            return new Waiting(
                    spec,
                    Optional.of(same.orElseGet(() -> new Awaited(what, now))),
                    hasLeftovers,
                    mayRestoreNodes,
                    saidStackIsMissing || what == Awaited.What.STACK);
        }

        /** Whatever it waited for is there. */
        public Waiting awaitsNothing() {
            return new Waiting(spec, Optional.empty(), hasLeftovers, mayRestoreNodes, saidStackIsMissing);
        }

        /** It awaits nothing but this. */
        public Waiting awaitsAtMost(Awaited.What what) {
            return awaited.filter(before -> before.what() == what).isPresent() ? this : awaitsNothing();
        }

        /** Whether it may hold something of an attempt to begin it is another now. */
        public Waiting withLeftovers(boolean left) {
            return new Waiting(spec, awaited, left, mayRestoreNodes, saidStackIsMissing);
        }

        /** Pods that restore nodes are made for it, or the operator before this one has made some. */
        public Waiting restoringNodes() {
            return new Waiting(spec, awaited, hasLeftovers, true, saidStackIsMissing);
        }

        /** No pod restores a node for it any more. */
        public Waiting restoringNone() {
            return new Waiting(spec, awaited, hasLeftovers, false, saidStackIsMissing);
        }

        @Override
        public boolean mayHavePods() {
            return false;
        }

        /** Whether it has been waiting for so long. */
        public boolean hasAwaited(Duration patience, Instant now) {
            return awaited.filter(what -> Duration.between(what.since(), now).compareTo(patience) >= 0)
                    .isPresent();
        }

        /** The first repetition begins. */
        public Driven begin(LiveRun live) {
            return new Driven(live, KnownHosts.NONE, PodTermination.NOT_YET);
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            return published.isFinished()
                    ? new Abandoned(PodTermination.NOT_YET)
                    : new Waiting(spec, awaited, hasLeftovers, mayRestoreNodes, published.lacksStack());
        }
    }

    /**
     * Something that a run waits for and that may never come.
     *
     * @param since when it began to
     */
    record Awaited(What what, Instant since) {
        /** What it is. */
        public enum What {
            /** The ConfigMap of the run's stack. */
            STACK,
            /** As many nodes as it has members. */
            NODES,
            /** Nodes that an earlier run may have left changed. */
            HOSTS
        }
    }

    /** This operator drives the members of a repetition, or waits for their pods to end. */
    sealed interface Led extends RunState {
        /** The repetition under way. */
        LiveRun repetition();

        /** What is known of its hosts. */
        KnownHosts hosts();

        /** Since when its pods are waited for to end. */
        PodTermination podTermination();

        Led with(KnownHosts known);

        Led with(PodTermination waited);

        @Override
        default Optional<LiveRun> live() {
            return Optional.of(repetition());
        }
    }

    /** The run has begun, and its outcome does not stand in the status. */
    record Driven(LiveRun repetition, KnownHosts hosts, PodTermination podTermination) implements Led {

        @Override
        public Driven with(KnownHosts known) {
            return new Driven(repetition, known, podTermination);
        }

        @Override
        public Driven with(PodTermination waited) {
            return new Driven(repetition, hosts, waited);
        }

        /** The next repetition begins. */
        public Driven begin(LiveRun next) {
            return new Driven(next, hosts.again(), PodTermination.NOT_YET);
        }

        /** The run cannot continue. */
        public GivenUp giveUp(ReconcileFailure failure) {
            return new GivenUp(repetition, failure);
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            KnownHosts known = hosts.seeing(published);
            return published.isFinished()
                    ? new Concluded(repetition, known, podTermination, false)
                    : new Driven(repetition, known, podTermination);
        }
    }

    /** The outcome stands in the status, and the pods of the last repetition end. */
    record Concluded(LiveRun repetition, KnownHosts hosts, PodTermination podTermination, boolean isCounted)
            implements Led {

        @Override
        public Concluded with(KnownHosts known) {
            return new Concluded(repetition, known, podTermination, isCounted);
        }

        @Override
        public Concluded with(PodTermination waited) {
            return new Concluded(repetition, hosts, waited, isCounted);
        }

        /** The outcome is in the metrics. */
        public Concluded counted() {
            return new Concluded(repetition, hosts, podTermination, true);
        }

        /** Nothing of the run is left to clear away. */
        public Cleared clear(StatusAsRead published) {
            return Cleared.of(published);
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            return new Concluded(repetition, hosts.seeing(published), podTermination, isCounted);
        }
    }

    /**
     * The run is not driven any more, and that does not stand in the status yet.
     *
     * @param repetition whose members are let go then
     */
    record GivenUp(LiveRun repetition, ReconcileFailure failure) implements RunState {

        @Override
        public Optional<LiveRun> live() {
            return Optional.of(repetition);
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            return published.isFinished() ? new Abandoned(PodTermination.NOT_YET) : this;
        }
    }

    /** The outcome stands in the status, and nobody drives what may be left. */
    record Abandoned(PodTermination podTermination) implements RunState {

        /** The same, with how long its pods are waited for. */
        public Abandoned with(PodTermination waited) {
            return new Abandoned(waited);
        }

        /** Nothing of the run is left to clear away. */
        public Cleared clear(StatusAsRead published) {
            return Cleared.of(published);
        }

        @Override
        public LetGo letGo() {
            return LetGo.of(podTermination, Optional.empty());
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            return this;
        }
    }

    /**
     * The run is over, and nothing of it is left to clear away. What is left to do stands in its status alone.
     *
     * @param saysNodes whether the status still says that it has nodes
     * @param isToBeStored whether its full result is still to be stored
     * @param hasUnrestored whether hosts that it changed are not known to be restored
     * @param removedLeasesTold whether the status message already says that Leases were removed
     */
    record Cleared(boolean saysNodes, boolean isToBeStored, boolean hasUnrestored, boolean removedLeasesTold)
            implements RunState {
        /** This is left to do of a run. */
        public static Cleared of(StatusAsRead published) {
            return new Cleared(
                    published.hasNodes(),
                    published.isToBeStored(),
                    published.hosts().isUnrestored(),
                    false);
        }

        /** The same, with whether the status message already says that Leases were removed. */
        public Cleared withRemovedLeasesTold(boolean told) {
            return new Cleared(saysNodes, isToBeStored, hasUnrestored, told);
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            return of(published).withRemovedLeasesTold(removedLeasesTold);
        }
    }

    /**
     * Nobody drives the members here: the run is deleted, or this operator stops.
     *
     * @param record of the repetition that this operator drove; empty if it drove none
     * @param isRestoreRefusalSaid whether it is logged that a pod which restores a node could not be removed
     */
    record LetGo(PodTermination podTermination, Optional<RunRecord> record, boolean isRestoreRefusalSaid)
            implements RunState {
        static LetGo of(PodTermination podTermination, Optional<RunRecord> record) {
            return new LetGo(podTermination, record, false);
        }

        /** The same, with how long its pods are waited for. */
        public LetGo with(PodTermination waited) {
            return new LetGo(waited, record, isRestoreRefusalSaid);
        }

        /** It is logged that a pod which restores a node could not be removed. */
        public LetGo restoreRefusalSaid() {
            return new LetGo(podTermination, record, true);
        }

        @Override
        public LetGo letGo() {
            return this;
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            return this;
        }
    }
}
