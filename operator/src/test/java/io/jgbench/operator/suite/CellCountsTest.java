package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.VisitRecord;
import io.jgbench.operator.suite.SuiteSpecs.Resolution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CellCountsTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");

    private final SuiteFixture fixture = new SuiteFixture("template: {members: 1, messages: 1000, messageSize: 1k},"
            + " axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6");

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void cellWhoseStackChangedHasNoFigureAndTheSuiteHasNotSucceeded() {
        SuiteSpec spec = spec();
        var kept = KeptVisits.of(
                List.of(visit(0, 1, "one"), visit(1, 1, "tcp"), visit(0, 2, "other"), visit(1, 2, "tcp")),
                new TreeMap<>());

        assertThat(CellCounts.of(spec, kept))
                .satisfiesExactly(
                        mixed -> assertThat(mixed.unitsPerSecond()).isNull(),
                        whole -> assertThat(whole.unitsPerSecond()).isEqualTo(1000));
        SuiteOutcome outcome = SuiteOutcome.of(CellCounts.visited(spec, kept));
        assertThat(outcome.reason()).isEqualTo(SuiteConditionReason.STACK_CHANGED);
        assertThat(outcome.message()).isEqualTo("1 of 2 cells have figures of different stacks: stack=udp.");
    }

    @Test
    void cellWithoutAFigureIsGraverThanOneOfTwoStacks() {
        SuiteOutcome outcome = SuiteOutcome.of(List.of(
                new SuiteOutcome.VisitedCell("stack=udp", 2, 2, true),
                new SuiteOutcome.VisitedCell("stack=tcp", 2, 0, false)));

        assertThat(outcome.reason()).isEqualTo(SuiteConditionReason.CELLS_MISSING);
    }

    @Test
    void cellOfSixRoundsHasAnIntervalAndTheBottleneckOfMostVisits() {
        var visits = new ArrayList<KeptVisit>();
        for (int round = 1; round <= 6; round++) {
            BottleneckType bottleneck = round <= 4 ? BottleneckType.WIRE : BottleneckType.HOST_CPU;
            visits.add(visit(0, round, "udp", 990 + 10 * round, Optional.of(bottleneck)));
            if (round <= 5) {
                visits.add(visit(1, round, "tcp", 990 + 10 * round, Optional.empty()));
            }
        }

        assertThat(CellCounts.of(spec(), KeptVisits.of(visits, new TreeMap<>())))
                .satisfiesExactly(
                        six -> {
                            assertThat(six.unitsPerSecond()).isEqualTo(1025);
                            assertThat(six.unitsPerSecondLow()).isEqualTo(1000);
                            assertThat(six.unitsPerSecondHigh()).isEqualTo(1050);
                            assertThat(six.spreadPermille()).isEqualTo(49);
                            assertThat(six.bottleneck()).isEqualTo(BottleneckType.WIRE);
                        },
                        five -> {
                            assertThat(five.unitsPerSecondLow()).isNull();
                            assertThat(five.unitsPerSecondHigh()).isNull();
                            assertThat(five.spreadPermille()).isEqualTo(39);
                            assertThat(five.bottleneck()).isNull();
                        });
    }

    @Test
    void oneVisitIsSpreadOverNothingAndOfTwoBottlenecksTheOneDeclaredFirstIsTold() {
        var kept = KeptVisits.of(
                List.of(
                        visit(0, 1, "udp", 1000, Optional.of(BottleneckType.LOSS)),
                        visit(1, 1, "tcp", 1000, Optional.of(BottleneckType.LOSS)),
                        visit(1, 2, "tcp", 1000, Optional.of(BottleneckType.WIRE))),
                new TreeMap<>());

        assertThat(CellCounts.of(spec(), kept))
                .satisfiesExactly(
                        one -> {
                            assertThat(one.spreadPermille()).isNull();
                            assertThat(one.bottleneck()).isEqualTo(BottleneckType.LOSS);
                        },
                        two -> {
                            assertThat(two.spreadPermille()).isZero();
                            assertThat(two.bottleneck()).isEqualTo(BottleneckType.WIRE);
                        });
    }

    @Test
    void thatNothingWasFoundIsToldWhereNothingElseWas() {
        var kept = KeptVisits.of(
                List.of(
                        visit(0, 1, "udp", 1000, Optional.of(BottleneckType.UNKNOWN)),
                        visit(0, 2, "udp", 1000, Optional.of(BottleneckType.UNKNOWN)),
                        visit(0, 3, "udp", 1000, Optional.of(BottleneckType.WIRE)),
                        visit(1, 1, "tcp", 1000, Optional.of(BottleneckType.UNKNOWN))),
                new TreeMap<>());

        assertThat(CellCounts.of(spec(), kept))
                .extracting(StatusCell::bottleneck)
                .containsExactly(BottleneckType.WIRE, BottleneckType.UNKNOWN);
    }

    private SuiteSpec spec() {
        var specs = new SuiteSpecs(fixture.api.client(), SpecRules.NONE, SuiteFixture.LIMITS, SuiteFixture.PORTS);
        return ((Resolution.Resolved) specs.resolve(fixture.suite)).spec();
    }

    private static KeptVisit visit(int cell, int round, String stackHash) {
        return visit(cell, round, stackHash, 1000, Optional.empty());
    }

    private static KeptVisit visit(
            int cell, int round, String stackHash, double rate, Optional<BottleneckType> bottleneck) {
        return new KeptVisit(
                new VisitRecord(VisitId.first(cell, round), VisitOutcome.VALID, 1),
                BEGIN,
                BEGIN.plusSeconds(60),
                Optional.of(rate),
                Optional.of(1000 * rate),
                Optional.of(stackHash),
                bottleneck);
    }
}
