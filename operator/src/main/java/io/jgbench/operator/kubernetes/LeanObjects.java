package io.jgbench.operator.kubernetes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * How the operator reads objects: without what the API server notes of who wrote which field, which nobody asks here.
 * Of a large run's status that takes more room than the status, and all runs are kept in memory.
 */
public final class LeanObjects {
    private LeanObjects() {}

    /** For a client. What it writes leaves those notes to the API server. */
    public static KubernetesSerialization serialization() {
        return new KubernetesSerialization(new ObjectMapper().addMixIn(ObjectMeta.class, Lean.class), true);
    }

    @JsonIgnoreProperties("managedFields")
    private interface Lean {}
}
