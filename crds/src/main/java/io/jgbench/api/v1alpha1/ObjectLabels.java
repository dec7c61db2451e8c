package io.jgbench.api.v1alpha1;

/** The labels of the objects that the operator makes for runs and suites, by which others find them as well. */
public final class ObjectLabels {
    /** The run's name. */
    public static final String RUN = "jgbench.io/run";
    /** The run's identity. */
    public static final String RUN_ID = "jgbench.io/run-id";
    /** The repetition's identity. */
    public static final String REPETITION_ID = "jgbench.io/repetition-id";
    /** The member's name. */
    public static final String MEMBER = "jgbench.io/member";
    /** What a ConfigMap or Secret holds; see {@link StoredContent}. */
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

    private ObjectLabels() {}
}
