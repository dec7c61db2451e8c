package io.jgbench.operator.kubernetes;

import io.jgbench.api.v1alpha1.ObjectLabels;
import java.util.Map;

/** The labels of what belongs to runs, of which those of our own are {@link ObjectLabels}. */
public final class Labels {
    /** What something is a part of, as Kubernetes recommends it. */
    public static final String APP = "app.kubernetes.io/name";
    /** Who looks after it. */
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    /** The value of {@link #MANAGED_BY}, and the field manager of what is applied. */
    public static final String OPERATOR = "jgbench-operator";
    /** The value of {@link #APP} of members' pods. */
    public static final String MEMBER_APP = "jgbench-member";

    /** The value of {@link #APP} of pods that put hosts back. */
    public static final String RESTORE_APP = "jgbench-restore";

    private Labels() {}

    /** The labels of all that belongs to a run. */
    public static Map<String, String> of(RunRef run) {
        return Map.of(MANAGED_BY, OPERATOR, ObjectLabels.RUN, run.name(), ObjectLabels.RUN_ID, run.runId());
    }
}
