package io.jgbench.operator.cluster;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.operator.kubernetes.Labels;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Plays the part of the scheduler and of the kubelets for the pods of one namespace: gives each pod its node, runs its
 * member in this JVM on the node's address, and tells the API server how it is. Each node has a loopback address.
 */
public final class PlayedCluster implements AutoCloseable {
    /** A connection to the API server carries 250 requests at a time, and the test's own are among them. */
    private static final int CALLS_AT_A_TIME = 50;

    /** The status of a request that had no answer. */
    private static final int NO_ANSWER = 0;

    private final KubernetesClient client;
    private final Images images;
    private final MemberGate gate;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Container> running = new ConcurrentHashMap<>();
    private final Semaphore calls = new Semaphore(CALLS_AT_A_TIME);
    private final List<Node> nodes = new ArrayList<>();
    private final List<SimulatedMember> simulated;
    private final List<String> restored = new CopyOnWriteArrayList<>();
    private final Watch watch;
    private volatile boolean isClosed;

    /** What an image holds. */
    @FunctionalInterface
    public interface Images {

        /** The container of a member; empty if the image cannot be pulled. */
        Optional<Container> container(MemberConfig config) throws IOException, GeneralSecurityException;
    }

    private PlayedCluster(KubernetesClient client, Images images) {
        this(client, images, List.of(), MemberGate.OPEN);
    }

    private PlayedCluster(KubernetesClient client, Images images, List<SimulatedMember> simulated, MemberGate gate) {
        this.client = client;
        this.gate = gate;
        this.simulated = simulated;
        this.images = images;
        this.watch = client.pods().watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                threads.execute(() -> seen(action, pod));
            }

            @Override
            public void onClose(WatcherException cause) {
                // the test is over
            }
        });
    }

    /** Real members. */
    public static PlayedCluster withRealMembers(KubernetesClient client) {
        return new PlayedCluster(client, config -> Optional.of(new RealMember(config)));
    }

    /** Members that only speak the control protocol, and seem to measure so long. */
    public static PlayedCluster withSimulatedMembers(KubernetesClient client, Duration workload) {
        return withSimulatedMembers(client, workload, MemberGate.OPEN);
    }

    /** The same, which a gate keeps from a step. */
    public static PlayedCluster withSimulatedMembers(KubernetesClient client, Duration workload, MemberGate gate) {
        var members = new CopyOnWriteArrayList<SimulatedMember>();
        return new PlayedCluster(
                client,
                config -> {
                    var member = new SimulatedMember(config, workload, gate);
                    members.add(member);
                    return Optional.of(member);
                },
                members,
                gate);
    }

    /** No image can be pulled. */
    public static PlayedCluster withoutImages(KubernetesClient client) {
        return new PlayedCluster(client, config -> Optional.empty());
    }

    /** No pod is given a node. */
    public static PlayedCluster withoutScheduler(KubernetesClient client) {
        var cluster = new PlayedCluster(client, _ -> Optional.empty());
        cluster.watch.close();
        return cluster;
    }

    /** Adds nodes; their names begin with the prefix, and each has a label {@code test: PREFIX}. */
    public PlayedCluster nodes(String prefix, int count) {
        for (int i = 0; i < count; i++) {
            Node node = new NodeBuilder()
                    .withNewMetadata()
                    .withName(prefix + "-" + i)
                    .addToLabels("test", prefix)
                    .endMetadata()
                    .build();
            nodes.add(client.resource(node).create());
            String address = loopbackAddress(nodes.size() - 1);
            client.nodes()
                    .withName(node.getMetadata().getName())
                    .editStatus(there -> new NodeBuilder(there)
                            .withNewStatus()
                            .addNewAddress()
                            .withType("InternalIP")
                            .withAddress(address)
                            .endAddress()
                            .endStatus()
                            .build());
            // the API server taints new nodes until their controller has seen them
            client.nodes()
                    .withName(node.getMetadata().getName())
                    .edit(there -> new NodeBuilder(there)
                            .editSpec()
                            .withTaints()
                            .endSpec()
                            .build());
        }
        return this;
    }

    /** An address of its own for each node of this cluster, and hardly one that a test in another JVM has too. */
    static String loopbackAddress(int node) {
        long jvm = 1 + ProcessHandle.current().pid() % 254;
        return "127." + jvm + "." + (1 + node / 200) + "." + (1 + node % 200);
    }

    /** Kills the member in a pod, as SIGKILL does. */
    public void kill(String podName) {
        // a kubelet tells how a container ended after it has
        running.remove(podName).kill();
        setStatus(podName, pod -> ended(pod, 137));
    }

    /** Names of the pods whose members run. */
    public List<String> running() {
        return List.copyOf(running.keySet());
    }

    /** Time between the first and the last of all simulated members that ever took a start. */
    public Duration startFanOut() {
        var taken = simulated.stream()
                .mapToLong(SimulatedMember::startTakenAtEpochNanos)
                .filter(instant -> instant > 0)
                .summaryStatistics();
        return Duration.ofNanos(taken.getMax() - taken.getMin());
    }

    /** The last request of each path that a simulated member was asked for, and its answer. */
    public Map<String, ControlExchange> exchanges() {
        var all = new TreeMap<String, ControlExchange>();
        simulated.forEach(member -> all.putAll(member.exchanges()));
        return all;
    }

    /** The nodes that pods of the operator's own have restored, in that order. */
    public List<String> restored() {
        return List.copyOf(restored);
    }

    private void seen(Watcher.Action action, Pod pod) {
        String name = pod.getMetadata().getName();
        switch (action) {
            case ADDED -> start(pod);
            case MODIFIED -> {
                boolean isToEnd = pod.getMetadata().getDeletionTimestamp() != null
                        || Long.valueOf(1).equals(pod.getSpec().getActiveDeadlineSeconds());
                if (isToEnd) {
                    end(pod);
                }
            }
            case DELETED -> Optional.ofNullable(running.remove(name)).ifPresent(Container::kill);
            case ERROR, BOOKMARK -> {}
        }
    }

    private void start(Pod pod) {
        String name = pod.getMetadata().getName();
        if (Labels.RESTORE_APP.equals(pod.getMetadata().getLabels().get(Labels.APP))) {
            restored.add(pod.getSpec().getNodeName());
            setStatus(name, PlayedCluster::succeeded);
            return;
        }
        try {
            MemberConfig config = configOfBound(pod);
            gate.pass(MemberGate.Step.START, config.runId());
            Optional<Container> container = images.container(config);
            if (container.isEmpty()) {
                setStatus(name, PlayedCluster::unpullable);
                return;
            }
            running.put(name, container.get());
            if (isClosed) {
                container.get().kill();
                return;
            }
            setStatus(name, PlayedCluster::started);
            int exitCode = container.get().run();
            gate.pass(MemberGate.Step.END, config.runId());
            if (running.remove(name) != null) {
                setStatus(name, running -> ended(running, exitCode));
            }
        } catch (IOException | GeneralSecurityException | MalformedJsonException e) {
            setStatus(name, running -> ended(running, 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(Pod pod) {
        String name = pod.getMetadata().getName();
        try {
            gate.pass(
                    MemberGate.Step.END,
                    Objects.requireNonNullElse(pod.getMetadata().getLabels().get(ObjectLabels.REPETITION_ID), ""));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        Optional.ofNullable(running.remove(name)).ifPresent(Container::kill);
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            if (!pod.getSpec().getInitContainers().isEmpty()) {
                // a kubelet tells how a pod ended before it lets it go
                setStatus(name, there -> ended(there, 143));
            }
            persistently(() -> client.pods().withName(name).withGracePeriod(0).delete());
        } else {
            setStatus(name, there -> ended(there, 143));
        }
    }

    private MemberConfig configOfBound(Pod pod) throws MalformedJsonException {
        calls.acquireUninterruptibly();
        try {
            bind(pod);
            return config(pod);
        } finally {
            calls.release();
        }
    }

    /** A kubelet asks again where the API server does not answer. */
    private void persistently(Runnable call) {
        while (true) {
            try {
                call.run();
                return;
            } catch (KubernetesClientException e) {
                if (e.getCode() != NO_ANSWER || isClosed) {
                    throw e;
                }
            }
        }
    }

    /** The node that a pod asks for. */
    static String nodeOf(Pod pod) {
        return pod.getSpec()
                .getAffinity()
                .getNodeAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution()
                .getNodeSelectorTerms()
                .getFirst()
                .getMatchFields()
                .getFirst()
                .getValues()
                .getFirst();
    }

    private void bind(Pod pod) {
        String node = nodeOf(pod);
        persistently(() -> {
            try {
                client.bindings()
                        .resource(new BindingBuilder()
                                .withNewMetadata()
                                .withName(pod.getMetadata().getName())
                                .endMetadata()
                                .withNewTarget()
                                .withApiVersion("v1")
                                .withKind("Node")
                                .withName(node)
                                .endTarget()
                                .build())
                        .create();
            } catch (KubernetesClientException e) {
                // an earlier request whose answer was lost
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                    throw e;
                }
            }
        });
    }

    private MemberConfig config(Pod pod) throws MalformedJsonException {
        var volume = pod.getSpec().getVolumes().stream()
                .filter(each -> each.getSecret() != null)
                .findFirst()
                .orElseThrow()
                .getSecret();
        var secret = new AtomicReference<Secret>();
        persistently(() ->
                secret.set(client.secrets().withName(volume.getSecretName()).require()));
        String json = secret.get().getData().get(volume.getItems().getFirst().getKey());
        return ProtocolJson.readRequest(Base64.getDecoder().decode(json), MemberConfig.class);
    }

    private void setStatus(String name, UnaryOperator<Pod> change) {
        calls.acquireUninterruptibly();
        try {
            persistently(() -> client.pods().withName(name).editStatus(change));
        } catch (KubernetesClientException | NullPointerException e) {
            // it is gone
        } finally {
            calls.release();
        }
    }

    /** A pod whose member runs. */
    static Pod started(Pod pod) {
        return withContainer(
                withTuner(
                        pod,
                        new ContainerStateBuilder()
                                .withNewRunning()
                                .endRunning()
                                .build()),
                "Running",
                new ContainerStatusBuilder()
                        .withState(new ContainerStateBuilder()
                                .withNewRunning()
                                .endRunning()
                                .build()));
    }

    private static Pod succeeded(Pod pod) {
        return new PodBuilder(pod)
                .editOrNewStatus()
                .withPhase("Succeeded")
                .endStatus()
                .build();
    }

    /** The tuner is like that, if the pod has one. */
    private static Pod withTuner(Pod pod, ContainerState state) {
        List<ContainerStatus> tuners = pod.getSpec().getInitContainers().stream()
                .map(tuner -> new ContainerStatusBuilder()
                        .withName(tuner.getName())
                        .withImage("member")
                        .withImageID("member")
                        .withReady(state.getRunning() != null)
                        .withStarted(state.getRunning() != null)
                        .withRestartCount(0)
                        .withState(state)
                        .build())
                .toList();
        return new PodBuilder(pod)
                .editOrNewStatus()
                .withInitContainerStatuses(tuners)
                .endStatus()
                .build();
    }

    /** A tuner restores its host when its member has ended. */
    private static ContainerState restoredHost() {
        return new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(0)
                .withReason("Completed")
                .withMessage("{\"runId\":\"r\",\"outcome\":\"RESTORED\",\"networkInterface\":null,\"bond\":null,"
                        + "\"settings\":[],\"problems\":[]}")
                .endTerminated()
                .build();
    }

    /** A pod whose member has ended. */
    static Pod ended(Pod pod, int exitCode) {
        return withContainer(
                withTuner(pod, restoredHost()),
                exitCode == 0 ? "Succeeded" : "Failed",
                new ContainerStatusBuilder()
                        .withState(new ContainerStateBuilder()
                                .withNewTerminated()
                                .withExitCode(exitCode)
                                .withReason(exitCode == 0 ? "Completed" : "Error")
                                .endTerminated()
                                .build()));
    }

    private static Pod unpullable(Pod pod) {
        return withContainer(
                pod,
                "Pending",
                new ContainerStatusBuilder()
                        .withState(new ContainerStateBuilder()
                                .withNewWaiting()
                                .withReason("ImagePullBackOff")
                                .withMessage("Back-off pulling image \"nowhere/none\"")
                                .endWaiting()
                                .build()));
    }

    private static Pod withContainer(Pod pod, String phase, ContainerStatusBuilder container) {
        return new PodBuilder(pod)
                .editOrNewStatus()
                .withPhase(phase)
                .withContainerStatuses(container
                        .withName("member")
                        .withImage("member")
                        .withImageID("member")
                        .withReady(false)
                        .withRestartCount(0)
                        .build())
                .endStatus()
                .build();
    }

    @Override
    public void close() {
        isClosed = true;
        watch.close();
        running.values().forEach(Container::kill);
        threads.shutdownNow();
        nodes.forEach(node -> client.resource(node).delete());
    }
}
