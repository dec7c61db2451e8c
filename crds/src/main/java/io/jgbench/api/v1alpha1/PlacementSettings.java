package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/** Where the members run. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.nodeNames) || self.nodeNames.all(n, self.nodeNames.exists_one(m, m == n))",
        fieldPath = ".nodeNames",
        message = PlacementSettings.NODE_NAMES_ONCE_RULE)
@RecordBuilder
public record PlacementSettings(
        @Size(max = 16) @Example("{jgbench.io/pool: lab}") @JsonPropertyDescription("Labels that a node must have.")
        Map<String, @Size(max = 63) String> nodeSelector,

        @Size(max = BenchmarkRunSpec.MAX_MEMBERS)
        @Example("[node-1, node-2, node-3, node-4]")
        @JsonPropertyDescription("The nodes by name, in the order of the members; empty to let the run choose.")
        List<@Size(min = 1, max = 253) @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$") String> nodeNames,

        @Default("OnePerNode")
        @Example("OnePerNode")
        @JsonPropertyDescription("OnePerNode: no two members on one node. Any: members may share a node,"
                + " and what they send each other does not cross the wire.")
        Spread spread,

        @JsonProperty("interface")
        @Pattern("^[^\\s/]+$")
        @Size(min = 1, max = 15)
        @Example("ens1f0")
        @JsonPropertyDescription(
                "The network interface that carries the messages." + " Default: the one that has the node's address.")
        String networkInterface,

        @Min(1024)
        @Max(65535)
        @Example("7800")
        @JsonPropertyDescription(
                "The first port that a member binds. Members that share an address take the following ports."
                        + " Control servers must have other ports."
                        + " Default: on a cluster 7800 or the operator's setting; on one machine free ports.")
        Integer bindPort,

        @Pattern("^[0-9]{1,12}(\\.[0-9]{1,9})?[kMG]bit$")
        @Size(max = 26)
        @Example("10Gbit")
        @JsonPropertyDescription(
                "The line rate of each member's link in each direction, 1Mbit to 800Gbit, for hosts that do not report"
                        + " it, such as virtual machines. The limit, the efficiency and the flow-control window are"
                        + " computed from it. A speed that the host reports has precedence. Default: the interface's"
                        + " speed if hardware reports it.")
        String lineRate,

        @Size(max = 16)
        @Example("[{key: dedicated, operator: Exists}]")
        @JsonPropertyDescription("Taints that the members tolerate.")
        List<Toleration> tolerations) {

    /** A node is taken once, however often it is named. */
    public static final String NODE_NAMES_ONCE_RULE = "placement.nodeNames must name each node once";

    /** Copies the collections. */
    public PlacementSettings {
        nodeSelector = nodeSelector == null ? Map.of() : Map.copyOf(nodeSelector);
        nodeNames = nodeNames == null ? List.of() : List.copyOf(nodeNames);
        tolerations = tolerations == null ? List.of() : List.copyOf(tolerations);
    }

    /** Nothing given: all defaults. */
    public static PlacementSettings defaults() {
        return PlacementSettingsBuilder.builder().build();
    }

    /** How members share nodes. */
    public enum Spread {
        /** No two members on one node. */
        @JsonProperty("OnePerNode")
        ONE_PER_NODE,
        /** Members may share a node. */
        @JsonProperty("Any")
        ANY
    }
}
