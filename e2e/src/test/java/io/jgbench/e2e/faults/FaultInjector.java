package io.jgbench.e2e.faults;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.e2e.Command;
import io.jgbench.e2e.KindNode;
import io.jgbench.e2e.PodContainer;
import io.jgbench.e2e.faults.plan.Fault;
import io.jgbench.e2e.operator.Installation;
import io.jgbench.e2e.operator.NodeFault;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Plants the fault of a round. */
final class FaultInjector {
    /** Shorter than any failure detection of the bundled stacks. */
    private static final Duration MEMBERS_CUT_OFF_FOR = Duration.ofSeconds(4);

    /** A Lease of the leader expires after 15 s; the rest is room for a busy machine. */
    private static final Duration LEASE_EXPIRES_WITHIN = Duration.ofMinutes(1);

    private static final Duration POD_IS_MADE_WITHIN = Duration.ofMinutes(1);

    /** A kubelet lets a container that was killed several times in ten minutes wait for up to five. */
    private static final Duration API_SERVER_IS_BACK_WITHIN = Duration.ofMinutes(6);

    /** Long enough for a Lease to be renewed late. */
    private static final Duration API_SERVER_IS_SLOW_FOR = Duration.ofSeconds(12);

    /** Kubernetes' own leaders end when they cannot renew their Leases for ten, and wait longer each time. */
    private static final Duration ETCD_IS_STOPPED_FOR = Duration.ofSeconds(6);

    /** Several tries of the operator, and much less than the minute for which a full result may be refused. */
    private static final Duration WRITES_ARE_REFUSED_FOR = Duration.ofSeconds(10);

    /** Pods of a node that is lost are waited for for a minute, and as long for one that restores it. */
    private static final Duration NODES_ARE_FREED_WITHIN = Duration.ofMinutes(4);

    private static final Duration NAMESPACE_GOES_WITHIN = Duration.ofMinutes(3);

    /** The init container that sets the host and puts it back. */
    private static final String TUNER = "tune";

    private static final String TAINT = "jgbench.test/fault";

    private static final Duration LOOK = Duration.ofMillis(100);

    private final RoundSite site;
    private final KubernetesClient client;

    FaultInjector(RoundSite site) {
        this.site = site;
        this.client = site.lab().client();
    }

    /** What has to be there before the run begins, and goes when it is closed. It does nothing to the run by itself. */
    PlantedFault prepare() {
        if (site.round().fault() != Fault.WRITES_REFUSED) {
            return PlantedFault.OVER;
        }
        refusedWrites().prepare();
        return () -> refusedWrites().remove();
    }

    /** Returns once the fault is over, or lasts until it is closed. */
    PlantedFault plant() {
        return switch (site.round().fault()) {
            case OPERATOR_KILLED -> {
                PodContainer.firstOf(site.operator()).kill();
                yield PlantedFault.OVER;
            }
            case OPERATOR_STOPPED -> stopOperatorPastItsLease();
            case OPERATOR_REPLACED -> {
                site.lab().installation().rollOut();
                yield PlantedFault.OVER;
            }
            case API_SERVER_KILLED -> killApiServer();
            case API_SERVER_SLOW -> {
                partOfKubernetes("kube-apiserver").slowDown(API_SERVER_IS_SLOW_FOR);
                yield PlantedFault.OVER;
            }
            case ETCD_STOPPED -> stopEtcd();
            case MEMBER_KILLED -> {
                PodContainer.firstOf(victimPod()).kill();
                yield PlantedFault.OVER;
            }
            case MEMBER_STOPPED -> {
                // not continued: the kubelet ends it with its pod
                PodContainer.firstOf(victimPod()).freeze();
                yield PlantedFault.OVER;
            }
            case MEMBERS_CUT_OFF -> cutMembersOff();
            case OPERATOR_CUT_OFF -> {
                NodeFault cut = NodeFault.deafTo(victimNode(), site.addressesOfOperator());
                yield cut::close;
            }
            case RUN_DELETED -> {
                client.resources(BenchmarkRun.class)
                        .withName(site.round().run())
                        .delete();
                yield PlantedFault.OVER;
            }
            case RUN_CANCELLED -> cancel();
            case SECRET_DELETED -> deleteSecret();
            case POD_DELETED_BY_FORCE -> {
                client.resource(victimPod()).withGracePeriod(0).delete();
                yield PlantedFault.OVER;
            }
            case NODE_CORDONED -> {
                cordon(true);
                yield () -> cordon(false);
            }
            case NODE_DRAINED -> {
                drain();
                yield () -> cordon(false);
            }
            case NODE_TAINTED -> {
                KindNode.kubectl("", "taint", "nodes", victimNode(), TAINT + "=planted:NoExecute")
                        .orFail();
                yield () -> KindNode.kubectl("", "taint", "nodes", victimNode(), TAINT + "-")
                        .orFail();
            }
            case NODE_RESTARTED -> restartNode();
            case NODE_LOST -> {
                new KindNode(victimNode()).kill();
                yield this::bringNodeBack;
            }
            case TUNER_KILLED -> {
                victimTuner().kill();
                yield PlantedFault.OVER;
            }
            case WRITES_REFUSED -> refuseWrites();
            case CONFIG_MAPS_DELETED -> deleteConfigMaps();
            case NAMESPACE_DELETED -> {
                site.lab()
                        .kubectl("delete", "namespace", client.getNamespace(), "--wait=false")
                        .orFail();
                yield this::bringNamespaceBack;
            }
        };
    }

    /** Its routes, and the width of its port, are set again when the run is over: no member needs them. */
    private PlantedFault restartNode() {
        KindNode node = new KindNode(victimNode());
        node.kill();
        try {
            node.start();
        } catch (RuntimeException | AssertionError e) {
            KindNode.repairAll();
            throw e;
        }
        return KindNode::repairAll;
    }

    /** One that came back before the operator has given its pods up would be a node that was restarted. */
    private void bringNodeBack() {
        try {
            awaitFreeNodes();
        } finally {
            KindNode.repairAll();
        }
    }

    private void bringNamespaceBack() {
        try {
            await("the end of namespace " + client.getNamespace())
                    .atMost(NAMESPACE_GOES_WITHIN)
                    .pollInterval(LOOK)
                    .until(() ->
                            client.namespaces().withName(client.getNamespace()).get() == null);
            awaitFreeNodes();
        } finally {
            site.lab().installation().installAgain();
        }
    }

    /** A Lease that nobody holds may be left: its node is free of the run, and is not known to be restored. */
    private void awaitFreeNodes() {
        await("that no run holds " + String.join(" and ", site.nodeNames()))
                .atMost(NODES_ARE_FREED_WITHIN)
                .pollInterval(LOOK)
                .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .until(() -> Collections.disjoint(site.lab().installation().reservedNodes(), site.nodeNames()));
    }

    /** Ends by itself: a run that waits for its nodes begins meanwhile. */
    private PlantedFault refuseWrites() {
        RefusedWrites refused = refusedWrites();
        try {
            refused.begin();
        } catch (RuntimeException | AssertionError e) {
            refused.end();
            throw e;
        }
        var ended = CompletableFuture.runAsync(
                refused::end,
                CompletableFuture.delayedExecutor(WRITES_ARE_REFUSED_FOR.toMillis(), TimeUnit.MILLISECONDS));
        return ended::join;
    }

    private RefusedWrites refusedWrites() {
        return new RefusedWrites(site.round().run(), client.getNamespace());
    }

    private PlantedFault deleteConfigMaps() {
        await("a ConfigMap of " + site.round().run())
                .atMost(POD_IS_MADE_WITHIN)
                .pollInterval(LOOK)
                .until(() -> !client.configMaps()
                        .withLabel(Leftovers.RUN, site.round().run())
                        .delete()
                        .isEmpty());
        return PlantedFault.OVER;
    }

    private PlantedFault stopOperatorPastItsLease() {
        Installation installation = site.lab().installation();
        PodContainer operator = PodContainer.firstOf(site.operator());
        operator.freeze();
        try {
            await("the end of the leader's Lease")
                    .atMost(LEASE_EXPIRES_WITHIN)
                    .pollInterval(LOOK)
                    .until(installation::hasLeaseOfLeaderExpired);
        } finally {
            operator.thaw();
        }
        return PlantedFault.OVER;
    }

    private PlantedFault killApiServer() {
        partOfKubernetes("kube-apiserver").kill();
        return awaitApiServer();
    }

    private PlantedFault stopEtcd() {
        PodContainer etcd = partOfKubernetes("etcd");
        etcd.freeze();
        try {
            // the fault is to last this long, whatever the run makes of it
            await().pollDelay(ETCD_IS_STOPPED_FOR).until(() -> true);
        } finally {
            etcd.thaw();
        }
        return awaitApiServer();
    }

    private PlantedFault awaitApiServer() {
        await("the API server")
                .atMost(API_SERVER_IS_BACK_WITHIN)
                .pollDelay(LOOK)
                .pollInterval(LOOK)
                .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .until(() -> client.raw("/readyz") != null);
        return PlantedFault.OVER;
    }

    private PodContainer partOfKubernetes(String name) {
        return PodContainer.firstOf(client.pods()
                .inNamespace("kube-system")
                .withName(name + "-" + KindNode.controlPlane().name())
                .require());
    }

    private PlantedFault cutMembersOff() {
        try (var _ = NodeFault.deafTo(victimNode(), site.addressesOfOthers())) {
            // the fault is to last this long, whatever the run makes of it
            await().pollDelay(MEMBERS_CUT_OFF_FOR).until(() -> true);
        }
        return PlantedFault.OVER;
    }

    private PlantedFault cancel() {
        site.lab()
                .kubectl(
                        "patch",
                        "brun",
                        site.round().run(),
                        "--type",
                        "merge",
                        "--patch",
                        "{\"spec\":{\"cancel\":true}}")
                .orFail();
        return PlantedFault.OVER;
    }

    private PlantedFault deleteSecret() {
        await("the Secret of " + site.round().run())
                .atMost(POD_IS_MADE_WITHIN)
                .pollInterval(LOOK)
                .until(() -> !client.secrets()
                        .withLabel(Leftovers.RUN, site.round().run())
                        .delete()
                        .isEmpty());
        return PlantedFault.OVER;
    }

    /** A drain that fails has cordoned its node all the same. */
    private void drain() {
        Command.Output drained = KindNode.kubectl(
                "", "drain", victimNode(), "--ignore-daemonsets", "--delete-emptydir-data", "--force", "--timeout=2m");
        if (drained.status() != 0) {
            cordon(false);
        }
        drained.orFail();
    }

    private void cordon(boolean isUnschedulable) {
        client.nodes()
                .withName(victimNode())
                .edit(there -> new NodeBuilder(there)
                        .editSpec()
                        .withUnschedulable(isUnschedulable)
                        .endSpec()
                        .build());
    }

    private String victimNode() {
        return site.victim().getMetadata().getName();
    }

    /** The pod of the member that is struck, once it is there. */
    private Pod victimPod() {
        return await("the pod of " + site.round().victimName())
                .atMost(POD_IS_MADE_WITHIN)
                .pollInterval(LOOK)
                .until(this::findVictimPod, Optional::isPresent)
                .orElseThrow();
    }

    /** The tuner of the member that is struck, once it runs. */
    private PodContainer victimTuner() {
        return await("the tuner of " + site.round().victimName())
                .atMost(POD_IS_MADE_WITHIN)
                .pollInterval(LOOK)
                .until(
                        () -> findVictimPod().flatMap(pod -> PodContainer.ofRunningInit(pod, TUNER)),
                        Optional::isPresent)
                .orElseThrow();
    }

    private Optional<Pod> findVictimPod() {
        return site.lab().pods(site.round().run()).stream()
                .filter(pod -> pod.getMetadata()
                        .getLabels()
                        .get("jgbench.io/member")
                        .equals(site.round().victimName()))
                .findFirst();
    }
}
