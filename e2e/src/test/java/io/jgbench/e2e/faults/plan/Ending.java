package io.jgbench.e2e.faults.plan;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How a run can end, as the conditions of its status say it. */
public enum Ending {
    /** Each member reported. */
    REPORTED(ConditionReason.ALL_REPORTED),
    /** Each member reported, and a tuner ended without a word: nobody held its host's settings any more. */
    REPORTED_UNTUNED(null),
    /** Each member reported, and the full result is not stored. */
    REPORTED_UNSTORED(null),
    /** A member is lost. */
    MEMBER_LOST(ConditionReason.MEMBER_LOST),
    /** Members lost sight of each other. */
    VIEW_INCOMPLETE(ConditionReason.VIEW_INCOMPLETE),
    /** The network between members failed its probe. */
    PREFLIGHT_FAILED(ConditionReason.PREFLIGHT_FAILED),
    /** Not all members were ready in time. */
    START_TIMEOUT(ConditionReason.START_TIMEOUT),
    /** Not all reports could be fetched in time. */
    REPORT_TIMEOUT(ConditionReason.TIMEOUT),
    /** A tuner put its host back, as it could not tell that the host can still be reached. */
    APPLY_FAILED(ConditionReason.APPLY_FAILED),
    /** What was measured was removed before its figures stood. */
    EVIDENCE_LOST(ConditionReason.EVIDENCE_LOST),
    /** Somebody ended it. */
    CANCELLED(ConditionReason.CANCELLED),
    /** It is no longer there. */
    DELETED(null);

    /**
     * A condition says more than those behind it. A member whose tuner could not set its host is lost, too, and has not
     * reported; why that is stands with the tuning.
     */
    private static final List<ConditionType> SPEAKING = List.of(
            ConditionType.FINISHED,
            ConditionType.TUNING_VERIFIED,
            ConditionType.RESULTS_COLLECTED,
            ConditionType.MEMBERS_READY);

    private final ConditionReason reason;

    Ending(ConditionReason reason) {
        this.reason = reason;
    }

    /** The ending of a run that is finished; empty if it is none of these. */
    public static Optional<Ending> of(BenchmarkRun finished) {
        boolean allReported = finished.hasReason(ConditionType.RESULTS_COLLECTED, ConditionReason.ALL_REPORTED);
        return told(finished).map(ending -> allReported ? withReports(ending, finished) : ending);
    }

    private static Optional<Ending> told(BenchmarkRun finished) {
        return SPEAKING.stream()
                .flatMap(type -> Arrays.stream(values())
                        .filter(ending -> ending.reason != null && finished.hasReason(type, ending.reason)))
                .findFirst();
    }

    /** Members that have reported lost nothing by what became of a tuner, or of what was stored, afterwards. */
    private static Ending withReports(Ending told, BenchmarkRun finished) {
        if (told == APPLY_FAILED) {
            return REPORTED_UNTUNED;
        }
        boolean isUnstored = finished.hasReason(ConditionType.RESULTS_STORED, ConditionReason.RESULTS_NOT_STORED);
        return told == REPORTED && isUnstored ? REPORTED_UNSTORED : told;
    }

    /** Whether a run with this ending has the figures of each member. */
    public boolean hasAllReports() {
        return this == REPORTED || this == REPORTED_UNTUNED || this == REPORTED_UNSTORED;
    }

    /** Whether a run with this ending has to say which member it is about. */
    public boolean isAboutAMember() {
        return switch (this) {
            case MEMBER_LOST, VIEW_INCOMPLETE, PREFLIGHT_FAILED, START_TIMEOUT, REPORT_TIMEOUT, APPLY_FAILED -> true;
            case REPORTED, REPORTED_UNTUNED, REPORTED_UNSTORED, EVIDENCE_LOST, CANCELLED, DELETED -> false;
        };
    }
}
