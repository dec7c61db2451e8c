package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LeaseOfNodeTest {

    @Test
    void leaseThatNobodyHoldsIsOneOfItsNode() {
        var leases = List.of(
                lease("name: jgbench-operator-leader", "holderIdentity: operator-1"),
                lease("name: jgbench-node-a", "holderIdentity: jgbench-runs/fault-1"),
                lease("name: jgbench-node-b, annotations: {jgbench.io/changed-by: jgbench-runs/fault-2/uid-2}", ""));

        assertThat(LeaseOfNode.among(leases).stream().map(LeaseOfNode::told))
                .containsExactly(
                        "Lease of a, held by jgbench-runs/fault-1",
                        "Lease of b, held by nobody, not restored after jgbench-runs/fault-2/uid-2");
    }

    private static Lease lease(String metadata, String spec) {
        return Serialization.unmarshal(
                "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {" + metadata + "}\nspec: {" + spec + "}\n",
                Lease.class);
    }
}
