package io.jgbench.operator.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.policy.RunPolicy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberPodTest {
    private static final String MINIMAL = "members: 1, messages: 1, messageSize: 1k";
    private static final MemberSettings SETTINGS = settings(Optional.empty());
    private static final Assignment ASSIGNMENT = new Assignment(0, "member-0", "node-7", "10.0.0.7", 7800, 27_800);

    private static MemberSettings settings(Optional<String> cpuLimit) {
        return settings(cpuLimit, RunPolicy.defaults());
    }

    private static MemberSettings settings(Optional<String> cpuLimit, RunPolicy policy) {
        return settings(cpuLimit, policy, PodSettings.NONE);
    }

    private static MemberSettings settings(Optional<String> cpuLimit, RunPolicy policy, PodSettings pods) {
        return new MemberSettings(
                "lab/member:1",
                "IfNotPresent",
                List.of(),
                Optional.of("members"),
                "2",
                cpuLimit,
                "1Gi",
                "@/app/jib-classpath-file",
                policy,
                pods);
    }

    @Test
    void aMemberStandsOnItsNodeInTheHostsNetwork() throws InvalidSpecException {
        var spec = pod(MINIMAL).getSpec();

        assertThat(spec.getOs().getName()).isEqualTo("linux");
        assertThat(spec.getHostNetwork()).isTrue();
        assertThat(spec.getDnsPolicy()).isEqualTo("ClusterFirstWithHostNet");
        assertThat(spec.getRestartPolicy()).isEqualTo("Never");
        assertThat(spec.getAffinity()
                        .getNodeAffinity()
                        .getRequiredDuringSchedulingIgnoredDuringExecution()
                        .getNodeSelectorTerms()
                        .getFirst()
                        .getMatchFields()
                        .getFirst()
                        .getValues())
                .containsExactly("node-7");
        assertThat(spec.getAffinity().getPodAntiAffinity()).isNotNull();
    }

    @Test
    void membersThatMayShareNodesDoNotAvoidEachOther() throws InvalidSpecException {
        assertThat(pod("placement: {spread: Any}, " + MINIMAL)
                        .getSpec()
                        .getAffinity()
                        .getPodAntiAffinity())
                .isNull();
    }

    @Test
    void aMemberHasNoPrivilegeAndNoToken() throws InvalidSpecException {
        var pod = pod(MINIMAL);
        var container = pod.getSpec().getContainers().getFirst();

        assertThat(pod.getSpec().getInitContainers()).isEmpty();
        assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    }

    @Test
    void aMemberIsNotThrottledByALimitOfCpuUnlessOneIsAskedFor() {
        var unlimited = resources(SETTINGS);
        var limited = resources(settings(Optional.of("3")));

        assertThat(unlimited.getRequests())
                .containsOnly(
                        entry("cpu", new Quantity("2")),
                        entry("memory", new Quantity("1Gi")),
                        entry("ephemeral-storage", new Quantity("64Mi")));
        assertThat(unlimited.getLimits()).containsOnly(entry("memory", new Quantity("1Gi")));
        assertThat(limited.getRequests()).isEqualTo(unlimited.getRequests());
        assertThat(limited.getLimits())
                .containsOnly(entry("cpu", new Quantity("3")), entry("memory", new Quantity("1Gi")));
    }

    @Test
    void timeToEndCoversTheLongestRestoringWhereTheHostIsChanged() throws InvalidSpecException {
        assertThat(grace(MINIMAL)).isEqualTo(10);
        assertThat(grace("tuning: {mode: Verify, mtu: 9000}, " + MINIMAL)).isEqualTo(10);
        assertThat(grace("tuning: {mode: Apply, mtu: 9000}, " + MINIMAL)).isEqualTo(45);
    }

    private static long grace(String spec) throws InvalidSpecException {
        return pod(spec).getSpec().getTerminationGracePeriodSeconds();
    }

    @Test
    void nothingThatAContainerWritesIsSomethingThatItsPodIsEvictedFor() throws InvalidSpecException {
        var spec = pod("tuning: {mode: Apply, mtu: 9000}, " + MINIMAL).getSpec();

        assertThat(spec.getVolumes())
                .extracting(Volume::getEmptyDir)
                .filteredOn(Objects::nonNull)
                .hasSize(2)
                .allSatisfy(volume -> {
                    assertThat(volume.getMedium()).isEqualTo("Memory");
                    assertThat(volume.getSizeLimit()).isNotNull();
                });
        assertThat(Stream.concat(spec.getInitContainers().stream(), spec.getContainers().stream()))
                .extracting(Container::getResources)
                .allSatisfy(resources -> {
                    assertThat(resources.getRequests()).containsKey("ephemeral-storage");
                    assertThat(resources.getLimits()).doesNotContainKey("ephemeral-storage");
                });
    }

    private static ResourceRequirements resources(MemberSettings settings) {
        return new MemberContainer(settings, Optional.empty(), List.of(), false)
                .container(List.of())
                .getResources();
    }

    @Test
    void aPodIsGivenTheCredentialsOfItsMemberAlone() throws InvalidSpecException {
        assertThat(pod(MINIMAL).getSpec().getVolumes().getFirst().getSecret().getItems())
                .singleElement()
                .satisfies(item -> assertThat(item.getKey()).isEqualTo("member-0.json"));
    }

    @Test
    void theUsersOptionsComeLastAndTheirCollectorWins() throws InvalidSpecException {
        assertThat(pod("jvm: {options: ['-XX:+UseZGC', -Xmx1g]}, " + MINIMAL)
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getCommand())
                .containsSubsequence("java", "-XX:+UseZGC", "-Xmx1g", "-cp", "@/app/jib-classpath-file")
                .doesNotContain("-XX:+UseSerialGC", "-XX:AOTCache=/app/member.aot");
    }

    @Test
    void theImagesArchiveOfClassesServesTheCollectorThatItWasMadeFor() throws InvalidSpecException {
        assertThat(pod(MINIMAL).getSpec().getContainers().getFirst().getCommand())
                .contains("-XX:+UseSerialGC", "-XX:AOTCache=/app/member.aot");
    }

    @Test
    void aJGroupsThatTheImageCarriesStandsBeforeAllOthersAndTheMemberMakesSure() throws InvalidSpecException {
        var container = pod("jgroups: {version: 5.5.6.Final}, " + MINIMAL)
                .getSpec()
                .getContainers()
                .getFirst();

        assertThat(container.getImage()).isEqualTo("lab/member:1");
        assertThat(container.getCommand())
                .containsSubsequence("-cp", "/app/jgroups/5.5.6.Final/*:/app/classpath/*:/app/libs/*")
                .doesNotContain("-XX:AOTCache=/app/member.aot")
                .endsWith("--jgroups", "/app/jgroups/5.5.6.Final");
    }

    /** As OPERATOR.md has it for a transport of one's own: the archive was made without its jar. */
    @Test
    void anotherClassPathIsTakenAsItIsAndWithoutTheImagesArchiveOfClasses() {
        String classPath = "/app/transport/*:/app/classpath/*:/app/libs/*";

        var settings = new MemberSettings(
                SETTINGS.image(),
                SETTINGS.imagePullPolicy(),
                SETTINGS.imagePullSecrets(),
                SETTINGS.serviceAccount(),
                SETTINGS.cpu(),
                SETTINGS.cpuLimit(),
                SETTINGS.memory(),
                classPath,
                SETTINGS.policy(),
                SETTINGS.pods());

        assertThat(new MemberContainer(settings, Optional.empty(), List.of(), false)
                        .container(List.of())
                        .getCommand())
                .containsSubsequence("-cp", classPath, "io.jgbench.member.MemberMain")
                .doesNotContain("-XX:AOTCache=/app/member.aot");
    }

    @Test
    void anImageOfTheRunsOwnIsTheMembersAndNeverThePrivilegedTuners() throws InvalidSpecException {
        var spec = pod("jgroups: {image: 'lab/mine:7'}, tuning: {mode: Apply, mtu: 9000}, " + MINIMAL)
                .getSpec();

        assertThat(spec.getContainers().getFirst().getImage()).isEqualTo("lab/mine:7");
        assertThat(spec.getContainers().getFirst().getCommand())
                .contains("@/app/jib-classpath-file")
                .doesNotContain("--jgroups", "-XX:AOTCache=/app/member.aot");
        assertThat(spec.getInitContainers().getFirst().getImage()).isEqualTo("lab/member:1");
    }

    @Test
    void aStackThatAsksKubernetesForPeersHasATokenAndIsToldWhoTheyAre() throws InvalidSpecException {
        var spec = pod("stack: {inline: '<config><X labels=\"${KUBERNETES_LABELS}\"/></config>'}, " + MINIMAL)
                .getSpec();

        assertThat(spec.getAutomountServiceAccountToken()).isTrue();
        assertThat(spec.getServiceAccountName()).isEqualTo("members");
        assertThat(spec.getContainers().getFirst().getEnv())
                .anySatisfy(variable -> assertThat(variable.getValue()).isEqualTo("jgbench.io/repetition-id=run-x-1"));
    }

    @Test
    void aMemberIsToldItsNodeForItsFacts() throws InvalidSpecException {
        assertThat(pod(MINIMAL).getSpec().getContainers().getFirst().getEnv())
                .singleElement()
                .satisfies(variable -> {
                    assertThat(variable.getName()).isEqualTo("JGBENCH_NODE");
                    assertThat(variable.getValueFrom().getFieldRef().getFieldPath())
                            .isEqualTo("spec.nodeName");
                });
    }

    @Test
    void hostsAreOnlyComparedWithoutPrivilege() throws InvalidSpecException {
        var tune = pod("tuning: {mode: Verify, mtu: 9000}, " + MINIMAL)
                .getSpec()
                .getInitContainers()
                .getFirst();

        assertThat(tune.getRestartPolicy()).isNull();
        assertThat(tune.getSecurityContext().getPrivileged()).isNull();
        assertThat(tune.getCommand())
                .containsSubsequence("tune", "--mode", "verify", "--run", "run-x-1", "--address", "10.0.0.7")
                .doesNotContain("--confirm")
                .endsWith("--mtu", "9000");
    }

    @Test
    void hostsAreSetByASidecarThatTheMemberWaitsFor() throws InvalidSpecException {
        var spec = pod("tuning: {mode: Apply, rmemMax: 25Mi, flowControl: {rx: true}}, " + MINIMAL)
                .getSpec();
        var tune = spec.getInitContainers().getFirst();

        assertThat(tune.getRestartPolicy()).isEqualTo("Always");
        assertThat(tune.getSecurityContext().getPrivileged()).isTrue();
        assertThat(tune.getStartupProbe().getExec().getCommand()).contains("--ready");
        assertThat(tune.getCommand())
                .as("the node's own address, whose interface must stay as it is")
                .containsSubsequence("--protect-address", "$(HOST_ADDRESS)");
        assertThat(tune.getCommand())
                .as("what the node must go on reaching, filled in by the kubelet")
                .containsSubsequence("--confirm", "[$(KUBERNETES_SERVICE_HOST)]:$(KUBERNETES_SERVICE_PORT)");
        assertThat(tune.getCommand()).endsWith("--rmem-max", "25Mi", "--pause-rx", "on");
        assertThat(spec.getContainers().getFirst().getCommand()).contains("--tuning-report");
        assertThat(spec.getVolumes())
                .anySatisfy(volume -> assertThat(volume.getHostPath()).isNotNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Verify", "Apply"})
    void memberAndTunerShareNothingThatTheMemberCanWrite(String mode) throws InvalidSpecException {
        var spec = pod("tuning: {mode: " + mode + ", mtu: 9000}, " + MINIMAL).getSpec();
        List<VolumeMount> ofTuner = spec.getInitContainers().getFirst().getVolumeMounts();
        List<VolumeMount> ofMember = spec.getContainers().getFirst().getVolumeMounts();

        assertThat(ofMember)
                .filteredOn(mount ->
                        ofTuner.stream().anyMatch(other -> other.getName().equals(mount.getName())))
                .singleElement()
                .satisfies(shared -> {
                    assertThat(shared.getMountPath()).isEqualTo("/run/jgbench");
                    assertThat(shared.getReadOnly()).isTrue();
                });
        assertThat(ofTuner).allSatisfy(mount -> assertThat(mount.getReadOnly()).isNotEqualTo(true));
        assertThat(ofMember)
                .filteredOn(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                .extracting(VolumeMount::getName)
                .containsExactly("tmp");
        assertThat(spec.getVolumes())
                .filteredOn(volume -> volume.getEmptyDir() != null)
                .hasSize(2)
                .allSatisfy(volume ->
                        assertThat(volume.getEmptyDir().getSizeLimit()).isNotNull());
    }

    @Test
    void policyOfTheAdminStandsInThePodToo() throws InvalidSpecException {
        var policy = RunPolicy.parse("{\"placement\": {\"nodeSelector\": {\"pool\": \"lab\"}},"
                + " \"tuning\": {\"managementInterfaces\": [\"eth0\", \"ens*\"]}}");
        var spec = pod(settings(Optional.empty(), policy), "tuning: {mode: Apply, mtu: 9000}, " + MINIMAL)
                .getSpec();

        assertThat(spec.getAffinity()
                        .getNodeAffinity()
                        .getRequiredDuringSchedulingIgnoredDuringExecution()
                        .getNodeSelectorTerms()
                        .getFirst()
                        .getMatchExpressions())
                .containsExactly(new NodeSelectorRequirement("pool", "In", List.of("lab")));
        assertThat(spec.getInitContainers().getFirst().getCommand())
                .containsSubsequence(
                        "--protect-address", "$(HOST_ADDRESS)", "--protect-except", "eth0", "--protect-except", "ens*");
    }

    @Test
    void podHasThePriorityAndAnnotationsThatTheAdminGives() throws InvalidSpecException {
        var given = new PodSettings(Optional.of("lab-high"), Map.of("example.com/team", "lab"));
        var pod = pod(settings(Optional.empty(), RunPolicy.defaults(), given), MINIMAL);

        assertThat(pod.getSpec().getPriorityClassName()).isEqualTo("lab-high");
        assertThat(pod.getMetadata().getAnnotations()).containsOnly(entry("example.com/team", "lab"));
        assertThat(pod(MINIMAL).getSpec().getPriorityClassName()).isNull();
        assertThat(pod(MINIMAL).getMetadata().getAnnotations()).isEmpty();
    }

    @Test
    void hostsOfWhichNothingIsAskedAreLeftAlone() throws InvalidSpecException {
        assertThat(pod("tuning: {mode: Apply}, " + MINIMAL).getSpec().getInitContainers())
                .isEmpty();
        assertThat(pod("tuning: {mode: Ignore, mtu: 9000}, " + MINIMAL)
                        .getSpec()
                        .getInitContainers())
                .isEmpty();
    }

    private static Pod pod(String spec) throws InvalidSpecException {
        return pod(SETTINGS, spec);
    }

    private static Pod pod(MemberSettings settings, String spec) throws InvalidSpecException {
        BenchmarkRun run = RunYaml.parsed("run", spec);
        var resolved =
                new RunSpecResolver(source -> StackTexts.find(source, Optional.empty())).resolve("run", run.getSpec());
        var plan = Plan.of("run-x-1", List.of(ASSIGNMENT));
        return new MemberPod(settings, new RunRef("lab", "run", "uid"), run.getSpec(), resolved, plan).at(ASSIGNMENT);
    }
}
