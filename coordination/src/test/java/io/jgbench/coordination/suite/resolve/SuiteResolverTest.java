package io.jgbench.coordination.suite.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.api.v1alpha1.ThresholdSettings.Statistic;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.CellComparison;
import io.jgbench.coordination.suite.ComparisonQuestion;
import io.jgbench.coordination.suite.Limit;
import io.jgbench.coordination.suite.SuiteFixture;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.Threshold;
import io.jgbench.coordination.suite.VisitId;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteResolverTest {
    private static final String WORKLOADS = "template: {members: 2, messageSize: 1k},"
            + " axes: [{name: workload, path: workload.type, values: [Rpc, MessageBus, Datagram]}]";
    private static final String STACKS = "axes: [{name: stack, path: stack.name, values: [udp, tcp]}]";

    @Test
    void suiteOfATemplateAloneHasOneCellAndTheDefaults() throws Exception {
        SuiteSpec suite = SuiteFixture.suite("");

        assertThat(suite.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.key()).isEqualTo("template");
            assertThat(cell.spec().name()).isEqualTo("lab-c1-r1");
        });
        assertThat(suite.rounds()).isEqualTo(10);
        assertThat(suite.order()).isEqualTo(Order.INTERLEAVED);
        assertThat(suite.retries()).isEqualTo(1);
        assertThat(suite.budget()).isEmpty();
        assertThat(suite.suspended()).isFalse();
    }

    @Test
    void cellsAreAllCombinationsButThoseLeftOut() throws Exception {
        SuiteSpec suite = SuiteFixture.suite("""
                axes: [{name: members, path: members, values: ["2", "4"]},
                       {name: stack, path: stack.name, values: [udp, tcp]}],
                exclude: [{where: {members: "4", stack: tcp}}], budget: 2h, seed: 7, order: Sequential""");

        assertThat(suite.cells().stream().map(Cell::key))
                .containsExactly("members=2,stack=udp", "members=2,stack=tcp", "members=4,stack=udp");
        assertThat(suite.cells().stream().map(cell -> cell.spec().members())).containsExactly(2, 2, 4);
        assertThat(suite.cells().get(1).declared().stack().name()).isEqualTo("tcp");
        assertThat(suite.budget()).contains(Duration.ofHours(2));
        assertThat(suite.order()).isEqualTo(Order.SEQUENTIAL);
    }

    @Test
    void pointsMoveSeveralFieldsTogether() throws Exception {
        SuiteSpec suite = SuiteFixture.suite("""
                axes: [{name: load, points: [{name: small, values: {messageSize: 1k, messages: "5000"}},
                                             {name: large, values: {messageSize: 5k,
                                                                     jvm.options: -Xms1g -Xmx1g}}]}]""");

        assertThat(suite.cells().stream().map(Cell::key)).containsExactly("load=small", "load=large");
        assertThat(suite.cells().get(0).declared().messages()).isEqualTo(5000);
        assertThat(suite.cells().get(1).declared().messages()).isEqualTo(1000);
        assertThat(suite.cells().get(1).spec().jvmOptions()).containsExactly("-Xms1g", "-Xmx1g");
        assertThat(suite.cells().get(1).spec().workload().largestMessageBytes()).isEqualTo(5000);
    }

    @Test
    void objectsOnThePathAreMadeWhereTheTemplateHasNone() throws Exception {
        SuiteSpec suite = SuiteFixture.suite("axes: [{name: skew, path: start.maxSkew, values: [5ms]}]");

        assertThat(suite.cells().getFirst().spec().maxSkew()).isEqualTo(Duration.ofMillis(5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "axes: [{name: a, path: messageCount, values: [x]}] | spec.axes[0] | a path must match",
                "axes: [{name: a, path: stack.nam, values: [x]}]"
                        + "| spec.axes[0] | 'cell a=x: stack.nam is not a field of a run''s spec: in place of ''nam''"
                        + " there is name'",
                "axes: [{name: a, path: members.x, values: [x]}]"
                        + "| spec.axes[0] | cell a=x: members.x is not a field of a run's spec: members has no fields",
                "axes: [{name: a, path: workload.rpc, values: [x]}]"
                        + "| spec.axes[0] | 'workload.rpc must be a field with a value of its own, not an object'",
                "axes: [{name: members, path: members, values: ['0']}]"
                        + "| spec.axes[0] | 'cell members=0: spec.members must be between 1 and 256, got: 0'",
                "axes: [{name: members, path: members, values: [two]}]"
                        + "| spec.axes[0] | 'cell members=two: members must be a whole number, got: two'",
                "axes: [{name: type, path: workload.type, values: [Rcp]}]"
                        + "| spec.axes[0] | 'workload.type must be one of Multicast, Rpc, MessageBus, Datagram'",
                "axes: [{name: size, path: messageSize, values: [1kb]}]"
                        + "| spec.axes[0] | cell size=1kb: spec.messageSize must be a whole number of bytes",
                "axes: [{name: senders, path: senders, values: ['2', '3']}]"
                        + "| spec.axes[0] | cell senders=3: spec.senders must be at most members",
                "axes: [{name: stack, path: stack.name, values: [nope]}]" + "| spec | 'cell stack=nope:'",
                "axes: [{name: a}] | spec.axes[0] | 'exactly one of path and points, got: neither'",
                "axes: [{name: a, path: members}] | spec.axes[0] | must have values where it has a path",
                "axes: [{name: a, path: members, values: ['2', '2']}] | spec.axes[0] | must have each value once",
                "axes: [{name: a, path: members, values: ['2']}, {name: a, path: messages, values: ['2']}]"
                        + "| spec.axes[1] | must be the only one of that name",
                "axes: [{name: a, path: members, values: ['2']}, {name: b, path: members, values: ['3']}]"
                        + "| spec.axes[1] | 'a path must be varied by one axis, got: members of a and b'",
                "exclude: [{where: {stack: tcp}}] | spec.exclude[0] | must name axes",
                "axes: [{name: stack, path: stack.name, values: [udp]}], exclude: [{where: {stack: tcp}}]"
                        + "| spec.exclude[0] | 'must be a value of that axis, got: tcp; its values are udp'",
                "axes: [{name: stack, path: stack.name, values: [udp]}], exclude: [{where: {stack: udp}}]"
                        + "| spec.exclude | 'must leave a cell'",
                STACKS + ", thresholds: [{metric: bytesPerSecond}]"
                        + "| spec.thresholds[0] | 'must have exactly one of min and max, got: neither'",
                STACKS + ", thresholds: [{metric: bytesPerSecond, min: 1, max: 2}]"
                        + "| spec.thresholds[0] | 'must have exactly one of min and max, got: both'",
                STACKS + ", thresholds: [{metric: bytesPerSecond, min: 2000000G}]"
                        + "| spec.thresholds[0].min | must be between 0 and 1000000000000000",
                STACKS + ", thresholds: [{metric: speed, min: 1}]"
                        + "| spec.thresholds[0] | 'metric must be a figure of a run, got: speed'",
                STACKS + ", thresholds: [{metric: repetitions, min: 1}]"
                        + "| spec.thresholds[0] | 'metric must be a figure of a run, got: repetitions'",
                STACKS + ", thresholds: [{metric: rpc.readP99Micros, max: 1}]"
                        + "| spec.thresholds[0] | 'must be a figure of the workload of its cells, got:"
                        + " rpc.readP99Micros of cell stack=udp, which is Multicast'",
                STACKS + ", thresholds: [{metric: bytesPerSecond, where: {size: 1k}, min: 1}]"
                        + "| spec.thresholds[0] | 'where must name axes, got: size; the axes are stack'",
                "thresholds: [{metric: bytesPerSecond, where: {size: 1k}, min: 1}]"
                        + "| spec.thresholds[0] | 'where must name axes, got: size; the suite has no axes'",
                STACKS + ", thresholds: [{metric: bytesPerSecond, where: {stack: sctp}, min: 1}]"
                        + "| spec.thresholds[0] | 'where.stack must be a value of that axis, got: sctp; its values are"
                        + " udp, tcp'",
                STACKS + ", exclude: [{where: {stack: tcp}}], thresholds: [{metric: bytesPerSecond,"
                        + " where: {stack: tcp}, min: 1}]"
                        + "| spec.thresholds[0] | where must leave a cell",
                STACKS + ", compare: {a: {}, b: {stack: tcp}} | spec.compare | a must name an axis",
                STACKS + ", compare: {a: {stack: udp}, b: {stack: sctp}}"
                        + "| spec.compare | 'b.stack must be a value of that axis, got: sctp'",
                STACKS + ", compare: {a: {stack: udp}, b: {stack: udp}} | spec.compare | must differ",
                "axes: [{name: stack, path: stack.name, values: [udp, tcp]}, {name: size, path: messageSize,"
                        + " values: [1k]}], compare: {a: {stack: udp}, b: {size: 1k}}"
                        + "| spec.compare | 'must name the same axes, got: [stack] and [size]'",
                STACKS + ", exclude: [{where: {stack: tcp}}], compare: {a: {stack: udp}, b: {stack: tcp}}"
                        + "| spec.compare | must leave two cells",
                STACKS + ", compare: {a: {stack: udp}, b: {stack: tcp}, metric: speed}"
                        + "| spec.compare | metric must be a figure of a run",
                STACKS + ", compare: {a: {stack: udp}, b: {stack: tcp}, metric: messagesLost}"
                        + "| spec.compare | 'spec.compare.metric must be a rate or a time, got: messagesLost; of"
                        + " messagesLost neither more nor less is faster; those that can be compared are"
                        + " unitsPerSecond, clusterUnitsPerSecond, messagesPerSecond'",
                STACKS + ", baseline: {suite: october, metric: memberSpreadPermille}"
                        + "| spec.baseline | 'spec.baseline.metric must be a rate or a time'",
                STACKS + ", compare: {a: {stack: udp}, b: {stack: tcp}, confidencePercent: 50}"
                        + "| spec.compare.confidencePercent | must be between 90 and 99",
                STACKS + ", compare: {a: {stack: udp}, b: {stack: tcp}, minEffectPermille: 0}"
                        + "| spec.compare.minEffectPermille | must be between 1 and 1000",
                STACKS + ", order: Sequential, compare: {a: {stack: udp}, b: {stack: tcp}}"
                        + "| spec.compare | 'needs order: Interleaved, in which a slow hour hits both cells alike'",
                "axes: [{name: map, path: stack.configMapKeyRef.name, values: [a, b]}]"
                        + "| spec.template.stack | 'cell map=a: stack.configMapKeyRef.key must be given as well'",
                "rounds: 0 | spec.rounds | must be between 1 and 1000",
                "budget: 1s | spec.budget | must be between 1m and 8760h",
                "onInvalid: {retries: 11} | spec.onInvalid.retries | must be between 0 and 10",
            })
    void whatCannotBeRunIsNamedWithCellAndRule(String fields, String place, String sentence) {
        var refused = catchThrowableOfType(InvalidSpecException.class, () -> SuiteFixture.suite(fields));

        assertThat(refused.problems().getFirst().path()).startsWith(place);
        assertThat(refused.problems().getFirst().sentence()).contains(sentence);
    }

    /** The API server would refuse each run of the cell, and the suite would stand still. */
    @Test
    void listThatIsLongerThanARunMayHaveIsNamedWithItsCell() {
        String options = "-Da ".repeat(65);
        var refused = catchThrowableOfType(
                InvalidSpecException.class,
                () -> SuiteFixture.suite(
                        "axes: [{name: heap, points: [{name: many, values: {jvm.options: '" + options + "'}}]}]"));

        assertThat(refused.problems().getFirst().sentence())
                .contains("cell heap=many: jvm.options must have at most 64 entries");
    }

    /** Hours of measuring would give no figure. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "thresholds: [{metric: latencyP99Micros, max: 1}] | latencyP99Micros of cell workload=Rpc, which is"
                        + " Rpc",
                "thresholds: [{metric: messagesPerSecond, min: 1}] | messagesPerSecond of cell workload=Rpc",
                "thresholds: [{metric: messagesPerSecond, where: {workload: Datagram}, min: 1}]"
                        + "| messagesPerSecond of cell workload=Datagram, which is Datagram",
                "thresholds: [{metric: efficiencyPermille, where: {workload: MessageBus}, min: 1}]"
                        + "| efficiencyPermille of cell workload=MessageBus, which is MessageBus",
                "compare: {a: {workload: MessageBus}, b: {workload: Rpc}, metric: messagesPerSecond}"
                        + "| messagesPerSecond of cell workload=Rpc",
                "compare: {a: {workload: Rpc}, b: {workload: MessageBus}, metric: messagesPerSecond}"
                        + "| messagesPerSecond of cell workload=Rpc",
                "baseline: {suite: october, metric: latencyP99Micros} | latencyP99Micros of cell workload=Rpc",
            })
    void figureThatTheWorkloadNeverHasIsNamedWithItsCell(String asked, String found) throws Exception {
        var refused =
                catchThrowableOfType(InvalidSpecException.class, () -> SuiteFixture.resolved(WORKLOADS + ", " + asked));

        assertThat(refused.problems())
                .singleElement()
                .extracting(problem -> problem.sentence())
                .asString()
                .contains("must be a figure of the workload of its cells, got: " + found);
        assertThat(SuiteFixture.resolved(WORKLOADS + ", thresholds: [{metric: messagesPerSecond,"
                                + " where: {workload: MessageBus}, min: 1}]")
                        .thresholds())
                .hasSize(1);
    }

    @Test
    void thresholdIsForTheCellsThatItNamesAndTakesTheStricterBound() throws Exception {
        SuiteSpec suite = SuiteFixture.suite(STACKS + """
                , thresholds: [{metric: bytesPerSecond, where: {stack: tcp}, min: 50M},
                               {metric: latencyP99Micros, max: 5k},
                               {metric: unitsPerSecond, min: 1, of: Median},
                               {metric: messagesLost, max: 0},
                               {metric: messagesReceived, min: 1000}]""");

        assertThat(suite.thresholds())
                .containsExactly(
                        new Threshold("bytesPerSecond", List.of(1), Statistic.LOWER_BOUND, Limit.MIN, 50_000_000),
                        new Threshold("latencyP99Micros", List.of(0, 1), Statistic.UPPER_BOUND, Limit.MAX, 5000),
                        new Threshold("unitsPerSecond", List.of(0, 1), Statistic.MEDIAN, Limit.MIN, 1),
                        new Threshold("messagesLost", List.of(0, 1), Statistic.MAX, Limit.MAX, 0),
                        new Threshold("messagesReceived", List.of(0, 1), Statistic.MIN, Limit.MIN, 1000));
    }

    @Test
    void cellsAreComparedThatDifferInNothingElse() throws Exception {
        SuiteSpec suite = SuiteFixture.suite("""
                axes: [{name: stack, path: stack.name, values: [udp, tcp]},
                       {name: size, path: messageSize, values: [1k, 2k, 5k]}],
                exclude: [{where: {stack: tcp, size: 2k}}],
                compare: {a: {stack: udp}, b: {stack: tcp}, minEffectPermille: 30}""");

        CellComparison comparison = suite.comparison().orElseThrow();
        assertThat(comparison.pairs())
                .containsExactly(new CellComparison.CellPair(0, 3), new CellComparison.CellPair(2, 4));
        assertThat(comparison.question())
                .isEqualTo(new ComparisonQuestion("unitsPerSecond", new ClaimRule(0.99, 0.03, true)));
    }

    @Test
    void ofTimesLessIsFaster() throws Exception {
        SuiteSpec suite = SuiteFixture.suite("""
                axes: [{name: heap, points: [{name: small, values: {jvm.options: -Xmx1g}},
                                             {name: large, values: {jvm.options: -Xmx2g}}]}],
                compare: {a: {heap: small}, b: {heap: large}, metric: latencyP99Micros}""");

        var question = suite.comparison().orElseThrow().question();
        assertThat(question.rule().higherIsFaster()).isFalse();
    }

    @Test
    void templateIsOneRunThatIsNotHeld() {
        var repeated = catchThrowableOfType(
                InvalidSpecException.class,
                () -> SuiteFixture.resolved(
                        "template: {members: 2, messages: 1, messageSize: 1k, repetitions: 3, suspend: true,"
                                + " cancel: true, retention: {ttlAfterFinished: 1h}}, retention: {runs: 1001}"));

        assertThat(repeated.problems())
                .extracting(problem -> problem.path())
                .containsExactly(
                        "spec.retention.runs",
                        "spec.template.repetitions",
                        "spec.template.suspend",
                        "spec.template.cancel",
                        "spec.template.retention.ttlAfterFinished");
    }

    @Test
    void aMillionCellsAreOneLine() {
        String values = IntStream.range(1, 65).mapToObj(i -> "'" + i + "'").collect(Collectors.joining(", "));
        String axis = ", values: [" + values + "]}";

        var refused = catchThrowableOfType(
                InvalidSpecException.class,
                () -> SuiteFixture.suite("axes: [{name: a, path: members" + axis + ", {name: b, path: senders" + axis
                        + ", {name: c, path: messages" + axis + "]"));

        assertThat(refused.getMessage())
                .isEqualTo("spec.axes must give at most 1000 cells, got: 262144 (64 x 64 x 64); take fewer values or"
                        + " rounds, or make several suites of it");
    }

    @Test
    void cellsThatAreLeftOutCountNeitherTowardsTheMostCellsNorTheMostVisits() throws Exception {
        assertThat(SuiteFixture.suite(leavingOut(50, 20, 25) + ", rounds: 15").cells())
                .hasSize(25 * 20);
        assertThat(SuiteFixture.suite(leavingOut(40, 30, 10) + ", rounds: 2").cells())
                .hasSize(30 * 30);

        assertThat(refusal(leavingOut(50, 20, 25) + ", rounds: 21"))
                .startsWith("cells times rounds must be at most 10000, got: 500 x 21; take fewer");
        assertThat(refusal(leavingOut(40, 30, 2)))
                .startsWith("spec.axes must give at most 1000 cells, got: 1140 of 40 x 30, without those of"
                        + " spec.exclude; take fewer");
    }

    /** All combinations are made before some are left out. */
    @Test
    void combinationsFromWhichCellsAreLeftOutHaveAMostToo() {
        String third = leavingOut(30, 30, 1)
                .replace("], exclude", ", {name: c, path: senders, values: " + numbers(1, 20) + "}], exclude");

        assertThat(refusal(third))
                .startsWith("spec.axes must give at most 10000 cells before spec.exclude leaves some out, got: 18000"
                        + " (30 x 30 x 20); take fewer");
    }

    /** An axis of messages, of which some values are left out, and one of members. */
    private static String leavingOut(int messages, int members, int excluded) {
        String exclude = IntStream.rangeClosed(1, excluded)
                .mapToObj(value -> "{where: {a: '" + value + "'}}")
                .collect(Collectors.joining(", "));
        return "axes: [{name: a, path: messages, values: " + numbers(1, messages)
                + "}, {name: b, path: members, values: " + numbers(2, members + 1) + "}], exclude: [" + exclude + "]";
    }

    private static String numbers(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(value -> "'" + value + "'")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String refusal(String fields) {
        return catchThrowableOfType(InvalidSpecException.class, () -> SuiteFixture.suite(fields))
                .getMessage();
    }

    @Test
    void manyBadCellsAreCountedAndTheFirstNamed() {
        String values = IntStream.range(1, 51).mapToObj(i -> "'0" + i + "x'").collect(Collectors.joining(", "));

        var refused = catchThrowableOfType(
                InvalidSpecException.class,
                () -> SuiteFixture.suite("axes: [{name: a, path: members, values: [" + values + "]}]"));

        assertThat(refused.problems()).hasSize(6);
        assertThat(refused.getMessage()).endsWith("45 more cells cannot be run; the first are named above");
    }

    @Test
    void visitsHaveNamesThatRunsMayHave() {
        String longest = "a".repeat(24);
        List<String> names = List.of(
                new VisitId(SuiteResolver.MAX_CELLS - 1, 1000, 11).runName(longest),
                VisitId.first(0, 1).runName("a"));

        assertThat(longest).matches(BenchmarkSuite.NAME_PATTERN);
        assertThat(longest + "a").doesNotMatch(BenchmarkSuite.NAME_PATTERN);
        assertThat(names).allMatch(name -> name.matches(BenchmarkRun.NAME_PATTERN));
        assertThat(names.getLast()).isEqualTo("a-c1-r1");
    }
}
