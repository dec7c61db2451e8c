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
                    + " and the reason says how it stands."),
    /** What the thresholds came to. */
    THRESHOLDS_MET(
            "ThresholdsMet",
            "Each threshold is met in each cell that it is for. Unknown while the suite is under way, and where the"
                    + " rounds leave it open. Missing where there are no thresholds."),
    /** What the comparison of cells came to. */
    COMPARED(
            "Compared",
            "Each pair of cells of `compare` has its answer: Faster, Slower or NoDifferenceAbove. Unknown while the"
                    + " suite is under way, and where the rounds leave it open. Missing where there is no `compare`."),
    /** What the comparison with the baseline came to. */
    BASELINE_HELD(
            "BaselineHeld",
            "No cell is slower than in the baseline. Where the baseline is a paper, its figures are shown and not"
                    + " judged, because its hardware was different. Unknown while the suite is under way, where the"
                    + " rounds leave it open and where cells cannot be compared. Missing where there is no"
                    + " `baseline`."),
    /** What it came to outlives the suite. */
    RESULTS_STORED(
            "ResultsStored",
            "What the suite came to lies with its page in the storage that the operator has, where it outlives the"
                    + " suite. Missing while the suite is under way, and where the operator has no storage.");

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
