package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;

/** Another JGroups than the one that members come with; at least one component is given. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(value = "has(self.image) || has(self.version)", message = JGroupsSettings.GIVEN_RULE)
public record JGroupsSettings(
        @Pattern("^[^\\s]+$")
        @Size(min = 1, max = 512)
        @Example("registry.lab/jgbench-member:my-jgroups")
        @JsonPropertyDescription("The members' image, made from jgbench's own with another JGroups in it."
                + " Default: the one that the operator was told.")
        String image,

        @Pattern("^[A-Za-z0-9][-A-Za-z0-9._]*$")
        @Size(min = 1, max = 63)
        @Example("5.5.6.Final")
        @JsonPropertyDescription("One of the JGroups versions that the image has under /app/jgroups. The jars of that"
                + " folder stand before all others on the members' class path."
                + " Default: the version that jgbench was built with, or that the image has put in its place.")
        String version) {

    /** Nothing given asks for nothing. */
    public static final String GIVEN_RULE = "jgroups must have image, version or both";
}
