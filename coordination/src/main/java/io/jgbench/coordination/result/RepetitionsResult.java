package io.jgbench.coordination.result;

import io.jgbench.coordination.statistics.Representative;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A run's repetitions, one or more.
 *
 * @param runs each repetition in order, those that failed or are not valid included
 * @param validRuns how many of them are valid; only these enter the figures below
 * @param unitsPerSecond median and spread of the valid repetitions' rates in the workload's unit of work; empty if none
 *     is valid
 * @param bytesPerSecond the same of their throughputs
 * @param clusterUnitsPerSecond the same of their cluster's rates
 * @param clusterBytesPerSecond the same of their cluster's throughputs
 */
public record RepetitionsResult(
        List<RunResult> runs,
        int validRuns,
        Optional<Spread> unitsPerSecond,
        Optional<Spread> bytesPerSecond,
        Optional<Spread> clusterUnitsPerSecond,
        Optional<Spread> clusterBytesPerSecond) {

    /** Copies the runs and refuses none. */
    public RepetitionsResult {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("a result needs at least one repetition, got none");
        }
    }

    /** Puts repetitions together. */
    public static RepetitionsResult of(List<RunResult> runs) {
        var valid = runs.stream()
                .filter(RunResult::valid)
                .map(run -> run.figures().orElseThrow())
                .toList();
        return new RepetitionsResult(
                runs,
                valid.size(),
                spread(valid, RunFigures::unitsPerSecond),
                spread(valid, RunFigures::bytesPerSecond),
                spread(valid, RunFigures::clusterUnitsPerSecond),
                spread(valid, RunFigures::clusterBytesPerSecond));
    }

    /** Whether each repetition came to its end. */
    public boolean completed() {
        return runs.stream().allMatch(RunResult::completed);
    }

    /** Whether each repetition is valid. */
    public boolean valid() {
        return validRuns == runs.size();
    }

    /** The repetition that stands for all where there is room for one; see {@link Representative}. */
    public RunResult representative() {
        return Representative.of(
                runs,
                run -> run.members().stream().anyMatch(member -> member.report().isPresent()),
                runs.stream().filter(RunResult::valid).toList(),
                run -> run.figures().orElseThrow().unitsPerSecond());
    }

    private static Optional<Spread> spread(List<RunFigures> runs, ToDoubleFunction<RunFigures> figure) {
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(Spread.of(runs.stream().mapToDouble(figure).toArray()));
    }
}
