package io.jgbench.api.v1alpha1;

import java.util.Arrays;
import java.util.List;

/** What a suite's status speaks of, in the order in which a suite comes to it. */
public enum SuiteConditionType {
    /** Each cell can be run. */
    RESOLVED("Resolved", "Each cell was made and checked like the spec of a run."),
    /** The suite is over. */
    FINISHED("Finished", "No visit is left, or none that the budget allows."),
    /** The outcome. */
    SUCCEEDED(
            "Succeeded",
            "Each cell has valid figures of all rounds that were visited. While the suite is under way this is Unknown,"
                    + " and the reason says how it stands.");

    private final String label;
    private final String meaning;

    SuiteConditionType(String label, String meaning) {
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

    /** The reasons of conditions of this type. */
    public List<SuiteConditionReason> reasons() {
        return Arrays.stream(SuiteConditionReason.values())
                .filter(reason -> reason.types().contains(this))
                .toList();
    }
}
