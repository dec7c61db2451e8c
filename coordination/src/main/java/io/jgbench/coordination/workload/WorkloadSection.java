package io.jgbench.coordination.workload;

import java.util.List;

/** A run in words: what a workload says of its own, in lines for a console. */
public interface WorkloadSection {

    /** What is done, for a sentence that begins with the run's name and ends with what carries it. */
    String headline();

    /** A row for each member. */
    List<String> memberTable(int widest);

    /** The lines that the workload's own figures need, before those that all workloads have. */
    List<String> figures();

    /** The lines that tell where everything went; empty where they would only say that nothing is missing. */
    List<String> accounts();

    /** What is true of a run that is valid, in one sentence. */
    String validity();
}
