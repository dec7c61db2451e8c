package io.jgbench.api.v1alpha1;

import static io.jgbench.api.v1alpha1.SuiteConditionType.BASELINE_HELD;
import static io.jgbench.api.v1alpha1.SuiteConditionType.COMPARED;
import static io.jgbench.api.v1alpha1.SuiteConditionType.FINISHED;
import static io.jgbench.api.v1alpha1.SuiteConditionType.RESOLVED;
import static io.jgbench.api.v1alpha1.SuiteConditionType.RESULTS_STORED;
import static io.jgbench.api.v1alpha1.SuiteConditionType.SUCCEEDED;
import static io.jgbench.api.v1alpha1.SuiteConditionType.THRESHOLDS_MET;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Why a condition of a suite is what it is. The reference in {@code docs/SUITES.md} is generated from this.
 */
// its sets are never changed, which their type does not say
@SuppressWarnings("ImmutableEnumChecker")
public enum SuiteConditionReason implements ReasonWord {
    ALL_RESOLVED("Resolved", of(RESOLVED), false, "Each cell can be run.", "Nothing."),
    SPEC_INVALID(
            "SpecInvalid",
            of(RESOLVED, FINISHED, SUCCEEDED),
            true,
            "The suite cannot be run as it stands, and no visit begins. The message names cell and rule. What was"
                    + " measured before stays: `./jgbench report bsuite/NAME` reads it, and a suite that is over is"
                    + " judged all the same.",
            "Correct what the message names. What defines a suite cannot be changed: delete it and apply it again."),
    STACK_MISSING(
            "StackMissing",
            of(RESOLVED, SUCCEEDED),
            true,
            "A ConfigMap that holds the stack of a cell is not there, and no visit begins. The operator looks again.",
            "Create what the message names."),
    BASELINE_UNUSABLE(
            "BaselineUnusable",
            of(RESOLVED, SUCCEEDED, BASELINE_HELD),
            true,
            "What `baseline` names is not there, not over, or cannot be read or compared with. The operator looks"
                    + " again.",
            "Do what the message says. A suite that has not begun waits for its baseline; take `baseline` out to begin"
                    + " without it."),
    COMPLETED("Completed", of(FINISHED), false, "All visits are made.", "Nothing; `Succeeded` says what came of it."),
    BUDGET_SPENT(
            "BudgetSpent",
            of(FINISHED),
            false,
            "Visits are left, and the next one would probably exceed `spec.budget`, or the longest budget that the"
                    + " admin allows.",
            "Raise the budget, or ask the admin to, as the message says. Then the suite continues."),
    UNDER_WAY(
            "UnderWay",
            of(FINISHED, THRESHOLDS_MET, COMPARED, BASELINE_HELD),
            false,
            "Visits are left. Figures are judged once the suite is over.",
            "Wait; `timeLeft` says how long."),
    SUSPENDED(
            "Suspended",
            of(FINISHED, SUCCEEDED),
            false,
            "`spec.suspend` is true, so that no further visit begins.",
            "Set it to false: `kubectl patch bsuite NAME --type merge -p '{\"spec\":{\"suspend\":false}}'`."),
    RUNNING("Running", of(SUCCEEDED), false, "A visit is under way; `current` of the status names it.", "Wait."),
    NAME_TAKEN(
            "NameTaken",
            of(SUCCEEDED),
            true,
            "There is a run of the name that the next visit needs, and it is not this suite's, or its spec is not that"
                    + " of the visit; the message says in which field it differs.",
            "Delete that run, or give the suite another name. Runs of a deleted suite of the same name go by"
                    + " themselves."),
    DIGEST_UNREADABLE(
            "DigestUnreadable",
            of(SUCCEEDED),
            true,
            "A stored digest is damaged or of another version. Nothing is begun, so that nothing is lost.",
            "Use the version that wrote it, or remove the key that the message names from its ConfigMap: the visit is"
                    + " then made again."),
    API_REFUSED(
            "ApiRefused",
            of(SUCCEEDED),
            true,
            "The API server refuses what the suite needs, because of a quota or missing rights for instance. The"
                    + " operator tries again.",
            "Remove what the message names: raise the quota, or grant the operator's account what the chart grants"
                    + " it."),
    INTERNAL_ERROR(
            "InternalError",
            of(SUCCEEDED),
            true,
            "The operator itself fails at the suite. It tries again.",
            "Read the operator's log, and report the stack trace with the suite's YAML."),
    PASSED(
            "Passed",
            of(SUCCEEDED),
            false,
            "Each cell has valid figures of all rounds that were visited.",
            "Nothing: use the figures."),
    ROUNDS_MISSING(
            "RoundsMissing",
            of(SUCCEEDED),
            true,
            "Some rounds of a cell have no valid figure, with all retries.",
            "Read `perCell` and the digests of the visits that are not valid: they say why."),
    STACK_CHANGED(
            "StackChanged",
            of(SUCCEEDED),
            true,
            "Somebody changed the stack of a cell in its ConfigMap while the suite was under way, so that its visits"
                    + " measured different things. The cell has no figure.",
            "Measure the cells that the message names again, in a suite of another name. Leave the ConfigMap alone"
                    + " until it is over, or put the stack into the suite."),
    CELLS_MISSING(
            "CellsMissing",
            of(SUCCEEDED),
            true,
            "A cell has no valid figure at all.",
            "Read the digests of its visits: they say why. Where the budget was spent before it, raise the budget."),
    ALL_MET("AllMet", of(THRESHOLDS_MET), false, "Each threshold is met in each of its cells.", "Nothing."),
    THRESHOLD_MISSED(
            "ThresholdMissed",
            of(THRESHOLDS_MET),
            true,
            "A figure is on the bad side of its threshold. The message names cell, figure and threshold.",
            "Read `judgement` of the status, or the page that `./jgbench report bsuite/NAME` writes."),
    ANSWERED(
            "Answered",
            of(COMPARED),
            false,
            "Each pair of cells has one of the words Faster, Slower and NoDifferenceAbove.",
            "Read `judgement` of the status."),
    NOT_SLOWER("NotSlower", of(BASELINE_HELD), false, "No cell is slower than in the baseline.", "Nothing."),
    SLOWER_THAN_BASELINE(
            "SlowerThanBaseline",
            of(BASELINE_HELD),
            true,
            "A cell is slower than in the baseline. The message names it.",
            "Find out what changed since: compare the environments and versions of both suites."),
    BESIDE_PAPER(
            "BesidePaper",
            of(BASELINE_HELD),
            false,
            "The figures stand beside those of a paper as shares of the line rate, in `judgement` of the status. The"
                    + " difference is not judged.",
            "Nothing."),
    NOT_COMPARABLE(
            "NotComparable",
            of(COMPARED, BASELINE_HELD),
            true,
            "Some cells cannot be compared: hosts or JVMs differ beyond what was varied, or there is no valid"
                    + " figure. The message names cell and cause.",
            "Make the hosts alike and measure again. `./jgbench diff` of two of the runs says in what they differ."),
    INCONCLUSIVE(
            "Inconclusive",
            of(THRESHOLDS_MET, COMPARED, BASELINE_HELD),
            true,
            "The rounds leave it open.",
            "Raise `rounds`: the suite continues and is judged again."),
    STORING(
            "Storing",
            of(RESULTS_STORED),
            false,
            "Result, digests and page are being stored, or are tried again after the cause that the message quotes.",
            "Wait. What the message quotes is in the way: remove it, and the next try succeeds."),
    STORED(
            "Stored",
            of(RESULTS_STORED),
            false,
            "They lie in the folder that the message names; the full results of the visits are below it in `runs`. The"
                    + " message says what is left out.",
            "Nothing: copy the folder and read it with `./jgbench report`, `compare` or `history`."),
    RESULTS_NOT_STORED(
            "ResultsNotStored",
            of(RESULTS_STORED),
            true,
            "The storage refused them or could not be reached, as often as the operator tries. The digests stay in"
                    + " ConfigMaps as long as the suite.",
            "Save them with `./jgbench report bsuite/NAME --json suite.json` before the suite is deleted. Then remove"
                    + " what the message quotes: credentials, bucket, endpoint, space on the volume.");

    private final String label;
    private final Set<SuiteConditionType> types;
    private final boolean isAmiss;
    private final String meaning;
    private final String remedy;

    SuiteConditionReason(String label, Set<SuiteConditionType> types, boolean isAmiss, String meaning, String remedy) {
        this.label = label;
        this.types = Collections.unmodifiableSet(types);
        this.isAmiss = isAmiss;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    private static Set<SuiteConditionType> of(SuiteConditionType first, SuiteConditionType... others) {
        return EnumSet.of(first, others);
    }

    /** The reason of this label; empty for one that is not a suite's. */
    public static Optional<SuiteConditionReason> of(String label) {
        return Arrays.stream(values())
                .filter(reason -> reason.label.equals(label))
                .findFirst();
    }

    @Override
    @JsonValue
    public String label() {
        return label;
    }

    /** The types of conditions that it is a reason of. */
    public Set<SuiteConditionType> types() {
        return types;
    }

    /** Whether somebody has to do something. */
    public boolean isAmiss() {
        return isAmiss;
    }

    /** What it means, in Markdown: whole sentences. */
    public String meaning() {
        return meaning;
    }

    /** What a user does about it, in Markdown: whole sentences. */
    public String remedy() {
        return remedy;
    }
}
