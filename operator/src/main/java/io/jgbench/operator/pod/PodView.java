package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ReasonWord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a pod's status says of its member. */
public final class PodView {
    private static final int SIGNAL_BASE = 128;

    /** The highest signal of Linux. A higher code is none: containerd gives 255 where a node was down meanwhile. */
    private static final int LAST_SIGNAL = 64;

    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Set<String> ORDINARY_WAITS = Set.of("ContainerCreating", "PodInitializing");

    /** What the exit code says as well. */
    private static final Set<String> ORDINARY_ENDS = Set.of("", "Error", "Completed");

    private final Pod pod;
    private final PodStatus status;

    /** The view of a pod. */
    public PodView(Pod pod) {
        this.pod = pod;
        this.status = Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
    }

    /**
     * What keeps a member from starting, in Kubernetes' own words.
     *
     * @param reason one word, such as {@code ImagePullBackOff} or {@code Unschedulable}
     * @param message what Kubernetes says of it
     */
    public record Problem(ReasonWord reason, String message) {}

    /** The pod's name. */
    public String name() {
        return pod.getMetadata().getName();
    }

    /** Whether it has a node. */
    public boolean isScheduled() {
        return pod.getSpec().getNodeName() != null;
    }

    /** Whether all its containers are gone, so that nothing of it is left on its node. */
    public boolean isOver() {
        return PodPhase.of(status).isOver();
    }

    /** Whether its node says that nothing has run in it yet, as while an image cannot be pulled. */
    public boolean hasNotBegun() {
        List<ContainerStatus> containers = Stream.concat(
                        status.getInitContainerStatuses().stream(), status.getContainerStatuses().stream())
                .toList();
        return !containers.isEmpty() && containers.stream().noneMatch(PodView::hasRun);
    }

    private static boolean hasRun(ContainerStatus container) {
        return Stream.of(container.getState(), container.getLastState())
                .filter(Objects::nonNull)
                .anyMatch(state -> state.getRunning() != null || state.getTerminated() != null);
    }

    /** What became of its host's settings. */
    public HostTuning tuning() {
        boolean isAsked = pod.getSpec().getInitContainers().stream()
                .anyMatch(container -> container.getName().equals(TuneContainer.NAME));
        return HostTuning.of(status, isAsked);
    }

    /** Whether its tuner changes its host, and puts it back at the end. */
    public boolean changesHost() {
        return pod.getSpec().getInitContainers().stream()
                .anyMatch(container -> container.getName().equals(TuneContainer.NAME)
                        && TuneContainer.STAYS.equals(container.getRestartPolicy()));
    }

    /** Whether its tuner has failed, which its kubelet starts again for as long as the pod is there. */
    public boolean isTunedInVain() {
        return changesHost() && tuning() instanceof HostTuning.Failed;
    }

    /**
     * Whether its tuner has said that its host cannot have the settings, or cannot be put back. One that was killed
     * says nothing, and another run may be gone from the host later.
     */
    public boolean cannotBeTuned() {
        return status.getInitContainerStatuses().stream()
                .filter(container -> container.getName().equals(TuneContainer.NAME))
                .flatMap(container -> TunerEnd.end(container).stream())
                .flatMap(end -> TunerEnd.report(end).stream())
                .anyMatch(report -> switch (report.outcome()) {
                    case APPLY_FAILED, RESTORE_FAILED -> true;
                    case VERIFIED, RESTORED, MISMATCH, BUSY -> false;
                });
    }

    /** How its tuner ended, if it changes its host. */
    public TunerEnd tunerEnd() {
        return TunerEnd.of(pod);
    }

    /** The digest of the member's image, where Kubernetes tells it. */
    public Optional<String> imageDigest() {
        return status.getContainerStatuses().stream()
                .filter(container -> container.getName().equals(MemberPod.CONTAINER))
                .flatMap(container -> Optional.ofNullable(container.getImageID()).stream())
                .flatMap(image -> DIGEST.matcher(image).results())
                .map(MatchResult::group)
                .findFirst();
    }

    /**
     * How the member ended, if it did: {@code exit code 1}, {@code killed by signal 9},
     * {@code OOMKilled, exit code 137}. One whose host cannot be made as asked has ended before it began.
     */
    public Optional<String> ending() {
        return terminated()
                .map(PodView::ending)
                .or(this::untuned)
                .or(() -> isOver() ? Optional.of(podEnding()) : Optional.empty());
    }

    private Optional<String> untuned() {
        return tuning() instanceof HostTuning.Failed(var reason, var message)
                ? Optional.of(reason.label() + ": " + message)
                : Optional.empty();
    }

    private Optional<ContainerStateTerminated> terminated() {
        return status.getContainerStatuses().stream()
                .filter(container -> container.getName().equals(MemberPod.CONTAINER))
                .map(ContainerStatus::getState)
                .filter(Objects::nonNull)
                .map(ContainerState::getTerminated)
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static String ending(ContainerStateTerminated terminated) {
        int code = Objects.requireNonNullElse(terminated.getExitCode(), -1);
        int signal = code - SIGNAL_BASE;
        String how = signal > 0 && signal <= LAST_SIGNAL ? "killed by signal " + signal : "exit code " + code;
        String reason = Objects.requireNonNullElse(terminated.getReason(), "");
        return ORDINARY_ENDS.contains(reason) ? how : reason + ", " + how;
    }

    private String podEnding() {
        String reason = Objects.requireNonNullElse(status.getReason(), "its pod is " + status.getPhase());
        return status.getMessage() == null ? reason : reason + ": " + status.getMessage();
    }

    /** What keeps the member from starting, if anything does. */
    public Optional<Problem> problem() {
        return unschedulable()
                .or(() -> tuning() instanceof HostTuning.Failed(var reason, var message)
                        ? Optional.of(new Problem(reason, message))
                        : Optional.empty())
                .or(() -> waiting(status.getInitContainerStatuses()))
                .or(() -> waiting(status.getContainerStatuses()))
                .or(() -> isOver() && terminated().isEmpty()
                        ? Optional.of(new Problem(word(status.getReason()), podEnding()))
                        : Optional.empty());
    }

    private static ReasonWord word(String reason) {
        return reason == null || !reason.matches("[A-Za-z][A-Za-z0-9_]*")
                ? ConditionReason.POD_FAILED
                : ReasonWord.of(reason);
    }

    private Optional<Problem> unschedulable() {
        return status.getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .filter(condition -> condition.getStatus().equals("False"))
                .findFirst()
                .map(this::problem);
    }

    private Problem problem(PodCondition condition) {
        return new Problem(
                condition.getReason() == null ? ConditionReason.UNSCHEDULABLE : word(condition.getReason()),
                Objects.requireNonNullElse(condition.getMessage(), "its pod cannot be scheduled"));
    }

    private static Optional<Problem> waiting(List<ContainerStatus> containers) {
        return containers.stream()
                .filter(container -> container.getState() != null
                        && container.getState().getWaiting() != null
                        && container.getState().getWaiting().getReason() != null
                        && !ORDINARY_WAITS.contains(
                                container.getState().getWaiting().getReason()))
                .findFirst()
                .map(PodView::problem);
    }

    private static Problem problem(ContainerStatus container) {
        var waiting = container.getState().getWaiting();
        String said = Objects.requireNonNullElse(waiting.getMessage(), "its container cannot be started");
        var last = container.getLastState() == null
                ? null
                : container.getLastState().getTerminated();
        String before = last == null || last.getMessage() == null
                ? ""
                : "; before it said: " + last.getMessage().strip();
        return new Problem(word(waiting.getReason()), said + before);
    }

    /** What the member waits for, for a sentence; it does not answer yet. */
    public String waitsFor() {
        return problem()
                .map(problem -> problem.reason().label() + ": " + problem.message())
                .orElseGet(() -> {
                    if (!isScheduled()) {
                        return "its pod is not scheduled yet";
                    }
                    return isRunning() ? "its JVM is starting" : "its pod is being started";
                });
    }

    private boolean isRunning() {
        return status.getContainerStatuses().stream()
                .anyMatch(container ->
                        container.getState() != null && container.getState().getRunning() != null);
    }
}
