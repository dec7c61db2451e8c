package io.jgbench.e2e.operator;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.e2e.Cluster;
import io.jgbench.e2e.KindNode;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * The operator as the chart installs it, with default values but for what {@link Helm#upgrade} says, in a namespace
 * that enforces {@code restricted}.
 */
public final class Installation implements AutoCloseable {
    /** The namespace of the operator. */
    public static final String NAMESPACE = "jgbench-system";

    /** The namespace that the chart makes for runs. */
    static final String RUNS = "jgbench-runs";

    private static final String DEPLOYMENT = "deployment/jgbench-operator";
    private static final String LEADER_LEASE = "jgbench-operator-leader";
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(3);

    private final KubernetesClient client;
    private final Helm helm;

    private Installation(KubernetesClient client, Helm helm) {
        this.client = client;
        this.helm = helm;
    }

    /** Installs it in the place of one that a killed test may have left. */
    static Installation install() {
        KubernetesClient client = Cluster.ofEnvironment().client(NAMESPACE);
        var namespace = new NamespaceBuilder()
                .withNewMetadata()
                .withName(NAMESPACE)
                .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                .endMetadata()
                .build();
        client.resource(namespace).serverSideApply();
        Installation installation = new Installation(client, new Helm("jgbench", NAMESPACE));
        installation.helm.uninstall();
        installation.helm.upgrade();
        return installation;
    }

    Helm helm() {
        return helm;
    }

    /** Installs again what was deleted of it, such as the namespace of runs with the operator's rights there. */
    public void installAgain() {
        helm.upgrade();
    }

    /** Its pods that are not on their way out. */
    public List<Pod> operatorPods() {
        return client.pods().withLabel("app.kubernetes.io/name", "jgbench-operator").list().getItems().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }

    /** Its only pod. */
    public Pod operatorPod() {
        List<Pod> pods = operatorPods();
        if (pods.size() != 1) {
            throw new IllegalStateException("expected one pod of the operator, found " + pods.size());
        }
        return pods.getFirst();
    }

    /** The pod of the replica that acts. */
    Pod leader() {
        return client.pods().withName(leaderName()).require();
    }

    /** Its name. */
    String leaderName() {
        return client.leases().withName(LEADER_LEASE).require().getSpec().getHolderIdentity();
    }

    /** How often the container of the only pod was started again; {@code -1} while there are none or several. */
    int operatorRestarts() {
        List<Pod> pods = operatorPods();
        return pods.size() == 1
                ? pods.getFirst().getStatus().getContainerStatuses().getFirst().getRestartCount()
                : -1;
    }

    /** Puts a fresh pod in the place of the operator's: the kubelet lets one that dies often wait. */
    public void replaceOperatorPod() {
        Awaitility.await("one pod of the operator, after another one was rolled out")
                .atMost(STARTS_WITHIN)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> operatorPods().size() == 1);
        String before = operatorPod().getMetadata().getName();
        client.pods().withName(before).delete();
        Awaitility.await("a new pod of the operator")
                .atMost(STARTS_WITHIN)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> operatorPods().size() == 1 && isReady(operatorPod()));
    }

    /** Has a rolling update put another pod in the place of the operator's, and returns when it is over. */
    public void rollOut() {
        KindNode.kubectl("", "rollout", "restart", DEPLOYMENT, "--namespace", NAMESPACE)
                .orFail();
        KindNode.kubectl("", "rollout", "status", DEPLOYMENT, "--timeout=3m", "--namespace", NAMESPACE)
                .orFail();
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }

    /** Whether the Lease of the replica that acts has expired, so that another one may take it. */
    public boolean hasLeaseOfLeaderExpired() {
        var lease = client.leases().withName(LEADER_LEASE).require().getSpec();
        return lease.getRenewTime()
                .plusSeconds(lease.getLeaseDurationSeconds())
                .isBefore(ZonedDateTime.now(ZoneOffset.UTC));
    }

    /** The nodes whose Leases runs have. That of a node that is to be restored is held by nobody. */
    public List<String> reservedNodes() {
        return leasesOfNodes().stream()
                .filter(lease -> lease.holder().isPresent())
                .map(LeaseOfNode::node)
                .toList();
    }

    /** The Leases of nodes, those that nobody holds among them. */
    public List<LeaseOfNode> leasesOfNodes() {
        return LeaseOfNode.among(client.leases().list().getItems());
    }

    @Override
    public void close() {
        helm.uninstall();
        client.namespaces().withName(NAMESPACE).delete();
        client.namespaces().withName(RUNS).delete();
        client.close();
    }
}
