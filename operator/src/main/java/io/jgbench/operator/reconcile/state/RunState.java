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
 * <p>All of it can be had anew from the API server and the members: an operator that knows nothing of a run begins with
 * {@link Unseen}.
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
        return new LetGo(PodTermination.NOT_YET, live().map(LiveRun::recordAtEnd));
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
                boolean hasLeftovers = record.isPresent() || hasNodes;
                return new Waiting(Optional.empty(), Optional.empty(), hasLeftovers, published.lacksStack());
            }
            return record.isEmpty() && published.hasReleased() ? new Cleared(false) : abandoned(published);
        }

        /** There is a record, of which nobody can tell what it says. */
        public Abandoned abandoned(StatusAsRead published) {
            return new Abandoned(PodTermination.NOT_YET, published.hasNodes());
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
     * @param saidStackIsMissing whether that stands in the status
     */
    record Waiting(Optional<RunSpec> spec, Optional<Awaited> awaited, boolean hasLeftovers, boolean saidStackIsMissing)
            implements RunState {
        /** Its spec is complete: what it refers to was read. */
        public Waiting resolved(RunSpec resolved) {
            return new Waiting(Optional.of(resolved), awaited, hasLeftovers, false);
        }

        /** It waits for something that may never come; from now on if it did not, or for something else. */
        public Waiting awaits(Awaited.What what, Instant now) {
            var same = awaited.filter(before -> before.what() == what);
            return new Waiting(
                    spec,
                    Optional.of(same.orElseGet(() -> new Awaited(what, now))),
                    hasLeftovers,
                    saidStackIsMissing || what == Awaited.What.STACK);
        }

        /** Whatever it waited for is there. */
        public Waiting awaitsNothing() {
            return new Waiting(spec, Optional.empty(), hasLeftovers, saidStackIsMissing);
        }

        /** It awaits nothing but this. */
        public Waiting awaitsAtMost(Awaited.What what) {
            return awaited.filter(before -> before.what() == what).isPresent() ? this : awaitsNothing();
        }

        /** Whether it may hold something of an attempt to begin it is another now. */
        public Waiting withLeftovers(boolean left) {
            return new Waiting(spec, awaited, left, saidStackIsMissing);
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
                    ? new Abandoned(PodTermination.NOT_YET, published.hasNodes())
                    : new Waiting(spec, awaited, hasLeftovers, published.lacksStack());
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
        public Cleared clear() {
            return new Cleared(true);
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
            return published.isFinished() ? new Abandoned(PodTermination.NOT_YET, published.hasNodes()) : this;
        }
    }

    /**
     * The outcome stands in the status, and nobody drives what may be left.
     *
     * @param hasNodes whether the status says that the run has nodes
     */
    record Abandoned(PodTermination podTermination, boolean hasNodes) implements RunState {

        /** The same, with how long its pods are waited for. */
        public Abandoned with(PodTermination waited) {
            return new Abandoned(waited, hasNodes);
        }

        /** Nothing of the run is left to clear away. */
        public Cleared clear() {
            return new Cleared(hasNodes);
        }

        @Override
        public LetGo letGo() {
            return new LetGo(podTermination, Optional.empty());
        }

        @Override
        public RunState seeing(StatusAsRead published) {
            return new Abandoned(podTermination, published.hasNodes());
        }
    }

    /**
     * The run is over, and nothing of it is left to clear away.
     *
     * @param saysNodes whether the status still says that it has nodes
     */
    record Cleared(boolean saysNodes) implements RunState {

        @Override
        public RunState seeing(StatusAsRead published) {
            return new Cleared(published.hasNodes());
        }
    }

    /**
     * Nobody drives the members here: the run is deleted, or this operator stops.
     *
     * @param record of the repetition that this operator drove; empty if it drove none
     */
    record LetGo(PodTermination podTermination, Optional<RunRecord> record) implements RunState {

        /** The same, with how long its pods are waited for. */
        public LetGo with(PodTermination waited) {
            return new LetGo(waited, record);
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
