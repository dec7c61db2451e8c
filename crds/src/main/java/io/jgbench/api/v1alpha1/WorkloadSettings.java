package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;

/** A union: the type, and the block that goes with it. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.multicast) || self.type == 'Multicast'",
        fieldPath = ".multicast",
        message = "workload.multicast may only be given where workload.type is Multicast")
public record WorkloadSettings(
        @Default("Multicast")
        @Example("Multicast")
        @JsonPropertyDescription(
                "Which workload. Multicast: every sender sends its messages to all members," + " itself included.")
        Type type,

        @Default("{}") @Example("{senderThreads: 1}") @JsonPropertyDescription("The details of type Multicast.")
        MulticastSettings multicast) {

    /** The workloads there are. */
    public enum Type {
        /** Every sender sends to all. */
        @JsonProperty("Multicast")
        MULTICAST
    }
}
