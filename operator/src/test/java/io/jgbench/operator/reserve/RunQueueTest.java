package io.jgbench.operator.reserve;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.QueuePlace;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunQueueTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");
    private static final List<String> NODES = List.of("node-0");
    private static final SuiteRef SUITE = new SuiteRef("lab", "grid", "suite-uid");

    @Test
    void runWaitsForThoseThatWereDeclaredBefore() {
        BenchmarkRun first = run("first", 0);
        BenchmarkRun second = run("second", 1);

        assertThat(before(second, first, second)).hasValue(first);
        assertThat(before(first, first, second)).isEmpty();
    }

    @Test
    void visitHasThePlaceOfItsRound() {
        BenchmarkRun visit = visit("grid-c2-r1", 20, 0);
        BenchmarkRun between = run("between", 10);

        assertThat(before(visit, visit, between)).isEmpty();
        assertThat(before(between, visit, between)).hasValue(visit);
    }

    @Test
    void visitOfTheNextRoundWaitsForWhoeverWasDeclaredMeanwhile() {
        BenchmarkRun visit = visit("grid-c1-r2", 20, 20);
        BenchmarkRun between = run("between", 10);

        assertThat(before(visit, visit, between)).hasValue(between);
    }

    @Test
    void visitThatIsOverKeepsItsPlaceForTheNextOfItsSuite() {
        BenchmarkRun ended = over(visit("grid-c1-r1", 0, 0));
        BenchmarkRun next = visit("grid-c2-r1", 20, 0);
        BenchmarkRun between = run("between", 10);

        assertThat(before(between, ended, between)).hasValue(ended);
        assertThat(before(next, ended, next, between)).isEmpty();
    }

    @Test
    void visitThatHasLeftItsPlaceIsWaitedForByNobody() {
        BenchmarkRun ended = over(visit("grid-c1-r1", 0, 0));
        ended.getMetadata().getAnnotations().put("jgbench.io/holds-place", "false");

        assertThat(before(run("between", 10), ended)).isEmpty();
    }

    @Test
    void runOfNoSuiteHasNoOtherPlaceThanItsOwn() {
        BenchmarkRun first = run("first", 0);
        BenchmarkRun pushy = visit("pushy", 10, -100);
        pushy.getMetadata().setOwnerReferences(List.of());

        assertThat(before(pushy, first, pushy)).hasValue(first);
        assertThat(before(run("later", 20), over(pushy))).isEmpty();
    }

    private static Optional<BenchmarkRun> before(BenchmarkRun run, BenchmarkRun... all) {
        var node = new NodeView("node-0", Map.of(), List.of(), false, Optional.of("10.0.0.1"));
        return new RunQueue(List.of(all), List.of(node)).before(run, NODES);
    }

    private static BenchmarkRun run(String name, int createdAfterSeconds) {
        BenchmarkRun run = RunYaml.parsed(name, "members: 1, messages: 1, messageSize: 1k");
        run.getMetadata().setNamespace("lab");
        run.getMetadata()
                .setCreationTimestamp(BEGIN.plusSeconds(createdAfterSeconds).toString());
        return run;
    }

    private static BenchmarkRun visit(String name, int createdAfterSeconds, int roundAfterSeconds) {
        BenchmarkRun run = run(name, createdAfterSeconds);
        run.getMetadata().setOwnerReferences(List.of(SUITE.ownerReference()));
        run.getMetadata().setAnnotations(new HashMap<>(QueuePlace.annotations(BEGIN.plusSeconds(roundAfterSeconds))));
        return run;
    }

    private static BenchmarkRun over(BenchmarkRun run) {
        run.setStatus(new StatusDraft(null, 1, BEGIN)
                .condition(ConditionType.FINISHED, Status.TRUE, ConditionReason.COMPLETED, "As the test has it.")
                .build());
        return run;
    }
}
