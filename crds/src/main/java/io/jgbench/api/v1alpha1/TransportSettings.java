package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.jgbench.api.schema.Example;
import java.util.Map;

/** What carries the messages. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TransportSettings(
        @Default(TransportSettings.JGROUPS)
        @Pattern("^[a-z]([-a-z0-9]*[a-z0-9])?$")
        @Size(min = 1, max = 63)
        @Example(TransportSettings.JGROUPS)
        @JsonPropertyDescription("jgroups (any stack), udp (raw IP multicast or unicast: losses are counted,"
                + " nothing is sent again), tcp (a raw mesh of connections), or the name of a transport in a"
                + " jar on the members' class path.")
        String name,

        @Size(max = 64)
        @Example("{mode: unicast}")
        @JsonPropertyDescription("The transport's own options, by name; each value is a string. METHOD.md has them.")
        Map<String, @Size(max = 1024) String> options) {

    /** The transport that runs a JGroups stack, and the default. */
    public static final String JGROUPS = "jgroups";

    /** Copies the options. */
    public TransportSettings {
        options = options == null ? Map.of() : Map.copyOf(options);
    }

    /** Nothing given: all defaults. */
    public static TransportSettings defaults() {
        return new TransportSettings(null, null);
    }
}
