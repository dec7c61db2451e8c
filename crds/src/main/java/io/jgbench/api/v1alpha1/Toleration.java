package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;

/** A taint that a member tolerates; the fields mean what they mean in a pod. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "(has(self.key) && self.key != '') || self.operator == 'Exists'",
        fieldPath = ".key",
        message = Toleration.KEY_RULE)
@ValidationRule(
        value = "!has(self.value) || self.value == '' || self.operator == 'Equal'",
        fieldPath = ".value",
        message = Toleration.VALUE_RULE)
@ValidationRule(
        value = "!has(self.tolerationSeconds) || (has(self.effect) && self.effect == 'NoExecute')",
        fieldPath = ".tolerationSeconds",
        message = Toleration.SECONDS_RULE)
public record Toleration(
        @Pattern(Toleration.KEY_PATTERN)
        @Size(max = 316)
        @Example("dedicated")
        @JsonPropertyDescription("The taint's key. Absent: every key.")
        String key,

        @Default("Equal") @Example("Exists") @JsonPropertyDescription("Exists: any value; Equal: the value given.")
        Operator operator,

        @Pattern(Toleration.VALUE_PATTERN)
        @Size(max = 63)
        @Example("benchmark")
        @JsonPropertyDescription("The taint's value, for operator Equal.")
        String value,

        @Example("NoSchedule") @JsonPropertyDescription("The taint's effect. Absent: every effect.")
        Effect effect,

        @Min(0)
        @Example("300")
        @JsonPropertyDescription("How long effect NoExecute is tolerated, in seconds. Absent: without a limit.")
        Long tolerationSeconds) {

    /** A label's name, with or without a prefix; else the API server refuses each pod. */
    public static final String KEY_PATTERN =
            "^(([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$";

    /** A label's value. */
    public static final String VALUE_PATTERN = "^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$";

    /** A taint has a key. */
    public static final String KEY_RULE = "a toleration needs a key, or operator Exists for every key";

    /** Existing is enough. */
    public static final String VALUE_RULE = "a toleration with operator Exists has no value";

    /** Nobody is evicted by the other effects. */
    public static final String SECONDS_RULE = "tolerationSeconds needs effect NoExecute";

    /** How key and value are compared. */
    public enum Operator {
        /** The taint has the key. */
        @JsonProperty("Exists")
        EXISTS,
        /** The taint has the key and the value. */
        @JsonProperty("Equal")
        EQUAL
    }

    /** What a taint does to pods that do not tolerate it. */
    public enum Effect {
        /** They are not scheduled. */
        @JsonProperty("NoSchedule")
        NO_SCHEDULE,
        /** They are scheduled elsewhere where that is possible. */
        @JsonProperty("PreferNoSchedule")
        PREFER_NO_SCHEDULE,
        /** They are evicted. */
        @JsonProperty("NoExecute")
        NO_EXECUTE
    }
}
