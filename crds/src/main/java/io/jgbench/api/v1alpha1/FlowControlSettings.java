package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.jgbench.api.schema.Example;

/**
 * An interface's flow control. The components are booleans because YAML 1.1, which kubectl reads, takes an unquoted
 * {@code On} or {@code Off} for one.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record FlowControlSettings(
        @Example("true")
        @JsonPropertyDescription("Whether the interface obeys pause frames that arrive. On and Off are accepted too.")
        Boolean rx,

        @Example("true")
        @JsonPropertyDescription(
                "Whether the interface sends pause frames when the receive ring fills. On and Off are accepted too.")
        Boolean tx) {}
