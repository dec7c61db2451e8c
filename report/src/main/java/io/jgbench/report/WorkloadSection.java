package io.jgbench.report;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.DatagramSpec;
import io.jgbench.coordination.spec.MessageBusSpec;
import io.jgbench.coordination.spec.MulticastSpec;
import io.jgbench.coordination.spec.RpcSpec;
import java.util.List;

/** The parts of a console report that are a workload's own. */
interface WorkloadSection {

    /** The one for the run's workload. */
    static WorkloadSection of(RunResult run) {
        return switch (run.spec().workload()) {
            case MulticastSpec spec -> new MulticastSection(run, spec);
            case RpcSpec spec -> new RpcSection(run, spec);
            case MessageBusSpec spec -> new MessageBusSection(run, spec);
            case DatagramSpec spec -> new DatagramSection(run, spec);
        };
    }

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
