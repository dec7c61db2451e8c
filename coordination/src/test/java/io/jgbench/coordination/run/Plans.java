package io.jgbench.coordination.run;

import io.jgbench.coordination.run.Fault.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Generates plans, from worlds where all goes well to worlds where nothing does. */
final class Plans {
    static final int MOST_MEMBERS = 5;
    private static final int FOR_EVER_TICKS = 100_000;

    /** Faults of a kind that no member and no controller is to blame for, however long they last. */
    private static final Set<Kind> HARMLESS = Set.of(
            Kind.REPEAT_ACTIONS,
            Kind.REPEAT_REPORTS,
            Kind.STRAY_REPORTS,
            Kind.CRASH_BEFORE_STORING,
            Kind.CRASH_BEFORE_ACTING);

    /** Faults after which the run cannot be a success, when they last for ever and come before its reports. */
    private static final Set<Kind> FATAL = Set.of(
            Kind.KILL,
            Kind.FAIL,
            Kind.RESTART,
            Kind.REPLACE,
            Kind.STALL,
            Kind.UNREACHABLE,
            Kind.BLIND,
            Kind.LOSE_ACTIONS);

    /** Faults that keep a member's report away and bring another in its place. */
    private static final Set<Kind> WRONG_REPORTS = Set.of(Kind.STRAY_REPORTS, Kind.LOSE_ACTIONS);

    /** Faults that keep a start, its withdrawal or the answers to them from being in time. */
    private static final Set<Kind> LATE_STARTS = Set.of(
            Kind.LOSE_STARTS,
            Kind.LOSE_WITHDRAWALS,
            Kind.LOSE_ACTIONS,
            Kind.DELAY_ACTIONS,
            Kind.DELAY_STARTS,
            Kind.DELAY_WITHDRAWALS,
            Kind.REPEAT_ACTIONS,
            Kind.OLD_ANSWERS,
            Kind.MIXED_ANSWERS,
            Kind.UNREACHABLE,
            Kind.STALL,
            Kind.CRASH_BEFORE_STORING,
            Kind.CRASH_BEFORE_ACTING,
            Kind.CRASH_HALFWAY);

    private Plans() {}

    /** Members at their own pace, of whom none is too slow. */
    static Arbitrary<Plan> harmless() {
        // four faults of 5 s and five parts of 5 s before the start fit into its timeout of a minute
        return Arbitraries.oneOf(
                harmless(Arbitraries.of(RunPhase.values()), 12, 5), harmless(Arbitraries.of(RunPhase.ARMED), 5, 1));
    }

    private static Arbitrary<Plan> harmless(Arbitrary<RunPhase> in, int mostTicksAfter, int slowest) {
        return plans(
                faults(HARMLESS, in, mostTicksAfter, Arbitraries.integers().between(0, 5))
                        .list()
                        .ofMaxSize(4),
                Arbitraries.integers().between(0, slowest));
    }

    /** A controller that is away for long while the members measure, or later. */
    static Arbitrary<Plan> away() {
        var crashes = Set.of(Kind.CRASH_BEFORE_STORING, Kind.CRASH_BEFORE_ACTING, Kind.CRASH_HALFWAY);
        var phases = Arbitraries.of(RunPhase.RUNNING, RunPhase.COLLECTING, RunPhase.SUCCEEDED);
        return plans(
                faults(crashes, phases, 5, Arbitraries.integers().between(0, 200))
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(2),
                Arbitraries.integers().between(0, 8));
    }

    /** Starts and withdrawals that come late, come in another order, or are lost, as are the answers. */
    static Arbitrary<Plan> lateStarts() {
        return startsAmong(LATE_STARTS, 12);
    }

    /** Starts that do not come, while all else does. */
    static Arbitrary<Plan> lostStarts() {
        return startsAmong(Set.of(Kind.LOSE_STARTS), 60);
    }

    /** The controller looks often enough to withdraw a start between two looks. */
    private static Arbitrary<Plan> startsAmong(Set<Kind> kinds, int mostTicks) {
        return plans(
                faults(
                                kinds,
                                Arbitraries.of(RunPhase.ARMED),
                                12,
                                Arbitraries.integers().between(0, mostTicks))
                        .list()
                        .ofMaxSize(6),
                Arbitraries.integers().between(0, 1),
                Arbitraries.of(20, 50, 100));
    }

    /** One member that drops out for good at some point before its report can be fetched. */
    static Arbitrary<Plan> oneFatal() {
        var phases = Arbitraries.of(RunPhase.STARTING, RunPhase.JOINING, RunPhase.ARMED, RunPhase.RUNNING);
        return plans(
                faults(FATAL, phases, 12, Arbitraries.just(FOR_EVER_TICKS))
                        .list()
                        .ofSize(1),
                Arbitraries.integers().between(0, 8));
    }

    /** Anything, several times, at any time, and more of it where a run is most easily broken. */
    static Arbitrary<Plan> any() {
        var atOnce = Arbitraries.integers().between(0, 1);
        var start = Arbitraries.of(RunPhase.ARMED);
        var end = Arbitraries.of(RunPhase.RUNNING, RunPhase.COLLECTING, RunPhase.SUCCEEDED, RunPhase.FAILED);
        var collecting = Arbitraries.of(RunPhase.RUNNING, RunPhase.COLLECTING);
        var wrongReports = faults(WRONG_REPORTS, collecting, 0, Arbitraries.just(FOR_EVER_TICKS));
        return Arbitraries.oneOf(
                plans(
                        anyFaults(Arbitraries.of(RunPhase.values()), 12),
                        Arbitraries.integers().between(0, 150)),
                plans(anyFaults(start, 5), atOnce),
                plans(anyFaults(end, 5), atOnce),
                plans(wrongReports.list().ofMaxSize(4), atOnce),
                lateStarts(),
                oneFatal());
    }

    private static Arbitrary<List<Fault>> anyFaults(Arbitrary<RunPhase> in, int mostTicksAfter) {
        var ticks = Arbitraries.oneOf(Arbitraries.integers().between(0, 100), Arbitraries.just(FOR_EVER_TICKS));
        return faults(Set.of(Kind.values()), in, mostTicksAfter, ticks).list().ofMaxSize(6);
    }

    private static Arbitrary<Plan> plans(Arbitrary<List<Fault>> faults, Arbitrary<Integer> ticks) {
        return plans(faults, ticks, Arbitraries.of(100, 250, 1000));
    }

    private static Arbitrary<Plan> plans(
            Arbitrary<List<Fault>> faults, Arbitrary<Integer> ticks, Arbitrary<Integer> tickMillis) {
        var paces = Combinators.combine(ticks, ticks, ticks, ticks).as(Plan.Pace::new);
        return Combinators.combine(
                        paces.list().ofMinSize(1).ofMaxSize(MOST_MEMBERS),
                        faults,
                        tickMillis,
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as(Plan::new);
    }

    private static Arbitrary<Fault> faults(
            Set<Kind> kinds, Arbitrary<RunPhase> in, int mostTicksAfter, Arbitrary<Integer> ticks) {
        var sorted = kinds.stream().sorted().collect(Collectors.toList());
        return Combinators.combine(
                        in,
                        Arbitraries.integers().between(0, mostTicksAfter),
                        Arbitraries.integers().between(0, MOST_MEMBERS - 1),
                        Arbitraries.of(sorted),
                        ticks)
                .as(Fault::new);
    }
}
