package io.jgbench.coordination.judge;

import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.bottleneck.BottleneckRule;
import io.jgbench.coordination.pairs.PairMatrix;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.RunResultBuilder;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.StartSkew;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.result.WorkloadRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes the result of a repetition of what it left behind. */
public final class Aggregation {
    private final RunEvidence evidence;
    private final WorkloadRules rules;
    private final List<SharedKernel> shared;
    private final List<MemberResult> members;

    private Aggregation(RunEvidence evidence, WorkloadRules rules) {
        this.evidence = evidence;
        this.rules = rules;
        Map<String, MemberReport> reports =
                evidence.reports().stream().collect(Collectors.toMap(MemberReport::member, Function.identity()));
        this.shared = SharedKernel.ofSeveral(evidence.reports());
        this.members = IntStream.range(0, evidence.memberNames().size())
                .mapToObj(index -> {
                    var name = evidence.memberNames().get(index);
                    return MemberResult.of(
                            rules,
                            name,
                            index,
                            Optional.ofNullable(reports.get(name)),
                            evidence.hostCounters().getOrDefault(name, Map.of()),
                            shared);
                })
                .toList();
    }

    /**
     * The result.
     *
     * @param rules those of the run's workload
     */
    public static RunResult result(RunEvidence evidence, WorkloadRules rules) {
        return new Aggregation(evidence, rules).result();
    }

    private RunResult result() {
        var analysis = rules.analysis(evidence, members);
        var skew = startSkew();
        var figures = figures(analysis);
        var pairs = PairMatrix.of(
                evidence.memberNames(),
                members.stream().collect(Collectors.toMap(MemberResult::name, MemberResult::counters)));
        var arrivals = new SampledTraffic(evidence.spec().workload(), members);
        var stallJudge = new StallJudge(arrivals, skew);
        var stalls = stallJudge.stalls();
        var course = Stream.concat(
                        stallJudge.finding(stalls).stream(),
                        new SteadinessJudge(evidence, arrivals, stalls).findings().stream())
                .toList();
        var loads = new Loads(
                evidence, members, arrivals, stallJudge.standstill(stalls), stallJudge.stoppedAloneNanos(stalls));
        Optional<Bottleneck> bottleneck = figures.isPresent()
                ? Optional.of(BottleneckRule.bottleneck(loads.of(analysis)))
                : new UnfinishedBottleneck(evidence, members, arrivals, loads).found(analysis);
        var verdict = new Judge(evidence, members, shared, analysis, skew, bottleneck, pairs, course).verdict();
        return RunResultBuilder.builder()
                .runId(evidence.runId())
                .spec(evidence.spec())
                .reliable(evidence.reliable())
                .startTime(evidence.startTime())
                .completionTime(evidence.completionTime())
                .failure(evidence.failure().map(new StallEvidence(members, pairs)::addedTo))
                .link(evidence.link())
                .members(members)
                .preflight(evidence.preflight())
                .warmup(evidence.warmup())
                .accounts(analysis.accounts())
                .startSkew(skew)
                .figures(figures)
                .stalls(stalls)
                .bottleneck(bottleneck)
                .pairs(pairs.bounded())
                .verdict(verdict)
                .notApplied(evidence.notApplied())
                .build();
    }

    private Optional<StartSkew> startSkew() {
        boolean allBegan = evidence.reports().size() == members.size()
                && evidence.reports().stream()
                        .allMatch(report -> report.beganAtEpochNanos() != 0
                                && evidence.clocks().containsKey(report.member()));
        if (!allBegan) {
            return Optional.empty();
        }
        return Optional.of(StartSkew.of(evidence.reports().stream()
                .map(report -> new StartSkew.Begin(
                        report.member(),
                        report.beganAtEpochNanos(),
                        evidence.clocks().get(report.member())))
                .toList()));
    }

    private Optional<RunFigures> figures(WorkloadAnalysis analysis) {
        return members.isEmpty() || !members.stream().allMatch(MemberResult::complete)
                ? Optional.empty()
                : Optional.of(analysis.figures());
    }
}
