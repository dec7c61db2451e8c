package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.Optional;

/** What a finding means for the figures; the gravest first. */
public enum Severity {
    /** They must not be used. */
    @JsonProperty("Invalid")
    INVALID("Invalid"),
    /** They can be used by a reader who knows the finding. */
    @JsonProperty("Warning")
    WARNING("Warning"),
    /** They can be used; the finding explains them. */
    @JsonProperty("Info")
    INFO("Info");

    private final String label;

    Severity(String label) {
        this.label = label;
    }

    /** The severity of this label; empty where there is none. */
    public static Optional<Severity> of(String label) {
        return Arrays.stream(values())
                .filter(severity -> severity.label.equals(label))
                .findFirst();
    }

    /** The one word for it, in results, in a status, on the console and in the documentation. */
    public String label() {
        return label;
    }
}
