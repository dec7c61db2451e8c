package io.jgbench.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.StatusVisits;
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
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.plan.Assignment;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
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
        metrics.showFigures(RUN, summary());
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
    void figuresOfARunThatIsOverAreShownAsLongAsItIsThere() {
        var metrics = new RunMetrics(registry);
        metrics.showFigures(RUN, summary());
        metrics.showFigures(RUN, summary());

        assertThat(registry.scrape())
                .contains("jgbench_run_bytes_per_second{namespace=\"lab\",run=\"udp-2x1k\"} 5000000.0")
                .contains("jgbench_run_messages_per_second{namespace=\"lab\",run=\"udp-2x1k\"} 5000.0");

        metrics.hideFiguresOf("another");
        assertThat(registry.scrape()).contains("jgbench_run_bytes_per_second");
        metrics.hideFiguresOf(RUN.uid());
        assertThat(registry.scrape()).doesNotContain("jgbench_run_bytes_per_second");
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
                                + "values=\"stack=udp\"} 7.0");

        metrics.forget(SUITE.uid());
        assertThat(registry.scrape()).doesNotContain("jgbench_suite_");
    }

    private static StatusSummary summary() {
        return StatusSummary.builder()
                .messagesPerSecond(5000L)
                .bytesPerSecond(5_000_000L)
                .build();
    }

    private static BenchmarkSuiteStatus suiteStatus() {
        return new BenchmarkSuiteStatus(
                1L,
                "grid-x",
                BenchmarkSuiteStatus.Phase.RUNNING,
                null,
                null,
                List.of(),
                1,
                new StatusVisits(4, 3, 2, 0, 1, "3/4"),
                null,
                null,
                null,
                null,
                List.of(new StatusCell(1, "stack=udp", 2, 1, 5L, 7L)),
                null);
    }

    private static RunStatus statusOf(long received, long sent) {
        var members = List.of(MemberStatus.unknown(0, "member-0"), member(received, sent));
        return new RunStatus(
                "lab-1",
                RunPhase.RUNNING,
                Map.of(),
                0,
                members,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    private static MemberStatus member(long received, long sent) {
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
                        Optional.empty(),
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
