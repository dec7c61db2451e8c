package io.jgbench.e2e.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.e2e.operator.Lab;
import io.jgbench.e2e.operator.LeaseOfNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a run has left in the cluster. */
final class Leftovers {
    /** The label with the run's name on all that belongs to a run. */
    static final String RUN = "jgbench.io/run";

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final Lab lab;
    private final List<String> nodes;
    private final String run;
    private final boolean mayLeaveHostsToTheNextRun;

    /** Those of the run of a round. */
    Leftovers(RoundSite site) {
        this.lab = site.lab();
        this.nodes = site.nodeNames();
        this.run = site.round().run();
        this.mayLeaveHostsToTheNextRun = site.round().fault().mayLeaveHostsToTheNextRun();
    }

    /** What may not be there once the run is finished and cleared away: pods that ended and the result stay. */
    List<String> ofFinishedRun() {
        KubernetesClient client = lab.client();
        return Stream.of(
                        // also one that nobody holds: the operator has given up to restore its node
                        lab.installation().leasesOfNodes().stream()
                                .filter(lease -> nodes.contains(lease.node()))
                                .filter(lease -> !mayLeaveHostsToTheNextRun
                                        || lease.holder().isPresent())
                                .map(LeaseOfNode::told),
                        pods().stream().filter(Leftovers::isLive).map(pod -> "Pod " + name(pod)),
                        client.secrets().withLabel(RUN, run).list().getItems().stream()
                                .map(secret -> "Secret " + name(secret)))
                .flatMap(left -> left)
                .toList();
    }

    /** What may not be there once the run is deleted. */
    List<String> ofDeletedRun() {
        KubernetesClient client = lab.client();
        return Stream.of(
                        ofFinishedRun().stream(),
                        pods().stream().filter(pod -> !isLive(pod)).map(pod -> "Pod " + name(pod)),
                        client.configMaps().withLabel(RUN, run).list().getItems().stream()
                                .map(map -> "ConfigMap " + name(map)))
                .flatMap(left -> left)
                .toList();
    }

    /** Those of its members, and those that restore hosts after it. */
    private List<Pod> pods() {
        return lab.client().pods().withLabel(RUN, run).list().getItems();
    }

    private static boolean isLive(Pod pod) {
        return !ENDED.contains(pod.getStatus().getPhase());
    }

    private static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }
}
