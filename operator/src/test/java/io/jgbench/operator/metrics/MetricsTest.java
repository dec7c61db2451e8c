package io.jgbench.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatusBuilder;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.api.v1alpha1.StatusVisits;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.steady.WarmupProgress;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.plan.Assignment;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final Path DASHBOARD = Path.of("..", "helm", "jgbench", "files", "dashboard.json");
    private static final Path OPERATOR_PAGE = Path.of("..", "docs", "OPERATOR.md");

    private static final RunRef RUN = new RunRef("lab", "udp-2x1k", "u");
    private static final SuiteRef SUITE = new SuiteRef("lab", "grid", "suite-uid");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicReference<RunStatus> status =
            new AtomicReference<>(RunStatus.pending("lab-1", List.of("member-0", "member-1")));

    @Test
    void whatMembersOfARunUnderWaySendAndReceiveIsCounted() throws Exception {
        Runnable unfollow = follow();
        System.gc();
        status.set(statusOf(4000, 1000));

        assertThat(registry.scrape())
                .contains(
                        "jgbench_member_received_total{member=\"member-1\",namespace=\"lab\",node=\"node-1\","
                                + "run=\"udp-2x1k\",unit=\"messages\"} 4000.0",
                        "jgbench_member_sent_total{member=\"member-1\",namespace=\"lab\",node=\"node-1\","
                                + "run=\"udp-2x1k\",unit=\"messages\"} 1000.0");

        unfollow.run();
        assertThat(registry.scrape()).doesNotContain("jgbench_member_");
    }

    @Test
    void dashboardShowsMetricsThatTheOperatorHas() throws Exception {
        follow();
        var metrics = new RunMetrics(registry);
        metrics.countFrom(Stream::of);
        metrics.started(100);
        metrics.showFigures(RUN, over("True"));
        new SuiteMetrics(registry).show(SUITE, 2, suiteStatus());
        var named = Pattern.compile("jgbench_[a-z_]+")
                .matcher(Files.readString(DASHBOARD))
                .results()
                .map(match -> match.group())
                .distinct()
                .toList();

        assertThat(named).hasSizeGreaterThanOrEqualTo(5);
        assertThat(registry.scrape()).contains(named);
    }

    @Test
    void runsAreCountedByEachReasonThatTheirOutcomeMayHave() throws Exception {
        var counted = new SimpleMeterRegistry();
        new RunMetrics(counted).countFrom(Stream::of);
        String row = Files.readAllLines(OPERATOR_PAGE).stream()
                .filter(line -> line.startsWith("| `Succeeded` |"))
                .findFirst()
                .orElseThrow();
        var reasons = Pattern.compile("`([A-Z][A-Za-z]+)`")
                .matcher(row.substring("| `Succeeded` |".length()))
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(counted.get("jgbench.runs").gauges())
                .extracting(gauge -> gauge.getId().getTag("state"))
                .containsExactlyInAnyOrderElementsOf(reasons);
    }

    @Test
    void alertsNameStatesThatRunsAndSuitesCanHave() throws Exception {
        var states = Pattern.compile("jgbench_(runs|suites)\\{state=~?\"([A-Za-z|]+)\"}")
                .matcher(Files.readString(OPERATOR_PAGE))
                .results()
                .toList();

        assertThat(states).hasSizeGreaterThanOrEqualTo(5);
        assertThat(states)
                .allSatisfy(state -> assertThat(List.of(state.group(2).split("\\|")))
                        .isSubsetOf(state.group(1).equals("runs") ? statesOfRuns() : statesOfSuites()));
    }

    private static List<String> statesOfRuns() {
        return ConditionType.SUCCEEDED.reasons().stream()
                .map(ConditionReason::label)
                .toList();
    }

    private static List<String> statesOfSuites() {
        return SuiteConditionType.SUCCEEDED.reasons().stream()
                .map(SuiteConditionReason::label)
                .toList();
    }

    @Test
    void figuresOfARunThatIsOverAreShownAsLongAsItIsThere() {
        var metrics = new RunMetrics(registry);
        metrics.showFigures(RUN, over("True"));
        metrics.showFigures(RUN, over("True"));

        assertThat(registry.scrape())
                .contains("jgbench_run_bytes_per_second{namespace=\"lab\",run=\"udp-2x1k\"} 5000000.0")
                .contains("jgbench_run_messages_per_second{namespace=\"lab\",run=\"udp-2x1k\"} 5000.0");

        metrics.hideFiguresOf("another");
        assertThat(registry.scrape()).contains("jgbench_run_bytes_per_second");
        metrics.hideFiguresOf(RUN.uid());
        assertThat(registry.scrape()).doesNotContain("jgbench_run_bytes_per_second");
    }

    @Test
    void figuresOfARunThatIsNotValidAreNotShown() {
        var metrics = new RunMetrics(registry);
        metrics.showFigures(RUN, over("False"));
        assertThat(registry.scrape()).doesNotContain("jgbench_run_bytes_per_second");

        metrics.showFigures(RUN, over("True"));
        metrics.showFigures(RUN, over("False"));
        assertThat(registry.scrape()).doesNotContain("jgbench_run_bytes_per_second");
    }

    @Test
    void startThatTookMoreThanAMinuteFallsIntoABucketThatTellsSo() {
        new RunMetrics(registry).finished(startedAfter(Duration.ofSeconds(70), Duration.ZERO));

        assertThat(registry.scrape())
                .contains(
                        "jgbench_run_start_overhead_seconds_bucket{le=\"60.0\"} 0",
                        "jgbench_run_start_overhead_seconds_bucket{le=\"90.0\"} 1");
    }

    @Test
    void warmUpIsNoOverheadOfTheStart() {
        new RunMetrics(registry).finished(startedAfter(Duration.ofSeconds(70), Duration.ofSeconds(64)));

        assertThat(registry.scrape()).contains("jgbench_run_start_overhead_seconds_sum 6.0");
    }

    @Test
    void skewOfARunIsStillToldMinutesAfterIt() {
        var clock = new MockClock();
        var later = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), clock);
        new RunMetrics(later).started(250);
        clock.add(Duration.ofMinutes(10));

        assertThat(later.scrape())
                .contains(
                        "jgbench_run_start_skew_seconds_bucket{le=\"2.0E-4\"} 0",
                        "jgbench_run_start_skew_seconds_bucket{le=\"5.0E-4\"} 1");
    }

    @Test
    void visitsAndCellsOfASuiteAreShownAsLongAsItIsThere() {
        var metrics = new SuiteMetrics(registry);
        metrics.show(SUITE, 2, suiteStatus());

        assertThat(registry.scrape())
                .contains(
                        "jgbench_suite_visits{namespace=\"lab\",outcome=\"Valid\",suite=\"grid\"} 2.0",
                        "jgbench_suite_visits{namespace=\"lab\",outcome=\"Failed\",suite=\"grid\"} 1.0",
                        "jgbench_suite_planned{namespace=\"lab\",suite=\"grid\"} 4.0",
                        "jgbench_suite_cells{namespace=\"lab\",suite=\"grid\"} 1.0",
                        "jgbench_suite_rounds{namespace=\"lab\",suite=\"grid\"} 2.0",
                        "jgbench_suite_round{namespace=\"lab\",suite=\"grid\"} 0.0",
                        "jgbench_suite_cell_bytes_per_second{cell=\"1\",namespace=\"lab\",suite=\"grid\","
                                + "values=\"stack=udp\"} 7.0",
                        "jgbench_suite_cell_units_per_second_low{cell=\"1\",namespace=\"lab\",suite=\"grid\","
                                + "values=\"stack=udp\"} 4.0",
                        "jgbench_suite_cell_units_per_second_high{cell=\"1\",namespace=\"lab\",suite=\"grid\","
                                + "values=\"stack=udp\"} 6.0",
                        "jgbench_suite_cell_spread_permille{cell=\"1\",namespace=\"lab\",suite=\"grid\","
                                + "values=\"stack=udp\"} 400.0",
                        "jgbench_suite_cell_bottleneck{bottleneck=\"Wire\",cell=\"1\",namespace=\"lab\","
                                + "suite=\"grid\",values=\"stack=udp\"} 1.0");

        metrics.forget(SUITE.uid());
        assertThat(registry.scrape()).doesNotContain("jgbench_suite_");
    }

    @Test
    void suiteThatIsForgottenWhileItIsShownLeavesNoMetrics() throws Exception {
        var metrics = new SuiteMetrics(registry);
        var forgetting = new AtomicReference<Thread>();
        registry.config().onMeterAdded(_ -> {
            if (forgetting.get() == null) {
                forgetting.set(Thread.ofPlatform().start(() -> metrics.forget(SUITE.uid())));
            }
        });

        metrics.show(SUITE, 2, suiteStatus());
        forgetting.get().join();

        assertThat(registry.scrape()).doesNotContain("jgbench_suite_");
    }

    @Test
    void cellHasMetricsOnceItHasAFigure() {
        var metrics = new SuiteMetrics(registry);
        metrics.show(SUITE, 2, suiteStatus(new StatusCell(1, "stack=udp", 0, 0, null, null, null, null, null, null)));
        assertThat(registry.scrape()).doesNotContain("jgbench_suite_cell_");

        metrics.show(SUITE, 2, suiteStatus());
        metrics.show(SUITE, 2, suiteStatus());
        assertThat(registry.scrape()).containsOnlyOnce("jgbench_suite_cell_bytes_per_second{");
    }

    @Test
    void cellOfOneRoundHasNoMetricsOfItsIntervalAndItsSpread() {
        var metrics = new SuiteMetrics(registry);
        metrics.show(SUITE, 2, suiteStatus(new StatusCell(1, "stack=udp", 1, 0, 5L, 7L, null, null, null, null)));
        assertThat(registry.scrape())
                .contains("jgbench_suite_cell_bytes_per_second{", "jgbench_suite_cell_units_per_second{")
                .doesNotContain("_low", "_high", "_spread", "_bottleneck");

        metrics.show(SUITE, 2, suiteStatus());
        assertThat(registry.scrape())
                .containsOnlyOnce("jgbench_suite_cell_units_per_second_low{")
                .containsOnlyOnce("jgbench_suite_cell_units_per_second_high{")
                .containsOnlyOnce("jgbench_suite_cell_spread_permille{");
    }

    @Test
    void cellHasOneBottleneckAtATime() {
        var metrics = new SuiteMetrics(registry);
        metrics.show(SUITE, 2, suiteStatus());
        metrics.show(SUITE, 2, suiteStatus());
        assertThat(registry.scrape()).containsOnlyOnce("jgbench_suite_cell_bottleneck{");

        metrics.show(
                SUITE,
                2,
                suiteStatus(new StatusCell(1, "stack=udp", 3, 1, 5L, 7L, 4L, 6L, 400L, BottleneckType.HOST_CPU)));
        assertThat(registry.scrape())
                .containsOnlyOnce("jgbench_suite_cell_bottleneck{")
                .contains("bottleneck=\"HostCpu\"");
    }

    private static BenchmarkRunStatus over(String valid) {
        return Serialization.unmarshal("""
                summary: {messagesPerSecond: 5000, bytesPerSecond: 5000000}
                conditions:
                - {type: Valid, status: "%s", reason: Test, message: As the test has it.}
                """.formatted(valid), BenchmarkRunStatus.class);
    }

    /** Of a run whose members took the start so long after it had its nodes, and warmed up before. */
    private static RunStatus startedAfter(Duration start, Duration warmup) {
        var warmed = Optional.of(new WarmupProgress(warmup.toNanos(), 1, Optional.empty()));
        var phases = Map.of(RunPhase.STARTING, 1_000_000_000L, RunPhase.RUNNING, 1_000_000_000L + start.toNanos());
        return status(phases, List.of(member(1000, 1000, warmed)));
    }

    private static BenchmarkSuiteStatus suiteStatus() {
        return suiteStatus(new StatusCell(1, "stack=udp", 2, 1, 5L, 7L, 4L, 6L, 400L, BottleneckType.WIRE));
    }

    private static BenchmarkSuiteStatus suiteStatus(StatusCell cell) {
        return BenchmarkSuiteStatusBuilder.builder()
                .observedGeneration(1L)
                .suiteId("grid-x")
                .phase(BenchmarkSuiteStatus.Phase.RUNNING)
                .cells(1)
                .visits(new StatusVisits(4, 3, 2, 0, 1, "3/4"))
                .perCell(List.of(cell))
                .build();
    }

    private static RunStatus statusOf(long received, long sent) {
        return status(Map.of(), List.of(MemberStatus.unknown(0, "member-0"), member(received, sent, Optional.empty())));
    }

    private static RunStatus status(Map<RunPhase, Long> phaseBegan, List<MemberStatus> members) {
        return new RunStatus(
                "lab-1",
                RunPhase.RUNNING,
                phaseBegan,
                0,
                members,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    private static MemberStatus member(long received, long sent, Optional<WarmupProgress> warmup) {
        return MemberStatus.unknown(1, "member-1")
                .answered(new MemberState(
                        "lab-1",
                        "member-1",
                        MemberPhase.RUNNING,
                        new StartState(1, true),
                        2,
                        received,
                        10_000,
                        sent,
                        warmup,
                        Optional.empty(),
                        HostNetwork.UNKNOWN,
                        Optional.empty()));
    }

    private Runnable follow() throws Exception {
        BenchmarkRun run = RunYaml.parsed("udp-2x1k", "members: 2, messages: 1000, messageSize: 1k");
        RunSpec spec = new RunSpecResolver(_ -> new Stack("udp", "<config/>")).resolve("udp-2x1k", run.getSpec());
        return new MemberMetrics(registry)
                .follow(new RunRef("lab", "udp-2x1k", "u"), spec, List.of(assignment(0), assignment(1)), status::get);
    }

    private static Assignment assignment(int index) {
        return new Assignment(index, "member-" + index, "node-" + index, "10.0.0." + index, 7800, 27_800);
    }
}
