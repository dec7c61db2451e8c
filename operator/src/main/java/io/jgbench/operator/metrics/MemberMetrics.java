package io.jgbench.operator.metrics;

import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.Assignment;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What each member of a run under way has sent and received so far, as counters from which a monitoring system works
 * out rates. They come of the answers that the run's coordination asks for anyway, see
 * {@link io.jgbench.coordination.drive.PollIntervalUnderLoad}: nothing is asked of a member that measures for their
 * sake. They are gone when the run is.
 */
public final class MemberMetrics {
    private final MeterRegistry registry;

    /** Registers members' metrics here. */
    public MemberMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Shows the members of a repetition until what is returned is run.
     *
     * @param status how far the repetition has come, whenever the metrics are read
     */
    public Runnable follow(RunRef run, RunSpec spec, List<Assignment> assignments, Supplier<RunStatus> status) {
        String unit = spec.workload().unitOfWork();
        List<Meter> meters = new ArrayList<>();
        for (Assignment assignment : assignments) {
            meters.add(counter("received", "done", run, assignment, unit, status, MemberStatus::unitsDone));
            meters.add(counter("sent", "begun", run, assignment, unit, status, MemberStatus::unitsSent));
        }
        return () -> meters.forEach(registry::remove);
    }

    private Meter counter(
            String what,
            String word,
            RunRef run,
            Assignment assignment,
            String unit,
            Supplier<RunStatus> status,
            ToLongFunction<MemberStatus> count) {
        // The registry holds what the function holds, but the counted object only weakly: nobody else has this status.
        return FunctionCounter.builder(
                        "jgbench.member." + what,
                        registry,
                        _ -> count.applyAsLong(status.get().members().get(assignment.index())))
                .description("Messages that a member has " + what + ", or requests that it has " + word
                        + ", in the measured part of a run under way")
                .tag("namespace", run.namespace())
                .tag("run", run.name())
                .tag("member", assignment.member())
                .tag("node", assignment.node())
                .tag("unit", unit)
                .register(registry);
    }
}
