package io.jgbench.coordination.suite;

import static io.jgbench.coordination.workload.Metric.Direction.HIGHER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.LOST;
import static io.jgbench.coordination.workload.Metric.Direction.LOWER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.NOT_COMPARED;

import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.workload.Metric;
import io.jgbench.coordination.workload.Metric.Direction;
import io.jgbench.coordination.workload.WorkloadType;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures that a digest may have, see {@link VisitDigest#figures}: those of {@link StatusSummary} but what is about
 * repetitions, two in full precision, and two that stand beside the summary in a run's status.
 */
public final class Metrics {

    /**
     * All of them, in the order of a run's summary, and what stands beside that at the end; a workload's own ones are
     * declared in its folder.
     */
    static final List<Metric> ALL = Stream.of(
                    Metric.all(
                            HIGHER_IS_FASTER,
                            VisitDigest.UNITS_PER_SECOND,
                            VisitDigest.CLUSTER_UNITS_PER_SECOND,
                            "messagesPerSecond",
                            VisitDigest.BYTES_PER_SECOND,
                            "clusterMessagesPerSecond",
                            VisitDigest.CLUSTER_BYTES_PER_SECOND),
                    Metric.all(NOT_COMPARED, "memberSpreadPermille", "limitBytesPerSecond"),
                    Metric.all(HIGHER_IS_FASTER, "efficiencyPermille"),
                    Metric.all(NOT_COMPARED, "messagesSent", "messagesExpected", "messagesReceived"),
                    Metric.all(LOST, "messagesLost", "messagesDuplicated", "messagesReordered"),
                    Metric.all(
                            LOWER_IS_FASTER,
                            "latencyP50Micros",
                            "latencyP90Micros",
                            "latencyP99Micros",
                            "latencyP999Micros",
                            "latencyMaxMicros"),
                    Metric.all(NOT_COMPARED, VisitDigest.LATENCY_ERROR_MICROS),
                    Workloads.all().stream()
                            .flatMap(type -> type.metrics().stream()
                                    .map(metric -> metric.in(type.block().name()))),
                    // both may be 0, which has no ratio, and neither says how fast the cluster is
                    Metric.all(NOT_COMPARED, VisitDigest.START_SKEW_MICROS, VisitDigest.WARMUP_MILLIS))
            .flatMap(metrics -> metrics)
            .toList();

    /** Those that are summed up for each cell of a suite, whatever is asked of it. */
    public static final List<String> OF_EACH_CELL = List.of(
            VisitDigest.UNITS_PER_SECOND,
            VisitDigest.BYTES_PER_SECOND,
            VisitDigest.CLUSTER_UNITS_PER_SECOND,
            VisitDigest.CLUSTER_BYTES_PER_SECOND,
            "limitBytesPerSecond",
            "efficiencyPermille",
            "latencyP50Micros",
            "latencyP99Micros",
            VisitDigest.LATENCY_ERROR_MICROS,
            VisitDigest.LINE_BYTES_PER_SECOND);

    /** Those that runs of any workload have. */
    private static final Set<String> OF_ALL_WORKLOADS = Set.of(
            VisitDigest.UNITS_PER_SECOND,
            VisitDigest.CLUSTER_UNITS_PER_SECOND,
            VisitDigest.BYTES_PER_SECOND,
            VisitDigest.CLUSTER_BYTES_PER_SECOND,
            "memberSpreadPermille",
            VisitDigest.START_SKEW_MICROS,
            VisitDigest.WARMUP_MILLIS);

    private Metrics() {}

    /** Their names. */
    public static List<String> names() {
        return ALL.stream().map(Metric::name).toList();
    }

    /**
     * Whether runs of a workload have a figure. Some may lack it all the same: a latency that nobody measures, or an
     * efficiency where the line rate is not known.
     */
    public static boolean isOf(String metric, WorkloadSettings.Type workload) {
        WorkloadType<?, ?, ?, ?, ?> type = Workloads.of(workload);
        return OF_ALL_WORKLOADS.contains(metric) || type.sharedMetrics().contains(metric) || isInBlockOf(metric, type);
    }

    /**
     * The first of these cells whose runs never have a figure.
     *
     * @param metric one of {@link #names}
     * @return what is wrong, such as {@code latencyP99Micros of cell stack=udp, which is Rpc}; empty where all have it
     */
    public static Optional<String> missing(String metric, List<Cell> cells) {
        return cells.stream()
                .filter(cell -> !isOf(metric, cell.spec().workload().workloadType()))
                .findFirst()
                .map(cell -> metric + " of cell " + cell.key() + ", which is "
                        + cell.spec().workload().workloadType().label());
    }

    /** The only workload in whose block the figure stands; empty where it stands in none. */
    private static Optional<WorkloadSettings.Type> workload(String metric) {
        return Workloads.all().stream()
                .filter(type -> isInBlockOf(metric, type))
                .<WorkloadSettings.Type>map(WorkloadType::type)
                .findFirst();
    }

    private static boolean isInBlockOf(String metric, WorkloadType<?, ?, ?, ?, ?> type) {
        return metric.startsWith(type.block().name() + ".");
    }

    /**
     * Why nothing can be faster or slower by a figure, with those by which it can; empty where it can.
     *
     * @param metric one of {@link #names}
     */
    public static Optional<String> notCompared(String metric) {
        return !isCompared(direction(metric))
                ? Optional.of("of " + metric + " neither more nor less is faster; those that can be compared are "
                        + ALL.stream()
                                .filter(known -> isCompared(known.direction()))
                                .map(Metric::name)
                                .filter(name -> workload(metric)
                                        .map(only -> isOf(name, only))
                                        .orElse(workload(name).isEmpty()))
                                .collect(Collectors.joining(", ")))
                : Optional.empty();
    }

    /**
     * Whether more of it is better: of rates it is, of times less is.
     *
     * @throws IllegalArgumentException if there is no such figure, or nothing is faster by it
     */
    public static boolean higherIsFaster(String metric) {
        return switch (direction(metric)) {
            case HIGHER_IS_FASTER -> true;
            case LOWER_IS_FASTER -> false;
            case NOT_COMPARED, LOST -> throw new IllegalArgumentException(metric + " is not compared");
        };
    }

    private static boolean isCompared(Direction direction) {
        return direction == HIGHER_IS_FASTER || direction == LOWER_IS_FASTER;
    }

    /** Whether it tells what a run lost, so that the runs that tell most of it are not valid. */
    public static boolean isLost(String metric) {
        return direction(metric) == LOST;
    }

    private static Direction direction(String metric) {
        return ALL.stream()
                .filter(known -> known.name().equals(metric))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no figure " + metric))
                .direction();
    }
}
