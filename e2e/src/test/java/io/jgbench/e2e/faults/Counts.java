package io.jgbench.e2e.faults;

import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.StatusDatagram;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks whether each member of a run that reported is counted, and counted once. */
final class Counts {
    private final BenchmarkRunStatus status;
    private final List<String> objections = new ArrayList<>();

    private Counts(BenchmarkRunStatus status) {
        this.status = status;
    }

    /**
     * What is lost or counted twice, each in a sentence.
     *
     * @param members how many reported
     * @param isStored whether the full result has to be stored
     */
    static List<String> objections(BenchmarkRunStatus status, int members, boolean isStored) {
        var counts = new Counts(status);
        counts.members(members);
        if (isStored && status.resultsRef() == null) {
            counts.objections.add("The full result is not stored.");
        }
        Optional.ofNullable(status.summary())
                .ifPresentOrElse(counts::figures, () -> counts.objections.add("The status has no figures."));
        return counts.objections;
    }

    private void members(int members) {
        var names = status.perMember().stream().map(StatusMember::name).collect(Collectors.toSet());
        expect("members with figures", members, names.size());
        expect("entries of members", members, status.perMember().size());
        expect("reports", members, status.members().reported());
    }

    private void figures(StatusSummary summary) {
        expectSum("messagesReceived", summary.messagesReceived(), StatusMember::messagesReceived);
        expectSum(
                "rpc.requestsDone",
                summary.rpc() == null ? null : summary.rpc().requestsDone(),
                member -> member.rpc() == null ? null : member.rpc().requestsDone());
        expectAtMost("messagesDuplicated", 0, summary.messagesDuplicated());
        if (summary.rpc() != null) {
            expectAtMost(
                    "rpc.requestsDone", summary.rpc().requests(), summary.rpc().requestsDone());
        }
        if (summary.datagram() != null) {
            packets(summary.datagram());
        }
    }

    private void packets(StatusDatagram datagram) {
        expect(
                "packets received or missing",
                datagram.packetsSent(),
                datagram.packetsReceived() + datagram.packetsMissing());
        expectSum(
                "datagram.packetsReceived",
                datagram.packetsReceived(),
                member -> member.datagram() == null ? null : member.datagram().packetsReceived());
    }

    private void expectSum(String what, Long ofAll, Function<StatusMember, Long> ofMember) {
        if (ofAll != null) {
            long sum = status.perMember().stream()
                    .map(ofMember)
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .sum();
            expect(what + " of the members together", ofAll, sum);
        }
    }

    private void expect(String what, long expected, long found) {
        if (expected != found) {
            objections.add("Expected " + expected + " " + what + ", found " + found + ".");
        }
    }

    private void expectAtMost(String what, long most, Long found) {
        if (found != null && found > most) {
            objections.add("Expected at most " + most + " " + what + ", found " + found + ".");
        }
    }
}
