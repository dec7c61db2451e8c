package io.jgbench.tune;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What a tuner put back because the host could not be reached with it, kept on the host itself. A kubelet restarts a
 * tuner that failed, and without this record it would cut the host off again.
 *
 * @param runId the run for which it was set
 * @param bootId the boot in which it was
 * @param values what was set, by the settings' names
 * @param why what came of it, as a sentence
 */
record CutOff(String runId, String bootId, Map<String, String> values, String why) {

    CutOff {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(bootId, "bootId");
        values = Map.copyOf(values);
        Objects.requireNonNull(why, "why");
    }

    /**
     * What came of these changes. The cause is taken to be the changes that can cut a host off; if there are none, any
     * change can be the cause.
     */
    static CutOff by(TuningPlan plan, String bootId, List<SettingReading> changes, String why) {
        boolean isKnown =
                changes.stream().anyMatch(change -> plan.mayCutOff(change.item().key()));
        return new CutOff(
                plan.runId(),
                bootId,
                changes.stream()
                        .filter(change ->
                                !isKnown || plan.mayCutOff(change.item().key()))
                        .collect(Collectors.toMap(
                                change -> change.item().key().name(),
                                change -> change.target().orElseThrow())),
                why);
    }

    /** Whether these changes would set any of it again, for the same run. */
    boolean isRepeatedBy(String otherRunId, String otherBootId, List<SettingReading> changes) {
        return runId.equals(otherRunId)
                && bootId.equals(otherBootId)
                && changes.stream()
                        .anyMatch(change -> change.target()
                                .filter(target -> target.equals(
                                        values.get(change.item().key().name())))
                                .isPresent());
    }
}
