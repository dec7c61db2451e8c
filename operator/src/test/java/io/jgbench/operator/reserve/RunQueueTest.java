package io.jgbench.operator.reserve;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.QueueAnnotations;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.plan.NodeChoice;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.status.StatusDraft;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunQueueTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");
    private static final List<String> NODES = List.of("node-0");
    private static final NodeView NODE =
            new NodeView("node-0", Map.of(), List.of(), false, Optional.of("10.0.0.1"), Optional.empty());
    private static final SuiteRef SUITE = new SuiteRef("lab", "grid", "suite-uid");
    private static final Clock CLOCK = Clock.fixed(BEGIN.plusSeconds(60), ZoneOffset.UTC);
    private static final QueuePlaces PLACES = new QueuePlaces(RunQueueTest::suite, CLOCK);

    @Test
    void nodesOfARunThatIsOverAreNotRemembered() {
        var asked = new ArrayList<BenchmarkRunSpec>();
        var queue = new RunQueue(PLACES, (spec, nodes) -> {
            asked.add(spec);
            return NodeChoice.choose(spec, nodes);
        });
        BenchmarkRun first = run("first", 0);
        BenchmarkRun second = run("second", 1);
        queue.before(second, NODES, () -> List.of(first, second), List.of(NODE));
        queue.choose(first, List.of(NODE));
        assertThat(asked).hasSize(1);

        over(first);
        queue.before(second, NODES, () -> List.of(first, second), List.of(NODE));
        queue.choose(first, List.of(NODE));

        assertThat(asked).hasSize(2);
    }

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

    @Test
    void ownedRunThatNoSuiteFindsHasNoOtherPlaceThanItsOwn() {
        BenchmarkRun first = run("first", 0);
        BenchmarkRun pushy = visit("grid-c1-r1", 10, -100);
        pushy.getMetadata().getLabels().remove("jgbench.io/suite");

        assertThat(before(pushy, first, pushy)).hasValue(first);
        assertThat(before(run("later", 20), over(pushy))).as("it is over").isEmpty();
    }

    @Test
    void runOfASuiteThatIsNotThereHasNoOtherPlaceThanItsOwn() {
        BenchmarkRun first = run("first", 0);
        BenchmarkRun pushy = visit("grid-c1-r1", 10, -100);
        pushy.getMetadata().setOwnerReferences(List.of(new SuiteRef("lab", "grid", "another-uid").ownerReference()));

        assertThat(before(pushy, first, pushy)).hasValue(first);
        assertThat(before(run("later", 20), over(pushy))).as("it is over").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000", "2026-01-01T00:00:00Z", "2026-11-01T09:59:59Z", "+10000-01-01T00:00:00Z"})
    void visitHasNoEarlierPlaceThanTheRoundThatItsSuiteIsIn(String since) {
        BenchmarkRun first = run("first", -1);
        BenchmarkRun pushy = visit("grid-c1-r1", 10, 0);
        pushy.getMetadata().getAnnotations().put("jgbench.io/queued-since", since);

        assertThat(before(pushy, first, pushy)).hasValue(first);
    }

    @Test
    void visitHasNoLaterPlaceThanItsOwn() {
        BenchmarkRun visit = visit("grid-c1-r1", 10, 0);
        BenchmarkRun later = run("later", 20);
        visit.getMetadata().getAnnotations().put("jgbench.io/queued-since", "+10000-01-01T00:00:00Z");

        assertThat(before(later, visit, later)).hasValue(visit);
    }

    @Test
    void visitHasNoLaterPlaceThanItsOwnWhereTheOperatorsClockIsAhead() {
        BenchmarkRun visit = visit("grid-c1-r1", 10, 15);
        BenchmarkRun later = run("later", 12);
        BenchmarkSuite begunLater = suite("{roundStartTime: '" + BEGIN.plusSeconds(15) + "'}");
        var queue = new RunQueue(new QueuePlaces(_ -> Optional.of(begunLater), CLOCK));

        assertThat(queue.before(later, NODES, () -> List.of(visit, later), List.of(NODE)))
                .hasValue(visit);
        assertThat(queue.before(visit, NODES, () -> List.of(visit, later), List.of(NODE)))
                .isEmpty();
    }

    @Test
    void visitOfASuiteThatIsInNoRoundHasNoOtherPlaceThanItsOwn() {
        BenchmarkRun between = run("between", 10);
        BenchmarkRun visit = visit("grid-c1-r1", 20, 0);
        var places = new QueuePlaces(_ -> Optional.of(suite("{}")), CLOCK);

        assertThat(new RunQueue(places).before(visit, NODES, () -> List.of(visit, between), List.of(NODE)))
                .hasValue(between);
    }

    @Test
    void placeThatNoFurtherVisitTakesLapses() {
        BenchmarkRun ended = over(visit("grid-c1-r1", 0, 0));
        BenchmarkRun between = run("between", 10);
        var later = Clock.fixed(BEGIN.plus(QueuePlaces.HELD_AT_MOST), ZoneOffset.UTC);
        var places = new QueuePlaces(RunQueueTest::suite, later);

        assertThat(new RunQueue(places).before(between, NODES, () -> List.of(ended, between), List.of(NODE)))
                .isEmpty();
    }

    @Test
    void placeIsNotHeldForLongerWhereTheWallClockWasSetBack() {
        BenchmarkRun ended = over(visit("grid-c1-r1", 0, 0));
        BenchmarkRun between = run("between", 10);
        var earlier = Clock.fixed(BEGIN.minus(Duration.ofHours(8)), ZoneOffset.UTC);
        var places = new QueuePlaces(RunQueueTest::suite, earlier);

        assertThat(new RunQueue(places).before(between, NODES, () -> List.of(ended, between), List.of(NODE)))
                .isEmpty();
    }

    @Test
    @Tag("slow")
    @Tag("beside")
    void nodesOfALongQueueAreChosenOnceForEachRunAndOnceMoreForEachThatChanged() {
        var computed = new AtomicInteger();
        var queue = new RunQueue(PLACES, (spec, nodes) -> {
            computed.incrementAndGet();
            return NodeChoice.choose(spec, nodes);
        });
        List<BenchmarkRun> runs =
                IntStream.range(0, 1_000).mapToObj(i -> run("run-" + i, i)).toList();

        lookAtAll(queue, runs, List.of(NODE));
        assertThat(computed).hasValue(1_000);
        lookAtAll(queue, runs, List.of(NODE));
        assertThat(computed).as("nothing has changed").hasValue(1_000);

        runs.get(7).getMetadata().setGeneration(2L);
        lookAtAll(queue, runs, List.of(NODE));
        assertThat(computed).as("one spec has changed").hasValue(1_001);

        var cordoned = new NodeView("node-1", Map.of(), List.of(), true, Optional.of("10.0.0.2"), Optional.empty());
        lookAtAll(queue, runs, List.of(NODE, cordoned));
        assertThat(computed).as("there is another node").hasValue(2_001);
    }

    @Test
    void suspendedRunsAreAskedForNoNodes() {
        var computed = new AtomicInteger();
        var queue = new RunQueue(PLACES, (spec, nodes) -> {
            computed.incrementAndGet();
            return NodeChoice.choose(spec, nodes);
        });
        List<BenchmarkRun> runs = new ArrayList<>(
                IntStream.range(0, 2_000).mapToObj(RunQueueTest::suspended).toList());
        BenchmarkRun last = run("last", 5_000);
        runs.add(last);

        assertThat(queue.before(last, NODES, () -> runs, List.of(NODE))).isEmpty();
        assertThat(computed).hasValue(0);
    }

    @Test
    void runThatLeavesIsFollowedByWhoeverWaitsForItAndByNobodyElse() {
        var queue = new RunQueue(PLACES);
        List<BenchmarkRun> runs =
                IntStream.range(0, 100).mapToObj(i -> run("run-" + i, i)).toList();
        lookAtAll(queue, runs, List.of(NODE));

        assertThat(runs.stream()
                        .map(each -> each.getMetadata().getUid())
                        .filter(uid -> queue.mayFollow(uid, "run-0-uid")))
                .as("the next one, and the first, which waits for no run")
                .containsExactly("run-0-uid", "run-1-uid");
    }

    @Test
    void runThatIsBeingLookedAtMayFollowAnyOther() {
        var queue = new RunQueue(PLACES);
        BenchmarkRun first = run("first", 0);
        BenchmarkRun second = run("second", 1);
        Supplier<List<BenchmarkRun>> whileItLooks = () -> {
            assertThat(queue.mayFollow("second-uid", "whoever-leaves-now")).isTrue();
            return List.of(first, second);
        };
        queue.before(second, NODES, whileItLooks, List.of(NODE));

        assertThat(queue.mayFollow("second-uid", "whoever-leaves-now")).isFalse();
        queue.before(second, NODES, whileItLooks, List.of(NODE));
    }

    private static void lookAtAll(RunQueue queue, List<BenchmarkRun> runs, List<NodeView> nodes) {
        for (BenchmarkRun run : runs) {
            assertThat(queue.choose(run, nodes)).isInstanceOf(NodeChoice.Outcome.Chosen.class);
            queue.before(run, NODES, () -> runs, nodes);
        }
    }

    private static BenchmarkRun suspended(int index) {
        BenchmarkRun run =
                RunYaml.parsed("suspended-" + index, "members: 1, messages: 1, messageSize: 1k, suspend: true");
        run.getMetadata().setNamespace("lab");
        run.getMetadata().setUid("suspended-" + index);
        run.getMetadata().setCreationTimestamp(BEGIN.plusSeconds(index).toString());
        return run;
    }

    private static Optional<BenchmarkRun> before(BenchmarkRun run, BenchmarkRun... all) {
        return new RunQueue(PLACES).before(run, NODES, () -> List.of(all), List.of(NODE));
    }

    private static BenchmarkRun run(String name, int createdAfterSeconds) {
        BenchmarkRun run = RunYaml.parsed(name, "members: 1, messages: 1, messageSize: 1k");
        run.getMetadata().setNamespace("lab");
        run.getMetadata().setUid(name + "-uid");
        run.getMetadata().setGeneration(1L);
        run.getMetadata()
                .setCreationTimestamp(BEGIN.plusSeconds(createdAfterSeconds).toString());
        return run;
    }

    private static BenchmarkRun visit(String name, int createdAfterSeconds, int roundAfterSeconds) {
        BenchmarkRun run = run(name, createdAfterSeconds);
        Matcher numbers = Pattern.compile("grid-c(\\d+)-r(\\d+)").matcher(name);
        if (numbers.matches()) {
            var visit = VisitId.first(Integer.parseInt(numbers.group(1)) - 1, Integer.parseInt(numbers.group(2)));
            run.getMetadata().setLabels(new HashMap<>(new VisitMetadata("grid", visit, Map.of()).labels(SUITE)));
        }
        run.getMetadata().setOwnerReferences(List.of(SUITE.ownerReference()));
        run.getMetadata()
                .setAnnotations(new HashMap<>(QueueAnnotations.annotations(BEGIN.plusSeconds(roundAfterSeconds))));
        return run;
    }

    /** The suites that are there: one, whose round began at the beginning. */
    private static Optional<BenchmarkSuite> suite(SuiteRef ref) {
        return ref.equals(SUITE)
                ? Optional.of(suite("{roundStartTime: '" + BEGIN.plusMillis(1) + "'}"))
                : Optional.empty();
    }

    private static BenchmarkSuite suite(String status) {
        return Serialization.unmarshal("status: " + status, BenchmarkSuite.class);
    }

    private static BenchmarkRun over(BenchmarkRun run) {
        run.setStatus(new StatusDraft(null, 1, BEGIN)
                .condition(ConditionType.FINISHED, Status.TRUE, ConditionReason.COMPLETED, "As the test has it.")
                .build());
        return run;
    }
}
