package io.jgbench.coordination.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.preflight.Probed;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.StartState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What holds even for observations that no world could give. */
class AnyObservationPropertiesTest {
    private static final int MEMBERS = 3;
    private static final Map<Integer, ClockMeasurement> CLOCKS = Map.of(
            0,
            new ClockMeasurement(new ClockOffset(0, 0), 0, 0),
            1,
            new ClockMeasurement(new ClockOffset(-5, Long.MAX_VALUE), Long.MAX_VALUE, 0),
            2,
            new ClockMeasurement(new ClockOffset(7, 1), 2, 0));

    /** One after the other, and again from the first. */
    @Provide
    Arbitrary<List<Observation>> observations() {
        return Arbitraries.oneOf(
                observation().list().ofSize(1),
                observation().list().ofMinSize(2).ofMaxSize(30));
    }

    private static Arbitrary<Observation> observation() {
        return Combinators.combine(
                        observed(),
                        preflights(),
                        Arbitraries.of(CLOCKS, Map.<Integer, ClockMeasurement>of()),
                        receipts())
                .as((members, preflights, clocks, receipts) ->
                        new Observation(members, preflights, clocks, receipts, Optional.empty()));
    }

    /** Often all members are found alike, as most random runs would end in their first phase otherwise. */
    private static Arbitrary<List<MemberObservation>> observed() {
        Arbitrary<List<MemberObservation>> alike = Combinators.combine(Arbitraries.of(MemberPhase.values()), starts())
                .as((phase, start) -> IntStream.range(0, MEMBERS)
                        .mapToObj(index -> answer(index, "run-1", phase, start, MEMBERS))
                        .toList());
        Arbitrary<List<MemberObservation>> mixed =
                Combinators.combine(seen(0), seen(1), seen(2)).as(List::of);
        return Arbitraries.frequencyOf(Tuple.of(4, alike), Tuple.of(1, mixed));
    }

    private static Arbitrary<MemberObservation> seen(int index) {
        Arbitrary<MemberObservation> answered = Combinators.combine(
                        Arbitraries.of("run-1", "run-1", "run-1", "run-2"),
                        Arbitraries.of(MemberPhase.values()),
                        starts(),
                        Arbitraries.integers().between(0, MEMBERS))
                .as((run, phase, start, seen) -> answer(index, run, phase, start, seen));
        return Arbitraries.oneOf(
                answered,
                Arbitraries.of(
                        new MemberObservation.NotLaunched(),
                        new MemberObservation.Silent("no route"),
                        new MemberObservation.Exited("exit code 1", "")));
    }

    private static Arbitrary<StartState> starts() {
        return Combinators.combine(Arbitraries.integers().between(0, 2), Arbitraries.of(true, false))
                .as(StartState::new);
    }

    private static MemberObservation answer(int index, String runId, MemberPhase phase, StartState start, int seen) {
        return new MemberObservation.Answered(Controller.state(runId, "m" + index, phase, start, seen));
    }

    /** Often one of each member, and else of any that the run has or has not. */
    private static Arbitrary<List<PreflightReport>> preflights() {
        var network = Probed.udp(MEMBERS).silent(1, 2).reports();
        Arbitrary<List<PreflightReport>> any = Combinators.combine(
                        Arbitraries.integers().between(-1, MEMBERS), Arbitraries.of(network))
                .as(AnyObservationPropertiesTest::preflight)
                .list()
                .ofMaxSize(MEMBERS + 1);
        return Arbitraries.oneOf(Arbitraries.just(network), any);
    }

    private static PreflightReport preflight(int member, PreflightReport like) {
        return new PreflightReport(
                member,
                like.scope(),
                like.networkInterface(),
                like.receiveDrops(),
                like.reassemblyFailures(),
                like.multicasts(),
                like.fullMulticasts(),
                like.fullMulticastBytes(),
                like.sent(),
                like.received());
    }

    private static Arbitrary<List<ReportReceipt>> receipts() {
        return Combinators.combine(
                        Arbitraries.of("run-1", "run-2"),
                        Arbitraries.integers().between(-1, MEMBERS),
                        Arbitraries.of(
                                ReportStatus.PARTIAL,
                                ReportStatus.COMPLETE,
                                ReportStatus.COMPLETE,
                                ReportStatus.UNREADABLE))
                .as((run, index, status) -> new ReportReceipt(run, index, status, Optional.empty()))
                .list()
                .ofMaxSize(4);
    }

    @Property
    void aRunEndsWhateverIsObserved(@ForAll("observations") List<Observation> observations, @ForAll Policy preflight) {
        var spec = Plan.spec(MEMBERS, preflight);
        var status = RunStatus.pending("run-1", List.of("m0", "m1", "m2"));
        var steps = Duration.ofMillis(700);
        var longest = Plan.ACTIVE_DEADLINE
                .plus(Deadlines.COLLECTING)
                .plus(Deadlines.SALVAGE)
                .plus(Deadlines.STOPPING)
                .plus(steps.multipliedBy(10));
        boolean[] told = new boolean[MEMBERS];
        for (int i = 0; i * steps.toNanos() < longest.toNanos(); i++) {
            var observation = observations.get(i % observations.size());
            observation.reports().stream()
                    .filter(receipt -> receipt.runId().equals("run-1") && receipt.status() == ReportStatus.COMPLETE)
                    .filter(receipt -> receipt.index() >= 0 && receipt.index() < MEMBERS)
                    .forEach(receipt -> told[receipt.index()] = true);
            var next = RunMachine.step(spec, status, observation, i * steps.toNanos())
                    .status();
            assertNoReportCountsAnew(status, next);
            status = next;
        }

        assertThat(status.over()).as("%s", status).isTrue();
        if (status.phase() == RunPhase.SUCCEEDED) {
            assertThat(told).containsOnly(true);
        }
    }

    private static void assertNoReportCountsAnew(RunStatus before, RunStatus after) {
        for (int member = 0; member < MEMBERS; member++) {
            var counted = before.members().get(member).report();
            if (counted != ReportStatus.MISSING) {
                assertThat(after.members().get(member).report()).isEqualTo(counted);
            }
        }
    }
}
