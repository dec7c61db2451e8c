package io.jgbench.report;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.Objects;
import java.util.Optional;

/**
 * How a run ended, in words.
 *
 * @param kind one of three
 * @param label a few words, such as "FAILED while RUNNING, repetition 2"
 * @param sentence why, or what is true of a run that is valid
 * @param consequence what follows from it for the figures that are shown; empty where they may be used, or none are
 */
public record RunEnding(Kind kind, String label, String sentence, Optional<String> consequence) {

    /** How a run can end. */
    public enum Kind {
        /** Its figures may be used. */
        VALID,
        /** It came to its end, and its figures must not be used. */
        NOT_VALID,
        /** It did not come to its end. */
        FAILED
    }

    /** Refuses nulls. */
    public RunEnding {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(sentence, "sentence");
        Objects.requireNonNull(consequence, "consequence");
    }

    /** That of all repetitions together: the first one that failed, else the first one that is not valid. */
    public static RunEnding of(RepetitionsResult result) {
        var failed = result.runs().stream().filter(run -> !run.completed()).findFirst();
        if (failed.isPresent()) {
            return failed(result, failed.get());
        }
        var invalid = result.runs().stream().filter(run -> !run.valid()).findFirst();
        return invalid.map(run -> new RunEnding(
                        Kind.NOT_VALID, "NOT VALID" + which(result, run), firstInvalidating(run), consequence(result)))
                .orElseGet(() -> new RunEnding(
                        Kind.VALID,
                        "VALID",
                        Workloads.section(result.representative()).validity() + warnings(result),
                        Optional.empty()));
    }

    private static RunEnding failed(RepetitionsResult result, RunResult run) {
        var failure = run.failure();
        var when = failure.map(why -> " while " + why.phase()).orElse("");
        return new RunEnding(
                Kind.FAILED,
                "FAILED" + when + which(result, run),
                failure.map(known -> known.message()).orElseGet(() -> firstInvalidating(run)),
                consequence(result));
    }

    /** What is shown may be of another repetition than the one that the outcome is of. */
    private static Optional<String> consequence(RepetitionsResult result) {
        RunResult shown = result.representative();
        if (shown.valid()) {
            return Optional.of("What is shown is of repetition " + number(result, shown) + ", which is valid.");
        }
        if (shown.completed()) {
            return Optional.of(
                    result.completed()
                            ? "The run completed, but its figures must not be used."
                            : "What is shown is of repetition " + number(result, shown)
                                    + ", whose figures must not be used.");
        }
        boolean hasReports =
                shown.members().stream().anyMatch(member -> member.report().isPresent());
        return hasReports
                ? Optional.of("What the members had measured is shown, but is partial and not averaged.")
                : Optional.empty();
    }

    private static String which(RepetitionsResult result, RunResult run) {
        return result.runs().size() == 1 ? "" : ", repetition " + number(result, run);
    }

    private static int number(RepetitionsResult result, RunResult run) {
        return result.runs().indexOf(run) + 1;
    }

    private static String warnings(RepetitionsResult result) {
        long warnings = result.runs().stream()
                .flatMap(run -> run.verdict().findings().stream())
                .filter(finding -> finding.severity() == Severity.WARNING)
                .count();
        return warnings == 0 ? "" : " Mind the " + (warnings == 1 ? "warning" : warnings + " warnings") + ".";
    }

    private static String firstInvalidating(RunResult run) {
        return run.verdict()
                .firstInvalidating()
                .map(finding -> finding.reason().label() + ". " + finding.evidence())
                .orElse("the run did not complete.");
    }
}
