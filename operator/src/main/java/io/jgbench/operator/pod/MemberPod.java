package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.coordination.environment.MemberVariables;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes the pod of a member. */
public final class MemberPod {
    /** The container in which the member runs. */
    public static final String CONTAINER = MemberContainer.NAME;

    /** So that a kubelet of another one, whose node has lost its label, does not take the pod on. */
    static final String OPERATING_SYSTEM = "linux";

    private static final long USER = 65_532;

    /** A member that is told to stop ends within it. */
    private static final Duration MEMBER_ENDS_WITHIN = Duration.ofSeconds(10);

    /** What a stack that asks the Kubernetes API for its peers reads from the environment begins so. */
    private static final String KUBERNETES_VARIABLES = "KUBERNETES_";

    /** A pod outlives the run's own deadline a little, so that what its member measured can still be fetched. */
    private static final Duration MARGIN = Duration.ofMinutes(5);

    private final MemberSettings settings;
    private final RunRef run;
    private final RunSpec spec;
    private final Plan plan;
    private final Optional<TuneContainer> tune;
    private final MemberContainer member;
    private final PodPlacement placement;

    /**
     * Makes the pods of one repetition.
     *
     * @param declared the run as it was declared
     * @param spec the same, resolved
     */
    public MemberPod(MemberSettings settings, RunRef run, BenchmarkRunSpec declared, RunSpec spec, Plan plan) {
        this.settings = settings;
        this.run = run;
        this.spec = spec;
        this.plan = plan;
        this.tune = TuneContainer.of(settings, declared, plan.id());
        this.member = new MemberContainer(
                settings, Optional.ofNullable(declared.jgroups()), spec.jvmOptions(), tune.isPresent());
        this.placement = new PodPlacement(
                Objects.requireNonNullElse(declared.placement(), PlacementSettings.defaults()),
                run.runId(),
                settings.policy().placement().nodeSelector());
    }

    /** Whether the pods of a run change their hosts, and put them back when they end. */
    public static boolean changesHosts(BenchmarkRunSpec spec) {
        return TuneContainer.changesHosts(spec);
    }

    /** The name of a member's pod. */
    public static String name(Plan plan, Assignment assignment) {
        return plan.id() + "-" + assignment.member();
    }

    /** The pod of the member that sits there. */
    public Pod at(Assignment assignment) {
        boolean asksApi = asksKubernetesForPeers();
        var startAndRun = spec.startTimeout().plus(spec.activeDeadline()).plus(MARGIN);
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(run.namespace())
                .withName(name(plan, assignment))
                .withLabels(labels(assignment))
                .withAnnotations(settings.pods().annotations())
                .withOwnerReferences(run.ownerReference())
                .endMetadata()
                .withNewSpec()
                .withNewOs(OPERATING_SYSTEM)
                .withHostNetwork(true)
                .withDnsPolicy("ClusterFirstWithHostNet")
                .withRestartPolicy("Never")
                .withPriorityClassName(settings.pods().priorityClass().orElse(null))
                .withActiveDeadlineSeconds(startAndRun.toSeconds())
                .withTerminationGracePeriodSeconds(grace().toSeconds())
                .withEnableServiceLinks(false)
                .withAutomountServiceAccountToken(asksApi)
                .withServiceAccountName(asksApi ? settings.serviceAccount().orElse(null) : null)
                .withImagePullSecrets(settings.imagePullSecrets().stream()
                        .map(LocalObjectReference::new)
                        .toList())
                .withAffinity(placement.affinity(assignment.node()))
                .withTolerations(placement.tolerations())
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(USER)
                .withRunAsGroup(USER)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withInitContainers(
                        tune.map(container -> container.at(assignment)).stream().toList())
                .withContainers(member.container(variables(asksApi)))
                .withVolumes(volumes(assignment))
                .endSpec()
                .build();
    }

    /** The kubelet tells the tuner to end when the member has ended, and what is left of the time is the tuner's. */
    private Duration grace() {
        return tune.map(TuneContainer::longestRestoring)
                .map(MEMBER_ENDS_WITHIN::plus)
                .orElse(MEMBER_ENDS_WITHIN);
    }

    private Map<String, String> labels(Assignment assignment) {
        Map<String, String> labels = new HashMap<>(Labels.of(run));
        labels.put(Labels.APP, Labels.MEMBER_APP);
        labels.put(ObjectLabels.REPETITION_ID, plan.id());
        labels.put(ObjectLabels.MEMBER, assignment.member());
        return labels;
    }

    private List<Volume> volumes(Assignment assignment) {
        List<Volume> volumes = new ArrayList<>(List.of(configVolume(assignment), temporaryVolume()));
        tune.ifPresent(container -> volumes.addAll(container.volumes()));
        return volumes;
    }

    private List<EnvVar> variables(boolean asksApi) {
        List<EnvVar> variables = new ArrayList<>(List.of(nodeVariable()));
        variables.addAll(asksApi ? discoveryVariables() : List.of());
        return variables;
    }

    /** A member reads it for its facts; see {@code HostFact.NODE}. */
    private static EnvVar nodeVariable() {
        return new EnvVarBuilder()
                .withName(MemberVariables.NODE)
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("spec.nodeName")
                .endFieldRef()
                .endValueFrom()
                .build();
    }

    private List<EnvVar> discoveryVariables() {
        return List.of(
                new EnvVarBuilder()
                        .withName("KUBERNETES_NAMESPACE")
                        .withValue(run.namespace())
                        .build(),
                new EnvVarBuilder()
                        .withName("KUBERNETES_LABELS")
                        .withValue(ObjectLabels.REPETITION_ID + "=" + plan.id())
                        .build());
    }

    private boolean asksKubernetesForPeers() {
        return spec.transport()
                .stack()
                .map(stack -> stack.xml().contains(KUBERNETES_VARIABLES))
                .orElse(false);
    }

    /** One Secret holds what each member of the repetition must know; a pod is given its own member's part only. */
    private Volume configVolume(Assignment assignment) {
        return new VolumeBuilder()
                .withName(MemberContainer.CONFIG_VOLUME)
                .withNewSecret()
                .withSecretName(plan.id())
                .addNewItem()
                .withKey(assignment.member() + ".json")
                .withPath(MemberContainer.CONFIG_FILE)
                .endItem()
                .endSecret()
                .build();
    }

    /**
     * In memory, where a write that is too much fails. On disk the kubelet would evict the pod, with one second for all
     * of it to end, which is too short to put a host back.
     */
    private static Volume temporaryVolume() {
        return new VolumeBuilder()
                .withName(MemberContainer.TEMPORARY_VOLUME)
                .withNewEmptyDir()
                .withMedium(TuneContainer.IN_MEMORY)
                .withSizeLimit(new Quantity("64Mi"))
                .endEmptyDir()
                .build();
    }
}
