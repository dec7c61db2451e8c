package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.VisitRecord;
import io.jgbench.operator.suite.SuiteSpecs.Resolution;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CellCountsTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");

    private final SuiteFixture fixture = new SuiteFixture("template: {members: 1, messages: 1000, messageSize: 1k},"
            + " axes: [{name: stack, path: stack.name, values: [udp, tcp]}], rounds: 2");

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void cellWhoseStackChangedHasNoFigureAndTheSuiteHasNotSucceeded() {
        SuiteSpec spec = ((Resolution.Resolved)
                        new SuiteSpecs(fixture.api.client(), SpecRules.NONE, SuiteFixture.PORTS).resolve(fixture.suite))
                .spec();
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

    private static KeptVisit visit(int cell, int round, String stackHash) {
        return new KeptVisit(
                new VisitRecord(VisitId.first(cell, round), VisitOutcome.VALID, 1),
                BEGIN,
                BEGIN.plusSeconds(60),
                Optional.of(1000.0),
                Optional.of(1_000_000.0),
                Optional.of(stackHash));
    }
}
