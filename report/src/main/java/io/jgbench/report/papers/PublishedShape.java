package io.jgbench.report.papers;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
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
    private static final int READ_PERCENT = 80;
    private static final int TARGETS = 2;

    /** Threads of a node of UnicastTestRpcDist in JGroups 2.12; the paper does not tell of them. */
    private static final int CALLERS = 25;

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

    /** Whether its rate leaves out what arrived after a time. */
    static boolean isMeasuredForATime(RunSpec spec) {
        return spec.workload().workloadType() == WorkloadSettings.Type.MULTICAST
                && spec.workload().measuredFor().isPresent();
    }

    /** Whether its members call others. */
    static boolean isOfRequests(RunSpec spec) {
        return spec.workload().workloadType() == WorkloadSettings.Type.RPC;
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
                .flatMap(stack -> size(spec.workload())
                        .map(size -> new PublishedShape(
                                spec.workload().workloadType(),
                                spec.members(),
                                spec.workload().senders(spec.members()),
                                stack,
                                size,
                                Optional.empty())));
    }

    private static Optional<Integer> size(WorkloadSpec workload) {
        return switch (workload.workloadType()) {
            case MULTICAST -> {
                var spec = Workloads.MULTICAST.own(workload);
                boolean isSame =
                        spec.processingDelay().isZero() && spec.targetRate().isEmpty() && spec.senderThreads() == 1;
                yield isSame ? Optional.of(spec.messageSizeBytes()) : Optional.empty();
            }
            case RPC -> {
                var spec = Workloads.RPC.own(workload);
                boolean isSame = spec.readPercent() == READ_PERCENT
                        && spec.targets() == TARGETS
                        && spec.concurrency() == CALLERS
                        && spec.targetRate().isEmpty();
                yield isSame ? Optional.of(spec.payloadBytes()) : Optional.empty();
            }
            case MESSAGE_BUS, DATAGRAM -> Optional.empty();
        };
    }
}
