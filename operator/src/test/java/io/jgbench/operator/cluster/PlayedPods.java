package io.jgbench.operator.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.MemberConfig;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Plays the part of the scheduler and of the kubelets for the pods on a {@link FakeApiServer}, which has no watches: it
 * looks when it is told to. Their members only speak the control protocol.
 */
public final class PlayedPods implements AutoCloseable {
    private final KubernetesClient client;
    private final Duration workload;
    private final Function<MemberConfig, Optional<MemberLie>> lies;
    private final Map<String, SimulatedMember> members = new HashMap<>();
    private final Map<String, Integer> exitCodes = new ConcurrentHashMap<>();
    private final List<String> started = new ArrayList<>();

    /**
     * None yet.
     *
     * @param workload how long members seem to measure
     */
    public PlayedPods(KubernetesClient client, Duration workload) {
        this(client, workload, _ -> Optional.empty());
    }

    /**
     * None yet.
     *
     * @param workload how long members seem to measure
     * @param lies what a member says that is not true
     */
    public PlayedPods(KubernetesClient client, Duration workload, Function<MemberConfig, Optional<MemberLie>> lies) {
        this.client = client;
        this.workload = workload;
        this.lies = lies;
    }

    /** An address for a node of such pods; pods of two nodes have the same ports. */
    public static String address(int node) {
        return PlayedCluster.loopbackAddress(node);
    }

    /** Starts what is new, ends what is to end or is gone, and tells how each pod is. */
    public void look() throws IOException, GeneralSecurityException, MalformedJsonException {
        List<Pod> there = client.pods().list().getItems();
        for (Pod pod : there) {
            String name = pod.getMetadata().getName();
            if (!members.containsKey(name)) {
                start(pod);
            }
            if (Long.valueOf(1).equals(pod.getSpec().getActiveDeadlineSeconds())) {
                end(name);
            }
            tell(pod);
        }
        Set<String> names =
                there.stream().map(pod -> pod.getMetadata().getName()).collect(Collectors.toSet());
        members.keySet().stream().filter(name -> !names.contains(name)).forEach(this::end);
    }

    /** The names of the pods whose members were ever started, in that order. */
    public List<String> started() {
        return List.copyOf(started);
    }

    /** The names of the pods whose members have ended. */
    public Set<String> ended() {
        return Set.copyOf(exitCodes.keySet());
    }

    private void start(Pod pod) throws IOException, GeneralSecurityException, MalformedJsonException {
        String name = pod.getMetadata().getName();
        MemberConfig config = config(pod);
        var member = new SimulatedMember(config, workload, MemberGate.OPEN, lies.apply(config));
        members.put(name, member);
        started.add(name);
        Thread.ofVirtual().start(() -> {
            try {
                exitCodes.putIfAbsent(name, member.run());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void end(String name) {
        if (exitCodes.putIfAbsent(name, 143) == null) {
            members.get(name).kill();
        }
    }

    private MemberConfig config(Pod pod) throws MalformedJsonException {
        var source = pod.getSpec().getVolumes().stream()
                .filter(volume -> volume.getSecret() != null)
                .findFirst()
                .orElseThrow()
                .getSecret();
        String json = client.secrets()
                .withName(source.getSecretName())
                .require()
                .getData()
                .get(source.getItems().getFirst().getKey());
        return ProtocolJson.readRequest(Base64.getDecoder().decode(json), MemberConfig.class);
    }

    private void tell(Pod pod) {
        Pod bound = new PodBuilder(pod)
                .editSpec()
                .withNodeName(PlayedCluster.nodeOf(pod))
                .endSpec()
                .build();
        Integer exitCode = exitCodes.get(pod.getMetadata().getName());
        Pod told = exitCode == null ? PlayedCluster.started(bound) : PlayedCluster.ended(bound, exitCode);
        if (!told.equals(pod)) {
            client.resource(told).update();
        }
    }

    @Override
    public void close() {
        members.values().forEach(SimulatedMember::kill);
    }
}
