package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.jgbench.api.schema.ListMapKey;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/** How a run goes and how it went. A component is null where it is not known yet. */
@JsonClassDescription("How the run goes and how it went; a field is missing where it is not known yet.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@RecordBuilder
public record BenchmarkRunStatus(
        @JsonPropertyDescription("The generation of the spec that this status speaks of.")
        Long observedGeneration,

        @Size(max = 63)
        @JsonPropertyDescription("The run's identity; part of the name and a label of all that belongs to it.")
        String runId,

        @Size(max = 507)
        @JsonPropertyDescription(
                "What carries the messages: the stack's name, the ConfigMap's and its key's, or 'raw udp' and the"
                        + " like.")
        String stack,

        @JsonPropertyDescription("How many members send.") Integer senders,

        @JsonPropertyDescription("The flow-control window that the bundled stack udp had; known when the run is over.")
        StatusWindow window,

        @Size(max = 40) @JsonPropertyDescription("When the run began, RFC 3339, UTC.")
        String startTime,

        @Size(max = 40) @JsonPropertyDescription("When the run was over, RFC 3339, UTC.")
        String completionTime,

        @ListMapKey("type") @Size(max = 16) @JsonPropertyDescription("What is true of the run, and why.")
        List<StatusCondition> conditions,

        @JsonPropertyDescription("How many members have come how far.")
        StatusMembers members,

        @Min(0) @Max(100) @JsonPropertyDescription("Share of the expected messages that has arrived, in percent.")
        Integer progressPercent,

        @Min(0)
        @JsonPropertyDescription(
                "Time between the first and the last member's real start, in microseconds: its first message,"
                        + " or where it sends none when it passed the start barrier.")
        Long startSkewMicros,

        @Min(0) @JsonPropertyDescription("By how much startSkewMicros may be wrong, in microseconds.")
        Long startSkewErrorMicros,

        @JsonPropertyDescription("What the warm-up took.") StatusWarmup warmup,

        @JsonPropertyDescription("The figures of the whole run; with repetitions, those of the median repetition.")
        StatusSummary summary,

        @JsonPropertyDescription("What held the rate, of a run that did not finish until it ended; where it is known.")
        StatusBottleneck bottleneck,

        @Size(max = 64)
        @JsonPropertyDescription(
                "The same for runs whose members' hosts, settings and JVMs were equal; known when each member"
                        + " reported.")
        String environmentHash,

        @ListMapKey("name") @Size(max = BenchmarkRunSpec.MAX_MEMBERS) @JsonPropertyDescription("What each member saw.")
        List<StatusMember> perMember,

        @Size(max = BenchmarkRunSpec.MAX_MEMBERS)
        @JsonPropertyDescription("The nodes whose hosts are not confirmed to be restored.")
        List<@Size(max = 253) String> unrestoredNodes,

        @Size(max = 64) @JsonPropertyDescription("What was noticed about the run, each with its evidence.")
        List<StatusFinding> findings,

        @JsonPropertyDescription("Where the full results are.")
        StatusResultsRef resultsRef) {

    /** Copies the lists. */
    public BenchmarkRunStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        perMember = perMember == null ? List.of() : List.copyOf(perMember);
        unrestoredNodes = unrestoredNodes == null ? List.of() : List.copyOf(unrestoredNodes);
        findings = findings == null ? List.of() : List.copyOf(findings);
    }

    /** The condition of a type, if the run has it. */
    public Optional<StatusCondition> condition(ConditionType type) {
        return conditions.stream().filter(condition -> condition.isOf(type)).findFirst();
    }
}
