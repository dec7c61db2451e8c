package io.jgbench.api.v1alpha1;

import java.util.Arrays;
import java.util.List;

/** What a run's status speaks of, in the order in which a run comes to it. */
public enum ConditionType {
    /** The run has its nodes. */
    NODES_RESERVED("NodesReserved", "A Lease is held on each node of the run."),
    /** The hosts are as asked. */
    TUNING_VERIFIED(
            "TuningVerified",
            "What the run asks of its hosts was read back from each. Missing where it asks for nothing."),
    /** The members can begin. */
    MEMBERS_READY("MembersReady", "All members have joined and completed their warm-up."),
    /** The members began. */
    STARTED(
            "Started",
            "All members took the start; once the run is over, they also began within `start.maxSkew`, or the message"
                    + " says that this is not certain or not known."),
    /** The members' reports are there. */
    RESULTS_COLLECTED("ResultsCollected", "Each member did its whole workload and reported."),
    /** The figures may be used. */
    VALID("Valid", "No finding forbids the use of the figures."),
    /** The run is over. */
    FINISHED("Finished", "The run is over, whatever came of it."),
    /** The outcome. */
    SUCCEEDED(
            "Succeeded",
            "The run completed and its result is valid. While it is under way this is Unknown, and the reason is its"
                    + " stage."),
    /** The full result outlives the run. */
    RESULTS_STORED(
            "ResultsStored",
            "The full result lies in the storage that the operator has, where it outlives the run. Missing where the"
                    + " operator has none, unless the ConfigMaps of the full result were refused.");

    private final String label;
    private final String meaning;

    ConditionType(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /** The type as a status has it. */
    public String label() {
        return label;
    }

    /** What is so where the condition is True, in Markdown. */
    public String meaning() {
        return meaning;
    }

    /** The reasons that this API gives for conditions of this type; others come from findings and from Kubernetes. */
    public List<ConditionReason> reasons() {
        return Arrays.stream(ConditionReason.values())
                .filter(reason -> reason.types().contains(this))
                .toList();
    }
}
