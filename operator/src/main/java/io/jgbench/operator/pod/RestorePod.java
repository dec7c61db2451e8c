package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A pod of the operator's own that puts back what a tuner may have left changed on a node, and ends.
 *
 * @param pod as the API server has it
 */
public record RestorePod(Pod pod) {
    /**
     * A kubelet that runs out of disk, memory or process ids rejects all other pods. The class is on each cluster, but
     * some let a pod have it in few namespaces only.
     */
    private static final Optional<String> CRITICAL = Optional.of("system-node-critical");

    private static final int MAX_NAME = 253;

    /** For a tuner that still lives and has the host, whose pod may be gone; the kubelet tries again and again. */
    private static final Duration TRIED_FOR = Duration.ofMinutes(2);

    private static final Duration ENDS_WITHIN = Duration.ofSeconds(35);

    /** From when it is made, where the kubelet of its node is there. */
    public static final Duration LIVES_AT_MOST = TRIED_FOR.plus(ENDS_WITHIN);

    /** Refuses nulls. */
    public RestorePod {
        Objects.requireNonNull(pod, "pod");
    }

    /**
     * The pod for a node.
     *
     * @param asked for which run
     */
    static Pod of(MemberSettings settings, RestoreFor asked, String node) {
        return of(settings, asked, node, CRITICAL);
    }

    /** The same with the priority of members' pods, which those may reject that run out of something. */
    static Pod withMembersPriority(MemberSettings settings, RestoreFor asked, String node) {
        return of(settings, asked, node, settings.pods().priorityClass());
    }

    private static Pod of(MemberSettings settings, RestoreFor asked, String node, Optional<String> priorityClass) {
        RunRef run = asked.run();
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(run.namespace())
                .withName(name(run, node))
                .withLabels(Labels.of(run))
                .addToLabels(Labels.APP, Labels.RESTORE_APP)
                .withAnnotations(settings.pods().annotations())
                .withOwnerReferences(asked.owners())
                .endMetadata()
                .withNewSpec()
                // no scheduler is asked: it would keep the pod from a node that is cordoned
                .withNodeName(node)
                .withPriorityClassName(priorityClass.orElse(null))
                .withNewOs(MemberPod.OPERATING_SYSTEM)
                .withHostNetwork(true)
                .withRestartPolicy("OnFailure")
                .withActiveDeadlineSeconds(TRIED_FOR.toSeconds())
                .withTerminationGracePeriodSeconds(ENDS_WITHIN.toSeconds())
                .withEnableServiceLinks(false)
                .withAutomountServiceAccountToken(false)
                .withImagePullSecrets(settings.imagePullSecrets().stream()
                        .map(LocalObjectReference::new)
                        .toList())
                .addNewToleration()
                .withOperator("Exists")
                .endToleration()
                .withContainers(TuneContainer.restoring(settings, run.runId()))
                .withVolumes(TuneContainer.stateVolume())
                .endSpec()
                .build();
    }

    private static String name(RunRef run, String node) {
        String prefix = run.runId() + "-restore-";
        return prefix.length() + node.length() <= MAX_NAME
                ? prefix + node
                : prefix + Integer.toHexString(node.hashCode());
    }

    /** Whether it has the name of one that is made for this run and its own node. */
    boolean isNamedFor(RunRef run) {
        // a pod that is not scheduled has none
        return node() != null && pod.getMetadata().getName().equals(name(run, node()));
    }

    /** The node that it is for. */
    public String node() {
        return pod.getSpec().getNodeName();
    }

    /**
     * Whether the node is as it was before, but for what was left alone. One that is being deleted says nothing of
     * that: it was made for an earlier time, and the node may have been changed since.
     */
    public boolean isRestored() {
        return PodPhase.of(status()) == PodPhase.SUCCEEDED && !isLeaving() && mayRestore();
    }

    /**
     * Whether it may change its node, as all that the operator makes. Whoever may make pods can make one of this name
     * that does nothing and ends well; a privileged one can be made by those alone who could change the node as well.
     */
    public boolean mayRestore() {
        return TuneContainer.mayChangeHost(pod.getSpec());
    }

    /** What it has left as it is on a node that it restored, with the reasons; empty where all is as it was. */
    public Optional<String> leftAlone() {
        return status().getContainerStatuses().stream()
                .filter(_ -> isRestored())
                .flatMap(container -> TunerEnd.end(container).stream())
                .flatMap(end -> TunerEnd.report(end).stream())
                .flatMap(report -> report.leftAlone().stream())
                .findFirst();
    }

    /** Whether it has ended without that, and will not try again. */
    public boolean hasFailed() {
        return PodPhase.of(status()) == PodPhase.FAILED;
    }

    /** Whether the kubelet of its node took it on and has run nothing of it, as where the node runs out of disk. */
    public boolean isRejected() {
        return hasFailed() && status().getContainerStatuses().isEmpty();
    }

    /** When it was made; empty where that is not known. */
    public Optional<Instant> madeAt() {
        return Optional.ofNullable(pod.getMetadata().getCreationTimestamp()).map(Instant::parse);
    }

    /** Whether somebody has deleted it. */
    public boolean isLeaving() {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    /** Whether the kubelet of its node has taken it on. */
    public boolean isAcknowledged() {
        return status().getStartTime() != null;
    }

    private PodStatus status() {
        return Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
    }

    /** What keeps the node from being restored, in a few words. */
    public String says() {
        if (!mayRestore()) {
            return "pod " + pod.getMetadata().getName() + " has the name of the one that restores it, and is not the"
                    + " operator's, which deletes it";
        }
        return status().getContainerStatuses().stream()
                .flatMap(RestorePod::said)
                .findFirst()
                .or(() -> Optional.ofNullable(status().getMessage()))
                .orElse(
                        isLeaving()
                                ? "the pod that restored it before is being deleted"
                                : "the pod that restores it has not ended");
    }

    private static Stream<String> said(ContainerStatus container) {
        Optional<String> problems = TunerEnd.end(container)
                .map(end -> TunerEnd.report(end)
                        .map(TuningReport::problems)
                        .map(all -> String.join(" ", all))
                        .orElseGet(() -> ending(end)));
        Optional<String> waiting = Optional.ofNullable(container.getState())
                .map(ContainerState::getWaiting)
                .map(ContainerStateWaiting::getReason);
        return problems.or(() -> waiting).filter(text -> !text.isBlank()).stream();
    }

    private static String ending(ContainerStateTerminated end) {
        return "exit code " + end.getExitCode() + ": "
                + Objects.requireNonNullElse(end.getMessage(), "").strip();
    }
}
