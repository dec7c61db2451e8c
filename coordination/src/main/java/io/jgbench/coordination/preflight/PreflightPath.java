package io.jgbench.coordination.preflight;

import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightReport.Received;
import io.jgbench.coordination.protocol.PreflightReport.Sent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What both ends know of the path from one member to another.
 *
 * @param sender the report of the member that sent
 * @param receiver the report of the member that received
 * @param sent what the one sent to the other
 * @param received what the other received of the one
 */
record PreflightPath(PreflightReport sender, PreflightReport receiver, Sent sent, Received received) {

    /** All paths between members that reported, by sender and then by receiver. */
    static List<PreflightPath> all(List<PreflightReport> reports) {
        Map<Integer, Map<Integer, Received>> received = new HashMap<>();
        for (var report : reports) {
            Map<Integer, Received> from = new HashMap<>();
            report.received().forEach(path -> from.put(path.from(), path));
            received.put(report.member(), from);
        }
        Map<Integer, PreflightReport> byMember = new HashMap<>();
        reports.forEach(report -> byMember.put(report.member(), report));
        List<PreflightPath> paths = new ArrayList<>();
        for (var sender : reports) {
            for (var sent : sender.sent()) {
                var receiver = byMember.get(sent.to());
                if (receiver != null) {
                    var arrived = received.get(sent.to())
                            .getOrDefault(
                                    sender.member(), new Received(sender.member(), 0, List.of(), 0, 0, 0, 0, 0, 0));
                    paths.add(new PreflightPath(sender, receiver, sent, arrived));
                }
            }
        }
        return paths;
    }

    int from() {
        return sender.member();
    }

    int to() {
        return receiver.member();
    }

    /** Small packets to the member alone. */
    int sentPackets() {
        return sent.pings() + sum(sent.bursts());
    }

    /** Those of them that did not arrive. */
    int lostPackets() {
        return Math.max(0, sentPackets() - received.pings() - sum(received.bursts()));
    }

    /** Packets of bursts that did not arrive, those left out that the receiver's own buffer had no room for. */
    long lostOnTheWay() {
        long lost = sum(sent.bursts()) - (long) sum(received.bursts());
        return Math.max(0, lost - receiver.receiveDrops().orElse(0));
    }

    /** How many bursts did not arrive whole. */
    int lossyBursts() {
        int lossy = 0;
        for (int i = 0; i < sent.bursts().size(); i++) {
            int arrived = i < received.bursts().size() ? received.bursts().get(i) : 0;
            lossy += arrived < sent.bursts().get(i) ? 1 : 0;
        }
        return lossy;
    }

    int burstPackets() {
        return sum(sent.bursts());
    }

    /** The largest packet that got through; empty if none did. */
    OptionalInt largestBytes() {
        return received.largestBytes() > 0 ? OptionalInt.of(received.largestBytes()) : OptionalInt.empty();
    }

    OptionalLong roundTripMicros() {
        return micros(sent.roundTripNanos());
    }

    OptionalLong connectMicros() {
        return micros(sent.connectNanos());
    }

    int lostMulticasts() {
        return Math.max(0, sender.multicasts() - received.multicasts());
    }

    /**
     * What the receiver's host did with fragments, to be appended to a sentence; empty unless it threw some away for
     * each packet.
     *
     * @param packets how many were sent in fragments
     */
    String thrownAway(int packets) {
        long failures = receiver.reassemblyFailures();
        return failures >= packets
                ? "; meanwhile the receiver's host threw fragments away " + failures
                        + " times, as it does where others fill its memory for them"
                : "";
    }

    private static OptionalLong micros(OptionalLong nanos) {
        return nanos.isPresent() ? OptionalLong.of(nanos.getAsLong() / 1000) : OptionalLong.empty();
    }

    private static int sum(List<Integer> counts) {
        return counts.stream().mapToInt(Integer::intValue).sum();
    }
}
