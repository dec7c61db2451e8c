package io.jgbench.e2e.operator;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The Lease of a node. It is there while a run has the node, and after it as long as the node is not known to be
 * restored: nobody holds it then.
 *
 * @param node its name
 * @param holder the run that has the node
 * @param changedBy the run that may have left the node changed
 */
public record LeaseOfNode(String node, Optional<String> holder, Optional<String> changedBy) {
    private static final String PREFIX = "jgbench-node-";
    private static final String CHANGED_BY = "jgbench.io/changed-by";

    /** Those among the Leases of the operator's namespace, where its leader has one as well. */
    static List<LeaseOfNode> among(List<Lease> leases) {
        return leases.stream()
                .filter(lease -> lease.getMetadata().getName().startsWith(PREFIX))
                .map(LeaseOfNode::of)
                .toList();
    }

    private static LeaseOfNode of(Lease lease) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(lease.getMetadata().getAnnotations(), Map.of());
        return new LeaseOfNode(
                lease.getMetadata().getName().substring(PREFIX.length()),
                Optional.ofNullable(lease.getSpec().getHolderIdentity()),
                Optional.ofNullable(annotations.get(CHANGED_BY)));
    }

    /** Whose it is, for a message. */
    public String told() {
        return "Lease of " + node + holder.map(run -> ", held by " + run).orElse(", held by nobody")
                + changedBy.map(run -> ", not restored after " + run).orElse("");
    }
}
