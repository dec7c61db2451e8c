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
import io.jgbench.e2e.operator.Installation;
import io.jgbench.e2e.operator.NodeFault;
import java.time.Duration;
import java.util.Optional;

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

    private static final String TAINT = "jgbench.test/fault";

    private static final Duration LOOK = Duration.ofMillis(100);

    private final RoundSite site;
    private final KubernetesClient client;

    FaultInjector(RoundSite site) {
        this.site = site;
        this.client = site.lab().client();
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
        };
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
                .until(
                        () -> site.lab().pods(site.round().run()).stream()
                                .filter(pod -> pod.getMetadata()
                                        .getLabels()
                                        .get("jgbench.io/member")
                                        .equals(site.round().victimName()))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
