package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.jgbench.api.schema.Example;

/** One entry of a ConfigMap in the run's namespace. */
public record ConfigMapKeyRef(
        @Required
        @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        @Size(min = 1, max = 253)
        @Example("stacks")
        @JsonPropertyDescription("The ConfigMap's name.")
        String name,

        @Required
        @Pattern("^[-._a-zA-Z0-9]+$")
        @Size(min = 1, max = 253)
        @Example("udp.xml")
        @JsonPropertyDescription("The key within it.")
        String key) {}
