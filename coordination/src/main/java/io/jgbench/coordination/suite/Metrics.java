package io.jgbench.coordination.suite;

import static io.jgbench.coordination.suite.Metric.Direction.HIGHER_IS_FASTER;
import static io.jgbench.coordination.suite.Metric.Direction.LOWER_IS_FASTER;
import static io.jgbench.coordination.suite.Metric.Direction.NOT_COMPARED;

import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.suite.Metric.Direction;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures that a digest may have, see {@link VisitDigest#figures}: those of {@link StatusSummary} but what is about
 * repetitions, and two in full precision.
 */
public final class Metrics {

    /** All of them, in the order of a run's summary; which way of each is faster is said here alone. */
    static final List<Metric> ALL = Stream.of(
                    all(
                            "",
                            HIGHER_IS_FASTER,
                            VisitDigest.UNITS_PER_SECOND,
                            VisitDigest.CLUSTER_UNITS_PER_SECOND,
                            "messagesPerSecond",
                            VisitDigest.BYTES_PER_SECOND,
                            "clusterMessagesPerSecond",
                            VisitDigest.CLUSTER_BYTES_PER_SECOND),
                    all("", NOT_COMPARED, "memberSpreadPermille", "limitBytesPerSecond"),
                    all("", HIGHER_IS_FASTER, "efficiencyPermille"),
                    all(
                            "",
                            NOT_COMPARED,
                            "messagesSent",
                            "messagesExpected",
                            "messagesReceived",
                            "messagesLost",
                            "messagesDuplicated",
                            "messagesReordered"),
                    all(
                            "",
                            LOWER_IS_FASTER,
                            "latencyP50Micros",
                            "latencyP90Micros",
                            "latencyP99Micros",
                            "latencyP999Micros",
                            "latencyMaxMicros"),
                    all("", NOT_COMPARED, "latencyErrorMicros"),
                    rpc(),
                    messageBus(),
                    datagram())
            .flatMap(metrics -> metrics)
            .toList();

    private Metrics() {}

    private static Stream<Metric> rpc() {
        return Stream.of(
                        all("rpc.", HIGHER_IS_FASTER, "requestsPerSecond", "clusterRequestsPerSecond"),
                        all("rpc.", NOT_COMPARED, "requests", "requestsDone", "timeouts", "errors"),
                        all(
                                "rpc.",
                                LOWER_IS_FASTER,
                                "readP50Micros",
                                "readP90Micros",
                                "readP99Micros",
                                "readP999Micros",
                                "readMaxMicros",
                                "writeP50Micros",
                                "writeP90Micros",
                                "writeP99Micros",
                                "writeP999Micros",
                                "writeMaxMicros"))
                .flatMap(metrics -> metrics);
    }

    private static Stream<Metric> messageBus() {
        return Stream.of(
                        all(
                                "messageBus.",
                                HIGHER_IS_FASTER,
                                "messagesPerSecondOut",
                                "bytesPerSecondOut",
                                "messagesPerSecondIn",
                                "bytesPerSecondIn"),
                        all("messageBus.", NOT_COMPARED, "responsesExpected", "responses"),
                        all(
                                "messageBus.",
                                LOWER_IS_FASTER,
                                "responseAvgMicros",
                                "responseEffectiveMicros",
                                "responseMinMicros",
                                "responseP50Micros",
                                "responseP90Micros",
                                "responseP99Micros",
                                "responseP999Micros",
                                "responseMaxMicros",
                                "receiptP50Micros",
                                "receiptP99Micros"),
                        all(
                                "messageBus.",
                                NOT_COMPARED,
                                "backlogOutPermille",
                                "backlogInPermille",
                                "backlogOutBytes",
                                "backlogInBytes",
                                "errors"))
                .flatMap(metrics -> metrics);
    }

    private static Stream<Metric> datagram() {
        return Stream.of(
                        all("datagram.", HIGHER_IS_FASTER, "packetsPerSecond", "clusterPacketsPerSecond"),
                        all(
                                "datagram.",
                                NOT_COMPARED,
                                "packetsSent",
                                "packetsReceived",
                                "packetsMissing",
                                "packetsDuplicated",
                                "packetsOutOfOrder",
                                "averageOffsetMilli",
                                "successPpm",
                                "worstLossPpm",
                                "slotsWithinRatePermille"),
                        all("datagram.", HIGHER_IS_FASTER, "highestBytesPerSecond"))
                .flatMap(metrics -> metrics);
    }

    private static Stream<Metric> all(String prefix, Direction direction, String... names) {
        return Stream.of(names).map(name -> new Metric(prefix + name, direction));
    }

    /** Their names. */
    public static List<String> names() {
        return ALL.stream().map(Metric::name).toList();
    }

    /** The only workload whose runs have that figure; empty where it is not for one alone. */
    static Optional<WorkloadSettings.Type> workload(String metric) {
        int point = metric.indexOf('.');
        return Stream.of(WorkloadSettings.Type.values())
                .filter(type -> point > 0 && type.label().equalsIgnoreCase(metric.substring(0, point)))
                .findFirst();
    }

    /**
     * Why nothing can be faster or slower by a figure, with those by which it can; empty where it can.
     *
     * @param metric one of {@link #names}
     */
    public static Optional<String> notCompared(String metric) {
        return direction(metric) == NOT_COMPARED
                ? Optional.of("of " + metric + " neither more nor less is faster; those that can be compared are "
                        + ALL.stream()
                                .filter(known -> known.direction() != NOT_COMPARED)
                                .map(Metric::name)
                                .filter(name -> workload(name).isEmpty()
                                        || workload(name).equals(workload(metric)))
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
            case NOT_COMPARED -> throw new IllegalArgumentException(metric + " is not compared");
        };
    }

    private static Direction direction(String metric) {
        return ALL.stream()
                .filter(known -> known.name().equals(metric))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no figure " + metric))
                .direction();
    }
}
