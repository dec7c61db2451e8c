package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.coordination.protocol.TuningReport;
import java.util.Objects;

/** What a pod's status says of the tuning of its host. */
public sealed interface HostTuning {

    /**
     * The exit status of a tuner whose input makes no sense on its host. Its options are the operator's, of a spec that
     * was checked: only the interface can be one that the host has not.
     */
    int BAD_INPUT = 2;

    /** Nothing was asked of the host. */
    record NotAsked() implements HostTuning {}

    /** It is not known yet. */
    record Pending() implements HostTuning {}

    /** All that was asked was read back. */
    record Verified() implements HostTuning {}

    /** The host was as asked and is as it was before. */
    record Restored() implements HostTuning {}

    /**
     * The host was as asked and is as it was before, but for settings that were left alone: another program has changed
     * them meanwhile, or they are gone.
     *
     * @param leftAlone which settings, and what they are
     */
    record RestoredInPart(String leftAlone) implements HostTuning {}

    /**
     * The host is not as asked, or not as it was.
     *
     * @param reason one word, such as {@code Mismatch} or {@code ApplyFailed}
     * @param message what is wrong and what to do
     */
    record Failed(ConditionReason reason, String message) implements HostTuning {}

    /** What a pod's status says. */
    static HostTuning of(PodStatus status, boolean isAsked) {
        if (!isAsked) {
            return new NotAsked();
        }
        return status.getInitContainerStatuses().stream()
                .filter(container -> container.getName().equals(TuneContainer.NAME))
                .findFirst()
                .map(HostTuning::of)
                .orElseGet(Pending::new);
    }

    private static HostTuning of(ContainerStatus container) {
        return TunerEnd.end(container)
                .map(HostTuning::of)
                .orElseGet(() -> Boolean.TRUE.equals(container.getStarted()) ? new Verified() : new Pending());
    }

    /** A sidecar that failed is started again at once; what its last end said counts. */
    private static HostTuning of(ContainerStateTerminated end) {
        return TunerEnd.report(end).map(HostTuning::of).orElseGet(() -> withoutReport(end));
    }

    private static HostTuning withoutReport(ContainerStateTerminated end) {
        String message = Objects.requireNonNullElse(end.getMessage(), "").strip();
        return switch (Objects.requireNonNullElse(end.getExitCode(), -1)) {
            case 0 -> new Verified();
            case BAD_INPUT -> new Failed(ConditionReason.INTERFACE_MISSING, message);
            case Integer other ->
                new Failed(ConditionReason.APPLY_FAILED, "the tuner ended with exit code " + other + ": " + message);
        };
    }

    private static HostTuning of(TuningReport report) {
        String problems = String.join(" ", report.problems());
        return switch (report.outcome()) {
            case VERIFIED -> new Verified();
            case RESTORED ->
                report.leftAlone().<HostTuning>map(RestoredInPart::new).orElseGet(Restored::new);
            case MISMATCH -> new Failed(ConditionReason.MISMATCH, problems);
            case APPLY_FAILED -> new Failed(ConditionReason.APPLY_FAILED, problems);
            case BUSY -> new Failed(ConditionReason.HOST_BUSY, problems);
            case RESTORE_FAILED -> new Failed(ConditionReason.RESTORE_FAILED, problems);
        };
    }
}
