package io.jgbench.operator.plan;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.PlacementSettings.Spread;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.SpecProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Assigns ports to members. A node serves one run at a time, so the ports are the same in every run. Members that
 * share a node get consecutive ports.
 *
 * @param bindPort the first port of transports where the run does not name one
 * @param controlPort the first port of control servers
 */
public record PortAssignment(int bindPort, int controlPort) {
    private static final int MAX_PORT = 65_535;

    /**
     * What is wrong with the ports of a number of members on one node, in a sentence; empty if nothing is.
     *
     * @param givenBindPort the first port as the run names it, 0 if it does not
     */
    public Optional<String> problem(int onNode, int givenBindPort) {
        int first = first(givenBindPort);
        boolean isOneForBoth = first < controlPort + onNode && controlPort < first + onNode;
        boolean isBeyond = Math.max(first, controlPort) + onNode - 1 > MAX_PORT;
        return isOneForBoth || isBeyond
                ? Optional.of(
                        ("The ports of members that may share a node must be at most %d and not those of their control"
                                        + " servers, %s, got: %s; write another spec.placement.bindPort.")
                                .formatted(MAX_PORT, range(controlPort, onNode), range(first, onNode)))
                : Optional.empty();
    }

    /** What is wrong with the ports of a run. Where its members may share nodes, as many may as there are. */
    public List<SpecProblem> problems(BenchmarkRunSpec declared, RunSpec resolved) {
        var placement = declared.placement();
        boolean mayShare = placement != null && placement.spread() == Spread.ANY;
        return problem(mayShare ? resolved.members() : 1, resolved.transport().bindPort()).stream()
                .map(message -> new SpecProblem("spec.placement.bindPort", message))
                .toList();
    }

    private static String range(int first, int count) {
        return count == 1 ? String.valueOf(first) : first + " to " + (first + count - 1);
    }

    private int first(int givenBindPort) {
        return givenBindPort == 0 ? bindPort : givenBindPort;
    }

    /**
     * Places the members.
     *
     * @param byMember the members' nodes, by index; each has an address
     * @param givenBindPort the first port as the run names it, 0 if it does not
     */
    public List<Assignment> assignments(List<NodeView> byMember, int givenBindPort) {
        Map<String, Integer> membersByNode = new HashMap<>();
        List<Assignment> assignments = new ArrayList<>();
        for (int i = 0; i < byMember.size(); i++) {
            NodeView node = byMember.get(i);
            int onNode = membersByNode.merge(node.name(), 1, Integer::sum) - 1;
            assignments.add(new Assignment(
                    i,
                    "member-" + i,
                    node.name(),
                    node.address().orElseThrow(),
                    first(givenBindPort) + onNode,
                    controlPort + onNode));
        }
        return assignments;
    }
}
