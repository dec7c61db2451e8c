package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.jgbench.api.schema.ListMapKey;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/** How a suite goes and how it went. A component is null where it is not known yet. */
@JsonClassDescription("How the suite goes and how it went; a field is missing where it is not known yet.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@RecordBuilder
public record BenchmarkSuiteStatus(
        @JsonPropertyDescription("The generation of the spec that this status speaks of.")
        Long observedGeneration,

        @Size(max = 63)
        @JsonPropertyDescription("The suite's identity; part of the names of the ConfigMaps that belong to it.")
        String suiteId,

        @JsonPropertyDescription("Pending, Running, Suspended, Completed, BudgetSpent, or Refused where it cannot be"
                + " run as it stands.")
        Phase phase,

        @Size(max = 40) @JsonPropertyDescription("When its first visit began, RFC 3339, UTC.")
        String startTime,

        @Size(max = 40) @JsonPropertyDescription("When its last visit was over, RFC 3339, UTC; once the suite is over.")
        String completionTime,

        @ListMapKey("type") @Size(max = 16) @JsonPropertyDescription("What is true of the suite, and why.")
        List<StatusCondition> conditions,

        @JsonPropertyDescription("How many cells it has.") Integer cells,

        @JsonPropertyDescription("How many visits are made, and what they came to.")
        StatusVisits visits,

        @JsonPropertyDescription("The visit that is under way.")
        StatusCurrentVisit current,

        @Size(max = 40)
        @JsonPropertyDescription("When the round under way began, RFC 3339, UTC; with order Sequential the cell under"
                + " way; or when it last let others have its nodes. Its visits queue for nodes as if they had been"
                + " declared then.")
        String roundStartTime,

        @Size(max = 32)
        @JsonPropertyDescription(
                "How long the rest probably takes, by what the visits so far took; known after the" + " first one.")
        String timeLeft,

        @JsonPropertyDescription("Where the digests of the visits are.")
        StatusDigests digests,

        // no map: who owns which field of how many cells would take more room than the cells themselves
        @Size(max = 1000) @JsonPropertyDescription("What the visits of each cell came to, in the order of the cells.")
        List<StatusCell> perCell,

        @JsonPropertyDescription("The answers to thresholds, compare and baseline. Set when the suite is over.")
        StatusJudgement judgement,

        @Size(max = 32)
        @JsonPropertyDescription(
                "A hash of rounds, thresholds, compare and baseline of the spec that this status speaks"
                        + " of. A judgement stands as long as it stays the same, whatever else of the spec changes.")
        String questionHash) {

    /** Copies the lists. */
    public BenchmarkSuiteStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        perCell = perCell == null ? List.of() : List.copyOf(perCell);
    }

    /** The condition of a type, if the suite has it. */
    public Optional<StatusCondition> condition(SuiteConditionType type) {
        return conditions.stream().filter(condition -> condition.isOf(type)).findFirst();
    }

    /** How a suite stands. */
    public enum Phase {
        /** Nothing was begun. */
        @JsonProperty("Pending")
        PENDING,
        /** A visit is under way. */
        @JsonProperty("Running")
        RUNNING,
        /**
         * No visit is under way, and none begins until the suite is no longer suspended, or a stack that it waits for
         * is there.
         */
        @JsonProperty("Suspended")
        SUSPENDED,
        /** All visits are made. */
        @JsonProperty("Completed")
        COMPLETED,
        /** Visits are left, and the next one would exceed the budget. */
        @JsonProperty("BudgetSpent")
        BUDGET_SPENT,
        /** It cannot be run as it stands. */
        @JsonProperty("Refused")
        REFUSED
    }
}
