package io.jgbench.coordination.workload;

import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.LatencyFigure;
import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.words.ResultTable;
import java.util.List;

/** A run in words: what a workload says of its own, for a console and for a page. */
public interface WorkloadSection {

    /** What is done, for a sentence that begins with the run's name and ends with what carries it. */
    String headline();

    /** First the one with a row for each member, then those that the workload has beside it. */
    List<ResultTable> tables();

    /** What the workload itself counted on the ways between members; none where it counts by member. */
    default List<PairGrid> grids() {
        return List.of();
    }

    /** The workload's own figures, before those that all workloads have. */
    FigureLines figures();

    /** Latencies that no member's clock alone can tell; none where each does. */
    default List<LatencyFigure> latencies() {
        return List.of();
    }

    /** Where everything went; empty where it would only say that nothing is missing. */
    FigureLines accounts();

    /** What is true of a run that is valid, in one sentence. */
    String validity();
}
