package io.jgbench.coordination.workload;

import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.LatencyFigure;
import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.words.ResultTable;
import java.util.List;

/** A run in words: what a workload says of its own, for a console and for a page. */
public interface WorkloadSection {

    /** What the run does, as the middle of a sentence: the run's name stands before it, the transport after it. */
    String headline();

    /** First the one with a row for each member, then those that the workload has beside it. */
    List<ResultTable> tables();

    /** What the workload itself counted for each pair of members. Empty if it counts by member only. */
    default List<PairGrid> grids() {
        return List.of();
    }

    /** The workload's own figures, before those that all workloads have. */
    FigureLines figures();

    /** Latencies that need the clocks of two members. Empty if one clock suffices for all. */
    default List<LatencyFigure> latencies() {
        return List.of();
    }

    /** What was sent, received and lost. Empty if nothing is missing. */
    FigureLines accounts();

    /** What is true of a run that is valid, in one sentence. */
    String validity();
}
