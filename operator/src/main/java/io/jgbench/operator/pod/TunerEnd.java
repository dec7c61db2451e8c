package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.TuningReport;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/** How the tuner of a pod ended, as far as its host is concerned. */
public enum TunerEnd {
    /** It lives, was killed, could not put its host back, or nobody knows. */
    UNCONFIRMED,
    /**
     * It has changed nothing: it has never run, its input made no sense, or another run had the host. A tuner that was
     * started again says the former only where the one before it has left nothing changed.
     */
    CHANGED_NOTHING,
    /** It has said that its host is as it was before, but for what other programs have changed meanwhile. */
    RESTORED;

    /** What a pod's status says of it. */
    static TunerEnd of(Pod pod) {
        boolean hasNode = pod.getSpec().getNodeName() != null;
        return Optional.ofNullable(pod.getStatus()).stream()
                .flatMap(status -> status.getInitContainerStatuses().stream())
                .filter(container -> container.getName().equals(TuneContainer.NAME))
                .findFirst()
                .map(container -> of(container, new PodView(pod).isOver()))
                // the kubelet of a node that was lost, or that had no room for the pod, tells of no container
                .orElse(hasNode ? UNCONFIRMED : CHANGED_NOTHING);
    }

    private static TunerEnd of(ContainerStatus container, boolean isOver) {
        if (state(container.getState()).map(ContainerState::getRunning).isPresent()) {
            return UNCONFIRMED;
        }
        Optional<ContainerStateTerminated> end = end(container);
        if (end.isEmpty()) {
            return isOver && !hasRestarted(container) ? CHANGED_NOTHING : UNCONFIRMED;
        }
        return end.flatMap(TunerEnd::report)
                .map(TunerEnd::of)
                .orElse(
                        Integer.valueOf(HostTuning.BAD_INPUT).equals(end.get().getExitCode())
                                ? CHANGED_NOTHING
                                : UNCONFIRMED);
    }

    /** A node that was down may have forgotten how a container ended that it has run. */
    private static boolean hasRestarted(ContainerStatus container) {
        return container.getRestartCount() != null && container.getRestartCount() > 0;
    }

    private static Optional<ContainerState> state(ContainerState state) {
        return Optional.ofNullable(state);
    }

    /** How a container ended last; a kubelet may have started it again since. */
    static Optional<ContainerStateTerminated> end(ContainerStatus container) {
        return state(container.getState())
                .map(ContainerState::getTerminated)
                .or(() -> state(container.getLastState()).map(ContainerState::getTerminated));
    }

    /** The report that a tuner left; empty where it left none, as one that was killed. */
    static Optional<TuningReport> report(ContainerStateTerminated end) {
        String message = Objects.requireNonNullElse(end.getMessage(), "").strip();
        try {
            return Optional.of(ProtocolJson.readAnswer(message.getBytes(StandardCharsets.UTF_8), TuningReport.class));
        } catch (MalformedJsonException e) {
            // the kubelet gives the last lines of the log instead
            return Optional.empty();
        }
    }

    /** One that cannot set all that is asked puts back what it has set before it ends. */
    private static TunerEnd of(TuningReport report) {
        return switch (report.outcome()) {
            case RESTORED, APPLY_FAILED -> RESTORED;
            case BUSY -> CHANGED_NOTHING;
            case VERIFIED, MISMATCH, RESTORE_FAILED -> UNCONFIRMED;
        };
    }
}
