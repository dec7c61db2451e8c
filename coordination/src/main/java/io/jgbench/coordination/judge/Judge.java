package io.jgbench.coordination.judge;

import static io.jgbench.coordination.words.Numbers.millis;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.pairs.PairMatrix;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.StartSkew;
import io.jgbench.coordination.result.Verdict;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for what makes a run's figures useless or doubtful: who is missing and whether all began together. What hosts
 * and network say is {@link EnvironmentJudge}', what must add up the workload's own {@link WorkloadAnalysis}'.
 */
final class Judge {
    /** The collector and limits on CPU time are found by their shares of the time already. */
    private static final Set<BottleneckType> HAS_NO_OTHER_FINDING =
            Set.of(BottleneckType.RECEIVER, BottleneckType.SENDER, BottleneckType.WIRE, BottleneckType.LOSS);

    /** Nobody asks the members for their reports then: they did not join, or the run was given up. */
    private static final Set<FailureReason> FAULT_OF_NO_MEMBER =
            Set.of(FailureReason.PREFLIGHT_FAILED, FailureReason.API_REFUSED, FailureReason.INTERNAL_ERROR);

    private final RunEvidence evidence;
    private final List<MemberResult> members;
    private final List<SharedKernel> shared;
    private final WorkloadAnalysis analysis;
    private final Optional<StartSkew> skew;
    private final Optional<Bottleneck> bottleneck;
    private final PairMatrix pairs;
    private final List<Finding> course;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * Of one run.
     *
     * @param course what was found about stalls and about how steady the rate was
     */
    Judge(
            RunEvidence evidence,
            List<MemberResult> members,
            List<SharedKernel> shared,
            WorkloadAnalysis analysis,
            Optional<StartSkew> skew,
            Optional<Bottleneck> bottleneck,
            PairMatrix pairs,
            List<Finding> course) {
        this.evidence = evidence;
        this.members = members;
        this.shared = shared;
        this.analysis = analysis;
        this.skew = skew;
        this.bottleneck = bottleneck;
        this.pairs = pairs;
        this.course = course;
    }

    Verdict verdict() {
        findings.addAll(new PreflightFindings(evidence).findings());
        if (!reportsWereNotAskedFor()) {
            membersThatAreMissing();
        }
        failureThatNoMemberShows();
        findings.addAll(analysis.findings());
        startsApart();
        findings.addAll(course);
        new OtherWire(members, evidence.reliable()).finding().ifPresent(findings::add);
        new OtherTraffic(members, lineRate()).finding().ifPresent(findings::add);
        findings.addAll(new EnvironmentJudge(evidence.spec(), members, shared, pairs, bottleneck).findings());
        bottleneck
                .filter(Bottleneck::fault)
                .filter(found -> HAS_NO_OTHER_FINDING.contains(found.type()))
                .ifPresent(found -> add(Reason.HELD_BACK, found.message()));
        return Verdict.of(findings, bottleneck);
    }

    /** Of links whose hosts do not tell. The narrowest link may be that of a host that does. */
    private Optional<Long> lineRate() {
        return evidence.spec()
                .lineRateBitsPerSecond()
                .or(() -> evidence.link().map(link -> link.bytesPerSecond() * Byte.SIZE));
    }

    private boolean reportsWereNotAskedFor() {
        return evidence.failure()
                .filter(failure -> FAULT_OF_NO_MEMBER.contains(failure.reason()) || isBeforeTheStart(failure))
                .isPresent();
    }

    /** There is nothing to report before the start. A start that only some members took leaves their reports. */
    private boolean isBeforeTheStart(RunFailure failure) {
        return failure.phase().compareTo(RunPhase.ARMED) <= 0
                && members.stream().allMatch(member -> member.report().isEmpty());
    }

    private void membersThatAreMissing() {
        Wording.names(members, member -> member.report().isEmpty())
                .ifPresent(without -> add(Reason.MEMBER_LOST, without + " left no report."));
        for (var member : members) {
            if (member.report().isPresent() && !member.complete()) {
                add(
                        Reason.PARTIAL_REPORT,
                        member.name() + " did not finish: "
                                + member.report()
                                        .flatMap(MemberReport::failure)
                                        .orElse("it was stopped before its workload was done."));
            }
        }
    }

    private void failureThatNoMemberShows() {
        evidence.failure()
                .filter(_ -> findings.stream().noneMatch(finding -> finding.severity() == Severity.INVALID))
                .ifPresent(failure -> add(reason(failure), failure.message()));
    }

    /** Before the start no missing report shows that a member was lost. */
    private Reason reason(RunFailure failure) {
        return failure.reason() == FailureReason.MEMBER_LOST && isBeforeTheStart(failure)
                ? Reason.MEMBER_LOST
                : Reason.RUN_FAILED;
    }

    private void startsApart() {
        var limit = evidence.spec().maxSkew();
        if (skew.isEmpty()) {
            if (members.stream().allMatch(MemberResult::complete)) {
                add(
                        Reason.SKEW_ABOVE_LIMIT,
                        "The start skew is not known: the offset of a clock or the start of a member is missing.");
            }
            return;
        }
        long skewNanos = skew.get().skewNanos();
        long errorNanos = skew.get().errorNanos();
        var found = "The members began " + millis(skewNanos) + " apart (+/- " + millis(errorNanos) + ")";
        if (skewNanos > limit.toNanos()) {
            add(
                    Reason.SKEW_ABOVE_LIMIT,
                    found + ", more than the " + millis(limit.toNanos()) + " that start.maxSkew allows.");
        } else if (skewNanos + errorNanos > limit.toNanos()) {
            findings.add(Reason.SKEW_ABOVE_LIMIT.found(
                    Severity.WARNING,
                    found + ", which may be more than the " + millis(limit.toNanos()) + " that start.maxSkew allows."));
        }
    }

    private void add(Reason reason, String evidence) {
        findings.add(reason.found(evidence));
    }
}
