package io.jgbench.report;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.workload.registry.Workloads;

/** What a run did, and over what, in one sentence without its name. */
public final class Headline {
    private Headline() {}

    /** The sentence, without a full stop. */
    public static String of(RunResult run) {
        var transport = run.spec().transport();
        var carrier = transport
                .stack()
                .map(stack -> transport.name() + " with stack " + stack.name())
                .orElse("raw " + transport.name());
        return Workloads.section(run).headline() + ", over " + carrier;
    }
}
