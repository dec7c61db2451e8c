package io.jgbench.operator.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.TuningSettings;
import io.jgbench.api.v1alpha1.TuningSettings.Mode;
import io.jgbench.operator.plan.Assignment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The container that looks after a host's network settings before the member starts. To compare, it runs once and has
 * no privilege; to set them it stays beside the member, as a native sidecar, and puts them back when the member has
 * ended.
 */
final class TuneContainer {
    /** Its name. */
    static final String NAME = "tune";

    /** The restart policy of an init container that stays beside the member. */
    static final String STAYS = "Always";

    private static final String CLI_MAIN = "io.jgbench.cli.JgBench";
    private static final String STATE_VOLUME = "tuning-state";
    private static final String STATE_FOLDER = "/var/lib/jgbench/tuning";
    private static final String REPORT_VOLUME = "tuning-report";
    private static final String REPORT_FOLDER = "/run/jgbench";
    private static final String REPORT_FILE = REPORT_FOLDER + "/tuning.json";

    /** A volume that fills up fails the write, and not the pod, as one on disk does. */
    static final String IN_MEMORY = "Memory";

    /** A tuner that shares its node with others of its run waits for one that changes the host, and for its link. */
    private static final Duration OTHER_TUNER = Duration.ofSeconds(20);

    /** For the tuner itself: a driver may take a second or two for each of MTU, queue and flow control. */
    private static final Duration OWN_CHANGES = Duration.ofSeconds(15);

    /** Many times what a report takes, and little for a node. */
    private static final Quantity REPORT_LIMIT = new Quantity("1Mi");

    /**
     * The API server, which the node must go on reaching. The kubelet puts its address into each container's
     * environment, and into the command here. In brackets it may be of either family.
     */
    private static final String API_SERVER = "[$(KUBERNETES_SERVICE_HOST)]:$(KUBERNETES_SERVICE_PORT)";

    /**
     * The node's own address, which the kubelet tells. What the operator's record of a run says of it, others may have
     * written.
     */
    private static final String HOST_ADDRESS = "HOST_ADDRESS";

    private static final String OWN_ADDRESS = "$(" + HOST_ADDRESS + ")";

    private static final String TERMINATION_LOG = "/dev/termination-log";
    private static final long ROOT = 0;
    private static final int PROBE_FAILURES = 120;
    private static final int PROBE_TIMEOUT_SECONDS = 10;

    private final MemberSettings settings;
    private final TuningSettings tuning;
    private final Optional<String> networkInterface;
    private final String runId;

    private TuneContainer(
            MemberSettings settings, TuningSettings tuning, Optional<String> networkInterface, String runId) {
        this.settings = settings;
        this.tuning = tuning;
        this.networkInterface = networkInterface;
        this.runId = runId;
    }

    /** The container of a run; empty if the run asks nothing of its hosts. */
    static Optional<TuneContainer> of(MemberSettings settings, BenchmarkRunSpec spec, String runId) {
        TuningSettings tuning = spec.tuning();
        if (!isAsked(tuning)) {
            return Optional.empty();
        }
        var networkInterface = Optional.ofNullable(
                spec.placement() == null ? null : spec.placement().networkInterface());
        return Optional.of(new TuneContainer(settings, tuning, networkInterface, runId));
    }

    private static boolean isAsked(TuningSettings tuning) {
        return tuning != null
                && tuning.mode() != Mode.IGNORE
                && !new TuneOptions(tuning).list().isEmpty();
    }

    /** Whether a run changes its hosts. */
    static boolean changesHosts(BenchmarkRunSpec spec) {
        return isAsked(spec.tuning()) && spec.tuning().mode() == Mode.APPLY;
    }

    /** How long it may take to put the host back once it is told to end. */
    Duration longestRestoring() {
        return applies() ? OTHER_TUNER.plus(OWN_CHANGES) : Duration.ZERO;
    }

    private boolean applies() {
        return tuning.mode() == Mode.APPLY;
    }

    Container at(Assignment assignment) {
        var container = new ContainerBuilder()
                .withName(NAME)
                .withImage(settings.image())
                .withImagePullPolicy(settings.imagePullPolicy())
                .withCommand(command(settings, taskOptions(assignment)))
                .withNewResources()
                .withRequests(resources())
                .addToRequests(MemberContainer.DISK)
                .withLimits(resources())
                .endResources()
                .withVolumeMounts(reportMount(false))
                .withTerminationMessagePath(TERMINATION_LOG)
                // a tuner that could not even begin has said why on its standard error
                .withTerminationMessagePolicy("FallbackToLogsOnError");
        if (!applies()) {
            return container.withSecurityContext(MemberContainer.unprivileged()).build();
        }
        return container
                .withRestartPolicy(STAYS)
                .withSecurityContext(privileged())
                .addNewEnv()
                .withName(HOST_ADDRESS)
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("status.hostIP")
                .endFieldRef()
                .endValueFrom()
                .endEnv()
                .addToVolumeMounts(stateMount())
                .withNewStartupProbe()
                .withNewExec()
                .withCommand(command(settings, List.of("--ready", "--report", REPORT_FILE)))
                .endExec()
                .withPeriodSeconds(1)
                .withTimeoutSeconds(PROBE_TIMEOUT_SECONDS)
                .withFailureThreshold(PROBE_FAILURES)
                .endStartupProbe()
                .build();
    }

    /** The member's arguments that have it tell what was done to its host. */
    static List<String> memberArguments() {
        return List.of("--tuning-report", REPORT_FILE);
    }

    /** Where the member reads it; it can write nothing that the tuner, which may be root, reads or writes. */
    static VolumeMount memberMount() {
        return reportMount(true);
    }

    private static VolumeMount reportMount(boolean isReadOnly) {
        return new VolumeMountBuilder()
                .withName(REPORT_VOLUME)
                .withMountPath(REPORT_FOLDER)
                .withReadOnly(isReadOnly)
                .build();
    }

    List<Volume> volumes() {
        List<Volume> volumes = new ArrayList<>();
        volumes.add(new VolumeBuilder()
                .withName(REPORT_VOLUME)
                .withNewEmptyDir()
                .withMedium(IN_MEMORY)
                .withSizeLimit(REPORT_LIMIT)
                .endEmptyDir()
                .build());
        if (applies()) {
            volumes.add(stateVolume());
        }
        return volumes;
    }

    /** The host's folder with its originals. */
    static Volume stateVolume() {
        return new VolumeBuilder()
                .withName(STATE_VOLUME)
                .withNewHostPath()
                .withPath(STATE_FOLDER)
                .withType("DirectoryOrCreate")
                .endHostPath()
                .build();
    }

    private static VolumeMount stateMount() {
        return new VolumeMountBuilder()
                .withName(STATE_VOLUME)
                .withMountPath(STATE_FOLDER)
                .build();
    }

    /**
     * A container that puts back what a tuner left changed, and ends. It asks for no share of its node, as the kubelet
     * of a full one would refuse it for that; where a request is absent, it is as high as the limit.
     */
    static Container restoring(MemberSettings settings, String runId) {
        return new ContainerBuilder()
                .withName(NAME)
                .withImage(settings.image())
                .withImagePullPolicy(settings.imagePullPolicy())
                .withCommand(
                        command(settings, List.of("--restore", "--run", runId, "--termination-log", TERMINATION_LOG)))
                .withNewResources()
                .withRequests(Map.of("cpu", new Quantity("0"), "memory", new Quantity("0")))
                .withLimits(resources())
                .endResources()
                .withSecurityContext(privileged())
                .withVolumeMounts(stateMount())
                .withTerminationMessagePath(TERMINATION_LOG)
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .build();
    }

    /** Whether the tuner of a pod may change its host, and reads the host's originals; others may stand beside it. */
    static boolean mayChangeHost(PodSpec pod) {
        return pod.getContainers().stream()
                .filter(container -> container.getName().equals(NAME))
                .filter(container -> container.getSecurityContext() != null)
                .filter(container ->
                        Boolean.TRUE.equals(container.getSecurityContext().getPrivileged()))
                .flatMap(container -> container.getVolumeMounts().stream())
                .anyMatch(mount -> isStateVolume(mount.getName(), pod));
    }

    private static boolean isStateVolume(String name, PodSpec pod) {
        return pod.getVolumes().stream()
                .filter(volume -> volume.getName().equals(name) && volume.getHostPath() != null)
                .anyMatch(volume -> STATE_FOLDER.equals(volume.getHostPath().getPath()));
    }

    private List<String> taskOptions(Assignment assignment) {
        List<String> options = new ArrayList<>(
                List.of("--mode", applies() ? "apply" : "verify", "--run", runId, "--report", REPORT_FILE));
        options.addAll(List.of("--termination-log", TERMINATION_LOG));
        options.addAll(networkInterface
                .map(name -> List.of("--interface", name))
                .orElseGet(() -> List.of("--address", applies() ? OWN_ADDRESS : assignment.address())));
        if (applies()) {
            options.addAll(List.of("--confirm", API_SERVER));
            options.addAll(List.of("--protect-address", OWN_ADDRESS));
            settings.policy()
                    .tuning()
                    .managementInterfaces()
                    .forEach(each -> options.addAll(List.of("--protect-except", each.text())));
        }
        options.addAll(new TuneOptions(tuning).list());
        return options;
    }

    private static List<String> command(MemberSettings settings, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                "java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                settings.classPath(),
                CLI_MAIN,
                "tune"));
        command.addAll(options);
        return command;
    }

    /** Enough for a JVM to start in a second or two, and for the probe beside it. */
    private static Map<String, Quantity> resources() {
        return Map.of("cpu", new Quantity("500m"), "memory", new Quantity("192Mi"));
    }

    private static SecurityContext privileged() {
        return new SecurityContextBuilder()
                .withPrivileged(true)
                .withRunAsUser(ROOT)
                .withRunAsGroup(ROOT)
                .withRunAsNonRoot(false)
                // with a read-only root the runtime mounts /sys read-only as well, privileged or not
                .withReadOnlyRootFilesystem(false)
                .build();
    }
}
