package io.jgbench.report.papers;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.Optional;

/**
 * What of a run decides which published figures can stand beside it.
 *
 * @param workload what is done
 * @param members how many members there are
 * @param senders how many of them send
 * @param stack what the stack sends by
 * @param messageBytes size of a message, or of what a request carries
 * @param flowControl that of the interfaces; empty where nothing is declared
 */
public record PublishedShape(
        WorkloadSettings.Type workload,
        int members,
        int senders,
        BaseTransport stack,
        int messageBytes,
        Optional<FlowControl> flowControl) {
    private static final String JGROUPS = "jgroups";

    /** That of a cell, see {@link #of(RunSpec)}. */
    static Optional<PublishedShape> of(Cell cell) {
        return of(cell.spec()).map(shape -> shape.with(FlowControl.of(cell)));
    }

    /** The same with what is known of the interfaces' flow control. */
    public PublishedShape with(Optional<FlowControl> known) {
        return new PublishedShape(workload, members, senders, stack, messageBytes, known);
    }

    /**
     * That of a run, with the flow control that its hosts tell; empty where the papers define the figure in another
     * way, see {@link #of(RunSpec)}.
     */
    public static Optional<PublishedShape> of(RunResult run) {
        return of(run.spec()).map(shape -> shape.with(FlowControl.of(run)));
    }

    /**
     * That of a run, whose spec does not tell of flow control; empty where the papers define the figure in another way:
     * without JGroups, at a given rate, with work at the receiver, with several threads of a sender, with another mix
     * of requests or other callers.
     */
    public static Optional<PublishedShape> of(RunSpec spec) {
        if (!spec.transport().name().equals(JGROUPS)) {
            return Optional.empty();
        }
        return spec.transport()
                .stack()
                .flatMap(BaseTransport::of)
                .flatMap(stack -> Workloads.published(spec.workload())
                        .messageBytes()
                        .map(size -> new PublishedShape(
                                spec.workload().workloadType(),
                                spec.members(),
                                spec.workload().senders(spec.members()),
                                stack,
                                size,
                                Optional.empty())));
    }
}
