package io.jgbench.coordination.drive;

import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PortReport.ConnectFailure;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Whether what a member tells of ports beside its transport's is of this run. As {@link PreflightCheck}, it holds for a
 * member of any image.
 *
 * @param members how many members the run has
 */
record PortCheck(int members) {
    /** Far more than a stack's protocols and a workload have together. */
    private static final int MOST_PORTS = 16;

    /** What is wrong, in a few words; empty where nothing is. */
    Optional<String> problem(List<PortReport> ports) {
        if (ports.size() > MOST_PORTS) {
            return Optional.of("it must tell of at most " + MOST_PORTS + " ports, got: " + ports.size());
        }
        return ports.stream().flatMap(port -> problem(port).stream()).findFirst();
    }

    private Optional<String> problem(PortReport port) {
        int most = Stream.concat(counts(port), port.failures().stream().map(ConnectFailure::to))
                .mapToInt(List::size)
                .max()
                .orElse(0);
        if (Math.max(most, port.failures().size()) > members) {
            return Optional.of("a port must have at most one count for each of the run's " + members + " members");
        }
        boolean isElsewhere = port.failures().stream()
                .flatMap(failure -> failure.to().stream())
                .anyMatch(place -> place < 0 || place >= members);
        if (isElsewhere) {
            return Optional.of("a port's connections must be to the run's " + members + " members");
        }
        LongStream counts = counts(port).flatMap(List::stream).mapToLong(Integer::longValue);
        return LongStream.concat(counts, LongStream.of(port.number(), port.fullBytes(), port.receiveDrops()))
                .filter(number -> number < 0)
                .mapToObj(number -> "the counts and sizes of a port must be at least 0, got: " + number)
                .findFirst();
    }

    private static Stream<List<Integer>> counts(PortReport port) {
        return Stream.of(port.sent(), port.sentFull(), port.received(), port.receivedFull());
    }

    /** Its texts, which are kept until the run is over. */
    static Stream<String> texts(List<PortReport> ports) {
        return ports.stream()
                .flatMap(port -> Stream.concat(
                        Stream.of(port.user()), port.failures().stream().map(ConnectFailure::why)));
    }
}
