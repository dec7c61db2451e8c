package io.jgbench.e2e.faults;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.e2e.Nodes;
import io.jgbench.e2e.faults.plan.FaultRound;
import io.jgbench.e2e.operator.Lab;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a round takes place.
 *
 * @param lab the cluster as a user has it
 * @param round what is to happen
 * @param nodes of the members, in their order; the operator is on none of them, so that its link to a member can be cut
 * @param operator its pod at the start of the round
 */
record RoundSite(Lab lab, FaultRound round, List<Node> nodes, Pod operator) {

    /** How many rounds have nodes at the same time. */
    static int places(Lab lab) {
        return Math.max(1, (Nodes.workers(lab.client()).size() - 1) / FaultRound.MEMBERS);
    }

    /**
     * Takes nodes from those that the operator is not on, others in each round.
     *
     * @param place among the rounds that take place at once, from 0
     */
    static RoundSite of(Lab lab, FaultRound round, int place) {
        Pod operator = lab.installation().operatorPod();
        List<Node> others = Nodes.workers(lab.client()).stream()
                .filter(node ->
                        !node.getMetadata().getName().equals(operator.getSpec().getNodeName()))
                .toList();
        if (others.size() < FaultRound.MEMBERS) {
            throw new IllegalStateException("expected " + FaultRound.MEMBERS + " workers beside the operator's, found "
                    + others.size() + "; start a cluster of four workers");
        }
        // rounds that begin together have consecutive numbers
        int first = round.number() + place * (FaultRound.MEMBERS - 1);
        List<Node> taken = Stream.iterate(first, i -> i + 1)
                .map(i -> others.get(i % others.size()))
                .limit(FaultRound.MEMBERS)
                .toList();
        return new RoundSite(lab, round, taken, operator);
    }

    List<String> nodeNames() {
        return nodes.stream().map(node -> node.getMetadata().getName()).toList();
    }

    /** The node of the member that is struck. */
    Node victim() {
        return nodes.get(round.victim());
    }

    /** The addresses of the other members' nodes. */
    List<String> addressesOfOthers() {
        return nodes.stream()
                .filter(node -> !node.equals(victim()))
                .map(RoundSite::address)
                .toList();
    }

    /** The addresses from which the operator's packets can come: its pod's, and its node's where that stands for it. */
    List<String> addressesOfOperator() {
        return List.of(operator.getStatus().getPodIP(), operator.getStatus().getHostIP());
    }

    private static String address(Node node) {
        return node.getStatus().getAddresses().stream()
                .filter(address -> address.getType().equals("InternalIP"))
                .map(NodeAddress::getAddress)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(node.getMetadata().getName() + " has no address of its own"));
    }
}
