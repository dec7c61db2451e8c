package io.jgbench.api.v1alpha1;

/** What the operator stores in ConfigMaps that others read as well. */
public enum StoredContent {
    /** The full result of a run, compressed, in as many ConfigMaps as it takes; in each under {@link #RESULTS_KEY}. */
    RESULTS("results"),
    /** Digests of a suite's visits, compressed, each under a key of its own. */
    DIGESTS("digests");

    /** The key of a part of the results in its ConfigMap. */
    public static final String RESULTS_KEY = "results.json.gz";

    private final String label;

    StoredContent(String label) {
        this.label = label;
    }

    /** What the label {@link ObjectLabels#CONTENT} says of it. */
    public String label() {
        return label;
    }

    /** The label selector of the ConfigMaps that hold it. */
    public String selector() {
        return ObjectLabels.CONTENT + "=" + label;
    }
}
