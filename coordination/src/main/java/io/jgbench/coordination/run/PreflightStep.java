package io.jgbench.coordination.run;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.preflight.PreflightFault;
import io.jgbench.coordination.preflight.PreflightJudge;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.PreflightReport;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Has the network between the members probed before they join. All of them open their sockets first, so that one that
 * comes up late is not taken for one that cannot be reached; then all probe; then what each of them sent and received
 * is fetched and judged. They answer each other's probes until they join.
 */
final class PreflightStep {
    private PreflightStep() {}

    /** Whether it is still to be done or under way. */
    static boolean isOpen(StepContext context) {
        return context.spec().preflight() != Policy.SKIP
                && context.status().preflight().isEmpty()
                && !context.members().getFirst().reached(MemberPhase.JOINING);
    }

    /** All members have answered. */
    static StepResult take(StepContext context) {
        Optional<String> invalid = invalidReport(context);
        if (invalid.isPresent()) {
            return RunTermination.fail(context, new Failure(FailureReason.MEMBER_FAILED, invalid.get()));
        }
        var reports = reports(context);
        if (reported(context).size() == context.members().size() && context.allReached(MemberPhase.PROBED)) {
            var names = context.members().stream().map(MemberStatus::name).toList();
            return judged(context, PreflightJudge.judge(names, reports).faults());
        }
        if (context.deadlinePassed()) {
            return RunTermination.fail(context, late(context));
        }
        return new StepResult.Stay(context.status(), actions(context));
    }

    private static StepResult judged(StepContext context, List<PreflightFault> faults) {
        var status = context.status().withPreflight(faults);
        boolean fails = context.spec().preflight() == Policy.REQUIRE
                && faults.stream().anyMatch(fault -> fault.kind().fails());
        return fails ? RunTermination.fail(context.with(status), failure(faults)) : new StepResult.Enter(status);
    }

    private static Failure failure(List<PreflightFault> faults) {
        return new Failure(
                FailureReason.PREFLIGHT_FAILED,
                faults.stream()
                        .filter(fault -> fault.kind().fails())
                        .map(fault -> fault.kind().label() + ": " + fault.evidence())
                        .collect(Collectors.joining(" ", "the network failed the pre-flight. ", "")));
    }

    /** What is asked of the members next. */
    static List<Action> actions(StepContext context) {
        var addresses = JoiningStep.bindAddresses(context);
        if (!addresses.isEmpty() && addresses.size() < context.members().size()) {
            return List.of();
        }
        if (!context.allReached(MemberPhase.LISTENING)) {
            return context.forEach(
                    member -> context.answersNow(member, MemberPhase.CREATED),
                    member -> new Action.OpenPreflight(member.index(), addresses));
        }
        if (!context.allReached(MemberPhase.PROBED)) {
            return context.forEach(
                    member -> context.answersNow(member, MemberPhase.LISTENING),
                    member -> new Action.Probe(member.index()));
        }
        return fetches(context);
    }

    /** What is asked of the members whose report is not there. */
    static List<Action> fetches(StepContext context) {
        var there = reported(context);
        return context.forEach(
                member -> !there.contains(member.index()), member -> new Action.FetchPreflight(member.index()));
    }

    private static Failure late(StepContext context) {
        var there = reported(context);
        var missing = context.which(member -> !member.reached(MemberPhase.PROBED) || !there.contains(member.index()));
        return new Failure(
                Deadlines.startTimeoutReason(context.spec()),
                ProgressText.names(missing) + " did not complete the pre-flight within "
                        + ProgressText.of(Deadlines.startTimeout(context.spec())) + ": "
                        + ProgressText.accounts(context, missing));
    }

    /** A member would give the same again. Nothing else of it is fetched yet. */
    private static Optional<String> invalidReport(StepContext context) {
        return context.observation().reports().stream()
                .filter(receipt -> receipt.status() == ReportStatus.UNREADABLE)
                .flatMap(receipt -> receipt.failure().stream())
                .findFirst();
    }

    /** Those of the run's members; the judge names them by their places. */
    private static List<PreflightReport> reports(StepContext context) {
        return context.observation().preflights().stream()
                .filter(report -> report.member() >= 0
                        && report.member() < context.members().size())
                .toList();
    }

    private static Set<Integer> reported(StepContext context) {
        return reports(context).stream().map(PreflightReport::member).collect(Collectors.toSet());
    }
}
