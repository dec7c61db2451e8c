package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.multicast.MulticastFigures;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Builds the evidence of a run; what is not set is that of one that went well. */
public final class TestRun {
    private final int members;
    private final WorkloadSpec workload;
    private final List<MemberReport> reports;
    private final Map<String, ClockOffset> clocks = new HashMap<>();
    private final Map<String, Map<String, Long>> hostCounters = new HashMap<>();
    private Optional<ClockCourses> clockCourses = Optional.empty();
    private TransportSpec transport = transport("jgroups");
    private boolean reliable = transport.reliable();
    private Duration maxSkew = Duration.ofMillis(10);
    private Optional<Link> link = Optional.empty();
    private Optional<Long> lineRateBitsPerSecond = Optional.empty();
    private Policy preflightPolicy = Policy.SKIP;
    private Optional<Preflight> preflight = Optional.empty();
    private Optional<WarmupResult> warmup = Optional.empty();
    private Optional<RunFailure> failure = Optional.empty();

    private TestRun(int members, WorkloadSpec workload, List<MemberReport> reports) {
        this.members = members;
        this.workload = workload;
        this.reports = reports;
        for (int index = 0; index < members; index++) {
            clocks.put("member-" + index, new ClockOffset(0, 0));
        }
    }

    /** A run of the workload Multicast with 1000-byte messages. */
    public static TestRun of(int members, int senders, TestReport... reports) {
        return new TestRun(
                members,
                new MulticastSpec(
                        senders,
                        RunLength.of(10_000),
                        1000,
                        Warmup.of(0),
                        1,
                        Duration.ofMillis(100),
                        Duration.ZERO,
                        100),
                Arrays.stream(reports).map(TestReport::report).toList());
    }

    /** A run of any workload, with a whole report of each member. */
    public static TestRun of(WorkloadSpec workload, WorkloadReport... reports) {
        return new TestRun(
                reports.length,
                workload,
                IntStream.range(0, reports.length)
                        .mapToObj(index -> report(index, reports[index]))
                        .toList());
    }

    /** A run of any workload with these reports. */
    public static TestRun of(WorkloadSpec workload, List<MemberReport> reports) {
        return new TestRun(reports.size(), workload, reports);
    }

    private static MemberReport report(int index, WorkloadReport workload) {
        return MemberReportBuilder.builder()
                .runId("run-1")
                .member("member-" + index)
                .index(index)
                .beganAtEpochNanos(TestReport.BEGAN)
                .workload(workload)
                .counters(Map.of())
                .framing(TestReport.UDP)
                .host(Map.of())
                .build();
    }

    private static TransportSpec transport(String name) {
        return new TransportSpec(name, Optional.empty(), Map.of(), 0);
    }

    public TestRun over(String name) {
        transport = transport(name);
        reliable = transport.reliable();
        return this;
    }

    /** Over the bundled stack, with this window. */
    public TestRun window(FlowWindow window) {
        return over(new TransportSpec.Stack("udp", "<config/>", Optional.of(window)));
    }

    public TestRun over(TransportSpec.Stack stack) {
        transport = new TransportSpec("jgroups", Optional.of(stack), Map.of(), 0);
        return this;
    }

    public TestRun unreliable() {
        reliable = false;
        return this;
    }

    public TestRun clock(int member, long offsetNanos, long errorNanos) {
        clocks.put("member-" + member, new ClockOffset(offsetNanos, errorNanos));
        return this;
    }

    /** How the clocks went on while it was measured. */
    public TestRun clockCourses(ClockCourses measured) {
        clockCourses = Optional.of(measured);
        return this;
    }

    /** All clocks show the same while it is measured, but that of the first member is only known to this. */
    public TestRun firstClockKnownTo(long errorNanos) {
        Map<Integer, ClockCourse> courses = new HashMap<>();
        for (int index = 0; index < members; index++) {
            var clock = new ClockMeasurement(
                    new ClockOffset(0, index == 0 ? errorNanos : 0), 2 * errorNanos, TestReport.BEGAN);
            courses.put(index, new ClockCourse(clock, Optional.of(clock)));
        }
        return clockCourses(new ClockCourses(courses));
    }

    public TestRun withoutClocks() {
        clocks.clear();
        return this;
    }

    public TestRun maxSkew(Duration allowed) {
        maxSkew = allowed;
        return this;
    }

    public TestRun link(Link known) {
        link = Optional.of(known);
        return this;
    }

    /** The line rate of the links whose hosts tell none. */
    public TestRun declaring(long bitsPerSecond) {
        lineRateBitsPerSecond = Optional.of(bitsPerSecond);
        return this;
    }

    public TestRun warmup(WarmupResult took) {
        warmup = Optional.of(took);
        return this;
    }

    public TestRun hostCounter(int member, String name, long value) {
        hostCounters.put("member-" + member, Map.of(name, value));
        return this;
    }

    public TestRun probed(Policy policy, Preflight found) {
        preflightPolicy = policy;
        preflight = Optional.of(found);
        return this;
    }

    public TestRun failed(RunFailure why) {
        failure = Optional.of(why);
        return this;
    }

    public MulticastFigures figures() {
        return Workloads.MULTICAST.of(result()).figures().orElseThrow();
    }

    public RunResult result() {
        var spec = RunSpecBuilder.builder()
                .name("udp-1k")
                .members(members)
                .workload(workload)
                .transport(transport)
                .repetitions(1)
                .startTimeout(Duration.ofMinutes(2))
                .maxSkew(maxSkew)
                .jvmOptions(List.of())
                .activeDeadline(Duration.ofMinutes(30))
                .preflight(preflightPolicy)
                .lineRateBitsPerSecond(lineRateBitsPerSecond)
                .build();
        return Workloads.result(RunEvidenceBuilder.builder()
                .runId("run-1")
                .spec(spec)
                .reliable(reliable)
                .memberNames(IntStream.range(0, members)
                        .mapToObj(index -> "member-" + index)
                        .toList())
                .reports(reports)
                .clocks(clocks)
                .clockCourses(clockCourses)
                .preflight(preflight)
                .warmup(warmup)
                .link(link)
                .hostCounters(hostCounters)
                .failure(failure)
                .startTime(Instant.parse("2026-11-01T10:00:00Z"))
                .completionTime(Instant.parse("2026-11-01T10:00:05Z"))
                .notApplied(List.of())
                .build());
    }
}
