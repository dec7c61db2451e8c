package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.jgbench.api.v1alpha1.JGroupsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The container in which a member runs: its image, its JVM and its class path.
 *
 * @param settings how members are made, the same for all runs
 * @param jgroups another JGroups than the image's own, if the run asks for one
 * @param jvmOptions the run's own options of the JVM
 * @param isTuned whether a tuner tells the member what it did to the host
 */
record MemberContainer(
        MemberSettings settings, Optional<JGroupsSettings> jgroups, List<String> jvmOptions, boolean isTuned) {
    /** Its name. */
    static final String NAME = "member";

    /** The volume that holds what the member is told, and where it is mounted. */
    static final String CONFIG_VOLUME = "config";

    static final String CONFIG_FILE = "member.json";
    /**
     * What a container asks for of its node's disk, where its output is. A node whose disk is full evicts first the
     * pods that take more than they asked for. There is no limit: one that is passed evicts the pod.
     */
    static final Map<String, Quantity> DISK = Map.of("ephemeral-storage", new Quantity("64Mi"));

    static final String TEMPORARY_VOLUME = "tmp";
    private static final String CONFIG_FOLDER = "/etc/jgbench";
    private static final String MEMBER_MAIN = "io.jgbench.member.MemberMain";
    private static final String JGROUPS_FOLDER = "/app/jgroups/";

    Container container(List<EnvVar> environment) {
        var container = new ContainerBuilder()
                .withName(NAME)
                .withImage(jgroups.map(JGroupsSettings::image).orElse(settings.image()))
                .withImagePullPolicy(settings.imagePullPolicy())
                .withCommand(command())
                .withEnv(environment)
                .withResources(resources())
                .withSecurityContext(unprivileged())
                .addNewVolumeMount()
                .withName(CONFIG_VOLUME)
                .withMountPath(CONFIG_FOLDER)
                .withReadOnly(true)
                .endVolumeMount()
                .addNewVolumeMount()
                .withName(TEMPORARY_VOLUME)
                .withMountPath("/tmp")
                .endVolumeMount()
                .withTerminationMessagePolicy("FallbackToLogsOnError");
        return isTuned
                ? container.addToVolumeMounts(TuneContainer.memberMount()).build()
                : container.build();
    }

    private List<String> command() {
        Optional<String> ownJGroups = jgroups.map(JGroupsSettings::version).map(version -> JGROUPS_FOLDER + version);
        List<String> command = new ArrayList<>(List.of("java"));
        command.addAll(MemberJvmDefaults.with(jvmOptions, jgroups.isEmpty() && settings.hasClassPathOfImage()));
        command.add("-cp");
        command.add(ownJGroups.map(this::classPathWith).orElse(settings.classPath()));
        command.addAll(List.of(MEMBER_MAIN, "--config", CONFIG_FOLDER + "/" + CONFIG_FILE));
        ownJGroups.ifPresent(folder -> command.addAll(List.of("--jgroups", folder)));
        if (isTuned) {
            command.addAll(TuneContainer.memberArguments());
        }
        return command;
    }

    /** A file of arguments cannot have anything before it; what Jib's names is these two folders. */
    private String classPathWith(String folder) {
        boolean isArgumentFile = settings.classPath().startsWith("@");
        return folder + "/*:" + (isArgumentFile ? "/app/classpath/*:/app/libs/*" : settings.classPath());
    }

    /** Without a limit of CPU unless one is asked for: a member that is held by it measures the limit. */
    private ResourceRequirements resources() {
        var memory = Map.of("memory", new Quantity(settings.memory()));
        var resources = new ResourceRequirementsBuilder()
                .withRequests(memory)
                .addToRequests("cpu", new Quantity(settings.cpu()))
                .addToRequests(DISK)
                .withLimits(memory);
        settings.cpuLimit().ifPresent(limit -> resources.addToLimits("cpu", new Quantity(limit)));
        return resources.build();
    }

    /** Without any right beside those of its user. */
    static SecurityContext unprivileged() {
        return new SecurityContextBuilder()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .build();
    }
}
