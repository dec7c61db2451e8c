package io.jgbench.operator.reconcile.status;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusMembers;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.reconcile.state.RunView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the status says of a run under way. */
public final class LiveStatus {
    private static final int LISTED = 10;

    private final RunView view;
    private final RunRecord record;
    private final RunStatus status;
    private final Map<String, PodView> pods;
    private final Optional<PodView.Problem> problem;

    private LiveStatus(RunView view, LiveRun live) {
        this.view = view;
        this.record = live.record();
        this.status = record.status();
        this.pods = view.podsOf(record.plan().id());
        this.problem = problem(record, pods, live.launchProblem());
    }

    /** Notes it. */
    public static void note(RunView view, LiveRun live) {
        new LiveStatus(view, live).note();
    }

    /** What keeps a member from starting, if anything does, and which one it is. */
    public static Optional<PodView.Problem> problem(
            RunRecord record, Map<String, PodView> pods, Optional<String> launchProblem) {
        return record.plan().assignments().stream()
                .filter(assignment -> pods.containsKey(assignment.member()))
                .flatMap(assignment -> pods.get(assignment.member()).problem().stream()
                        .map(found -> new PodView.Problem(
                                found.reason(),
                                assignment.member() + " on node " + assignment.node() + ": " + found.message())))
                .findFirst()
                .or(() -> launchProblem.map(why -> new PodView.Problem(ConditionReason.POD_NOT_MADE, why)));
    }

    private void note() {
        view.draft()
                .members(members())
                .progressPercent(progressPercent())
                .condition(
                        ConditionType.RESULTS_COLLECTED,
                        Status.UNKNOWN,
                        ConditionReason.UNDER_WAY,
                        "The run is under way.")
                .condition(ConditionType.VALID, Status.UNKNOWN, ConditionReason.UNDER_WAY, "The run is under way.")
                .condition(ConditionType.FINISHED, Status.FALSE, ConditionReason.UNDER_WAY, "The run is under way.")
                .condition(ConditionType.SUCCEEDED, Status.UNKNOWN, status.stage(), stage());
        membersReady();
        started();
    }

    private void membersReady() {
        if (reached(RunPhase.RUNNING) || status.release().isPresent()) {
            view.draft()
                    .condition(
                            ConditionType.MEMBERS_READY,
                            Status.TRUE,
                            ConditionReason.ALL_ARMED,
                            "All members have joined and completed their warm-up.");
        } else if (problem.isPresent()) {
            notReady(problem.get().reason(), problem.get().message());
        } else if (reached(RunPhase.ARMED)) {
            warmingUp();
        } else if (reached(RunPhase.JOINING)) {
            notReady(ConditionReason.VIEW_INCOMPLETE, missing(MemberPhase.JOINED, "in the cluster"));
        } else {
            notReady(ConditionReason.STARTING, missing(MemberPhase.CREATED, "up"));
        }
    }

    /** Members that have joined may lose sight of each other. */
    private void warmingUp() {
        int all = record.spec().members();
        List<String> blind = names(member -> member.membersSeen() < all);
        if (blind.isEmpty()) {
            notReady(ConditionReason.WARMING_UP, missing(MemberPhase.ARMED, "warmed up"));
        } else {
            notReady(ConditionReason.VIEW_INCOMPLETE, "Some members no longer see all others: " + listed(blind) + ".");
        }
    }

    private void notReady(ReasonWord reason, String message) {
        view.draft().condition(ConditionType.MEMBERS_READY, Status.FALSE, reason, message);
    }

    private void started() {
        boolean isReleased = reached(RunPhase.RUNNING);
        view.draft()
                .condition(
                        ConditionType.STARTED,
                        isReleased ? Status.TRUE : Status.FALSE,
                        isReleased ? ConditionReason.RELEASED : ConditionReason.NOT_RELEASED,
                        isReleased ? "All members took the start." : "The start was not given out yet.");
    }

    private boolean reached(RunPhase phase) {
        return status.phaseBegan().containsKey(phase);
    }

    private String missing(MemberPhase phase, String word) {
        List<String> names = names(member -> !member.reached(phase));
        return names.isEmpty() ? "All members are " + word + "." : "Not " + word + " yet: " + listed(names) + ".";
    }

    private List<String> names(Predicate<MemberStatus> condition) {
        return status.members().stream()
                .filter(condition)
                .map(MemberStatus::name)
                .toList();
    }

    private static String listed(List<String> names) {
        String shown = names.stream().limit(LISTED).collect(Collectors.joining(", "));
        return names.size() > LISTED ? shown + " and " + (names.size() - LISTED) + " more" : shown;
    }

    private String stage() {
        int repetitions = record.spec().repetitions();
        String now = status.phase() + (status.warmsUpForLong() ? " and warms up." : stalled() + ".");
        return repetitions == 1
                ? "The run is " + now
                : "Repetition " + record.repetition() + " of " + repetitions + " is " + now;
    }

    private String stalled() {
        return status.stall()
                .filter(_ -> status.stage() == ConditionReason.STALLED)
                .map(stall -> String.format(
                        Locale.ROOT,
                        ", and no member has made progress since %s: %,d %s were done by then",
                        Instant.ofEpochSecond(0, stall.sinceEpochNanos()).truncatedTo(ChronoUnit.SECONDS),
                        stall.unitsDone(),
                        record.spec().workload().unitOfWork()))
                .orElse("");
    }

    private int progressPercent() {
        int done = record.repetition() - 1;
        return (done * 100 + status.progressPercent()) / record.spec().repetitions();
    }

    private StatusMembers members() {
        return new StatusMembers(
                record.spec().members(),
                (int) pods.values().stream().filter(PodView::isScheduled).count(),
                count(member -> member.reached(MemberPhase.JOINED)),
                count(member -> member.report().isThere()),
                count(member -> member.gone() && !member.report().isThere()),
                record.plan().nodes().size());
    }

    private int count(Predicate<MemberStatus> condition) {
        return (int) status.members().stream().filter(condition).count();
    }
}
