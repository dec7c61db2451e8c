package io.jgbench.coordination.drive;

import io.jgbench.coordination.preflight.PreflightLimits;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightReport.Nic;
import io.jgbench.coordination.protocol.PreflightReport.Received;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Whether what a member gave is its report of this run's pre-flight. Paths are judged by the places that it names: a
 * member may run any image.
 *
 * @param index the member's place in the run
 * @param members how many members the run has
 */
record PreflightCheck(int index, int members) {
    /** In characters, of an interface's name and of why a connection failed. */
    private static final int LONGEST_TEXT = 1024;

    /** What is wrong with it, in a few words; empty where nothing is. */
    Optional<String> problem(PreflightReport report) {
        if (report.member() != index) {
            return Optional.of("it must be of the member at place " + index + ", got: " + report.member());
        }
        return places(report.sent().stream().map(Sent::to).toList())
                .or(() -> places(report.received().stream().map(Received::from).toList()))
                .or(() -> tooLong(report))
                .or(() -> new PortCheck(members).problem(report.ports()))
                .or(() -> negative(report));
    }

    /** The reports of all members are held until the run is over. */
    private static Optional<String> tooLong(PreflightReport report) {
        int bursts = Stream.concat(
                        report.sent().stream().map(Sent::bursts),
                        report.received().stream().map(Received::bursts))
                .mapToInt(List::size)
                .max()
                .orElse(0);
        if (bursts > PreflightLimits.MOST_BURSTS) {
            return Optional.of("a path must have at most " + PreflightLimits.MOST_BURSTS + " bursts, got: " + bursts);
        }
        int characters = Stream.of(
                        report.networkInterface().stream().map(Nic::name),
                        report.sent().stream().flatMap(path -> path.connectFailure().stream()),
                        PortCheck.texts(report.ports()))
                .flatMap(texts -> texts)
                .mapToInt(String::length)
                .max()
                .orElse(0);
        return characters > LONGEST_TEXT
                ? Optional.of("its texts must have at most " + LONGEST_TEXT + " characters, got: " + characters)
                : Optional.empty();
    }

    private Optional<String> places(List<Integer> places) {
        Set<Integer> seen = new HashSet<>();
        for (int place : places) {
            if (place < 0 || place >= members || place == index) {
                return Optional.of("it speaks of a path between the members at places " + index + " and " + place
                        + ", and the run has " + members);
            }
            if (!seen.add(place)) {
                return Optional.of("it must have each path once, got: that of place " + place + " again");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> negative(PreflightReport report) {
        return Stream.of(ofMember(report), ofSent(report), ofReceived(report))
                .flatMapToLong(numbers -> numbers)
                .filter(number -> number < 0)
                .mapToObj(number -> "its counts, sizes and times must be at least 0, got: " + number)
                .findFirst();
    }

    private static LongStream ofMember(PreflightReport report) {
        return LongStream.concat(
                report.receiveDrops().stream(),
                LongStream.of(
                        report.reassemblyFailures(),
                        report.multicasts(),
                        report.fullMulticasts(),
                        report.fullMulticastBytes()));
    }

    private static LongStream ofSent(PreflightReport report) {
        return report.sent().stream()
                .flatMapToLong(path -> Stream.of(
                                LongStream.of(
                                        path.pings(),
                                        path.fullBytes(),
                                        path.fullPackets(),
                                        path.fragmentedBytes(),
                                        path.fragmentedPackets()),
                                bursts(path.bursts()).asLongStream(),
                                path.roundTripNanos().stream(),
                                path.connectNanos().stream())
                        .flatMapToLong(numbers -> numbers));
    }

    private static LongStream ofReceived(PreflightReport report) {
        return report.received().stream()
                .flatMapToLong(path -> LongStream.concat(
                        LongStream.of(
                                path.pings(),
                                path.duplicates(),
                                path.reordered(),
                                path.largestBytes(),
                                path.fragmentedPackets(),
                                path.multicasts(),
                                path.largestMulticastBytes()),
                        bursts(path.bursts()).asLongStream()));
    }

    private static IntStream bursts(List<Integer> counts) {
        return counts.stream().mapToInt(Integer::intValue);
    }
}
