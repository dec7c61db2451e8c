package io.jgbench.operator.plan;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What decides whether members can stand on a node.
 *
 * @param name its name
 * @param labels its labels
 * @param taints its taints
 * @param unschedulable whether it is cordoned
 * @param address its internal IPv4 address, if it has one
 * @param withheld why no run may have it, if that is so
 */
public record NodeView(
        String name,
        Map<String, String> labels,
        List<Taint> taints,
        boolean unschedulable,
        Optional<String> address,
        Optional<String> withheld) {

    private static final String OPERATING_SYSTEM = "kubernetes.io/os";
    private static final String LINUX = "linux";

    /** Copies the collections. */
    public NodeView {
        Objects.requireNonNull(name, "name");
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(withheld, "withheld");
    }

    /** The view of a node. */
    public static NodeView of(Node node) {
        return new NodeView(
                node.getMetadata().getName(),
                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of()),
                node.getSpec().getTaints(),
                Boolean.TRUE.equals(node.getSpec().getUnschedulable()),
                node.getStatus() == null
                        ? Optional.empty()
                        : node.getStatus().getAddresses().stream()
                                .filter(address -> address.getType().equals("InternalIP"))
                                .map(NodeAddress::getAddress)
                                .filter(address -> !address.contains(":"))
                                .findFirst(),
                Optional.empty());
    }

    /** Whether it is one of Linux, as members' hosts are; one that does not say is taken for one. */
    public boolean isLinux() {
        return labels.getOrDefault(OPERATING_SYSTEM, LINUX).equals(LINUX);
    }

    /** The same, withheld from all runs unless it has these labels: those that the admin's policy asks of nodes. */
    public NodeView withheldWithout(Map<String, String> required) {
        return labels.entrySet().containsAll(required.entrySet())
                ? this
                : new NodeView(
                        name,
                        labels,
                        taints,
                        unschedulable,
                        address,
                        Optional.of("not of policy.placement.nodeSelector " + required + " of the chart's values"));
    }
}
