package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * What a condition gives as its reason: a {@link ConditionReason}, the reason of a finding, or a word of Kubernetes'
 * own, such as what a kubelet says of a pod.
 */
public interface ReasonWord {

    /** The word as the condition has it. */
    @JsonValue
    String label();

    /** The reason that a word stands for: the {@link ConditionReason} of that label if there is one. */
    static ReasonWord of(String label) {
        return ConditionReason.of(label).<ReasonWord>map(known -> known).orElseGet(() -> new Foreign(label));
    }

    /**
     * A reason that is not this API's own.
     *
     * @param label the word
     */
    record Foreign(String label) implements ReasonWord {

        /** Refuses null. */
        public Foreign {
            Objects.requireNonNull(label, "label");
        }
    }
}
