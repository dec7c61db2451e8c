package io.jgbench.coordination.status;

import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.BenchmarkRunStatusBuilder;
import io.jgbench.api.v1alpha1.StatusBottleneck;
import io.jgbench.api.v1alpha1.StatusFinding;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusMembers;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.api.v1alpha1.StatusWarmup;
import io.jgbench.api.v1alpha1.StatusWindow;
import io.jgbench.coordination.BoundedText;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.WarmupResult;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.workload.WorkloadType;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Writes a result as the status of a {@code BenchmarkRun}: integers with the unit in the name, and bounded. */
public final class StatusOf {
    private static final int MAX_FINDINGS = 64;
    private static final int MAX_FINDING_CHARS = 1024;

    private final RepetitionsResult result;
    private final RunResult run;
    private final WorkloadType<?, ?, ?, ?, ?> workload;

    private StatusOf(RepetitionsResult result) {
        this.result = result;
        this.run = result.representative();
        this.workload = Workloads.of(run.spec().workload().workloadType());
    }

    /**
     * The status of a run that is over. With repetitions the figures are those of {@link
     * RepetitionsResult#representative}, and the findings and conditions speak of all.
     *
     * @param at when the conditions became what they are
     */
    public static BenchmarkRunStatus status(RepetitionsResult result, Instant at) {
        return new StatusOf(result).status(at);
    }

    private BenchmarkRunStatus status(Instant at) {
        return BenchmarkRunStatusBuilder.builder()
                .runId(run.runId())
                .stack(carrier(run.spec()))
                .senders(run.spec().workload().senders(run.spec().members()))
                .window(window(run.spec()))
                .startTime(result.runs().getFirst().startTime().toString())
                .completionTime(result.runs().getLast().completionTime().toString())
                .conditions(new StatusConditions(result, at).conditions())
                .members(members())
                .progressPercent(progressPercent())
                .startSkewMicros(
                        run.startSkew().map(skew -> micros(skew.skewNanos())).orElse(null))
                .startSkewErrorMicros(
                        run.startSkew().map(skew -> micros(skew.errorNanos())).orElse(null))
                .warmup(run.warmup().map(StatusOf::warmup).orElse(null))
                .summary(run.figures().map(this::summary).orElse(null))
                .bottleneck(run.bottleneck().map(StatusOf::bottleneck).orElse(null))
                .environmentHash(run.environmentHash().orElse(null))
                .perMember(run.members().stream().map(this::member).toList())
                .findings(findings())
                .build();
    }

    private StatusSummary summary(RunFigures figures) {
        var common = new CommonFigures(result, figures);
        var summary = StatusSummaryBuilder.builder()
                .rate(common.rate())
                .throughput(common.throughput())
                .bytesPerSecond(figures.bytesPerSecond())
                .clusterBytesPerSecond(figures.clusterBytesPerSecond())
                .memberSpreadPermille(common.memberSpreadPermille())
                .repetitionSpreadPermille(common.repetitionSpreadPermille())
                .repetitions(common.repetitions());
        workload.summarize(run, summary);
        return summary.build();
    }

    private StatusMember member(MemberResult member) {
        var status = StatusMemberBuilder.builder()
                .name(member.name())
                .partial(!member.complete())
                .drops(member.knowsDrops() ? member.drops() : null);
        workload.summarize(run, member, status);
        return status.build();
    }

    private static String carrier(RunSpec spec) {
        var transport = spec.transport();
        return transport.stack().map(stack -> stack.name()).orElse("raw " + transport.name());
    }

    private static StatusWarmup warmup(WarmupResult warmup) {
        return new StatusWarmup(
                warmup.end(),
                TimeUnit.NANOSECONDS.toMillis(warmup.durationNanos()),
                warmup.unitsPerMember(),
                warmup.steadiness()
                        .map(found -> Math.round(found.change() * 1000))
                        .orElse(null));
    }

    private static StatusBottleneck bottleneck(Bottleneck found) {
        return new StatusBottleneck(
                found.type(), found.member().orElse(null), BoundedText.of(found.message(), MAX_FINDING_CHARS));
    }

    private static StatusWindow window(RunSpec spec) {
        return spec.transport()
                .window()
                .map(window -> new StatusWindow(window.bytes(), window.reason()))
                .orElse(null);
    }

    private StatusMembers members() {
        int desired = run.members().size();
        int reported = (int) run.members().stream()
                .filter(member -> member.report().isPresent())
                .count();
        var reached = run.failure().map(RunFailure::phase).orElse(RunPhase.SUCCEEDED);
        return new StatusMembers(
                desired,
                reached.compareTo(RunPhase.STARTING) > 0 ? desired : null,
                reached.compareTo(RunPhase.JOINING) > 0 ? desired : null,
                reported,
                desired - reported,
                null);
    }

    private int progressPercent() {
        long expected = run.accounts().expectedUnits();
        return expected == 0 ? 0 : (int) Math.min(100, run.accounts().doneUnits() * 100 / expected);
    }

    private List<StatusFinding> findings() {
        var all = new ArrayList<StatusFinding>();
        boolean several = result.runs().size() > 1;
        IntStream.range(0, result.runs().size())
                .forEach(index -> result.runs()
                        .get(index)
                        .verdict()
                        .findings()
                        .forEach(finding ->
                                all.add(finding(finding, several ? "Repetition " + (index + 1) + ": " : ""))));
        if (several) {
            all.sort(Comparator.comparing(StatusFinding::severity));
        }
        return all.stream().limit(MAX_FINDINGS).toList();
    }

    private static StatusFinding finding(Finding finding, String prefix) {
        return new StatusFinding(
                finding.reason().label(),
                finding.severity(),
                BoundedText.of(prefix + finding.evidence(), MAX_FINDING_CHARS));
    }

    private static long micros(long nanos) {
        return Math.ceilDiv(nanos, 1000);
    }
}
