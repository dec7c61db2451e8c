package io.jgbench.operator.kubernetes;

import java.util.Map;

/** The labels of what belongs to runs. */
public final class Labels {
    /** The run's name. */
    public static final String RUN = "jgbench.io/run";
    /** The run's identity. */
    public static final String RUN_ID = "jgbench.io/run-id";
    /** The repetition's identity. */
    public static final String REPETITION_ID = "jgbench.io/repetition-id";
    /** The member's name. */
    public static final String MEMBER = "jgbench.io/member";
    /** What a ConfigMap or Secret holds. */
    public static final String CONTENT = "jgbench.io/content";
    /** The name of the suite that something belongs to. */
    public static final String SUITE = "jgbench.io/suite";
    /** The suite's identity. */
    public static final String SUITE_ID = "jgbench.io/suite-id";
    /** The number of the cell that a run visits, from 1. */
    public static final String CELL = "jgbench.io/cell";
    /** The round of the visit, from 1. */
    public static final String ROUND = "jgbench.io/round";
    /** The attempt of the visit, from 1. */
    public static final String ATTEMPT = "jgbench.io/attempt";
    /** The uid of the run that holds a Lease. */
    public static final String RUN_UID = "jgbench.io/run-uid";
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
        return Map.of(MANAGED_BY, OPERATOR, RUN, run.name(), RUN_ID, run.runId());
    }
}
