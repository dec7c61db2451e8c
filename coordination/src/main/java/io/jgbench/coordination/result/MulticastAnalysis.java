package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.MulticastReport;
import io.jgbench.coordination.spec.MulticastSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The workload Multicast as perf.Test defines it (2006, 2008). */
record MulticastAnalysis(MulticastSpec spec, RunEvidence evidence, List<MemberResult> members)
        implements WorkloadAnalysis {

    @Override
    public MulticastAccounts accounts() {
        return MulticastAccounts.of(reports());
    }

    @Override
    public List<Finding> findings() {
        return new MulticastJudge(evidence.reliable(), members, accounts()).findings();
    }

    @Override
    public MulticastFigures figures() {
        double[] rates = members.stream()
                .map(MulticastAnalysis::figures)
                .mapToDouble(MulticastMemberFigures::messagesPerSecond)
                .toArray();
        int sizeBytes = spec.messageSizeBytes();
        double clusterRate = Arrays.stream(rates).sum();
        double rate = clusterRate / rates.length;
        long bytesPerSecond = Math.round(rate * sizeBytes);
        var limit = wireLimit();
        return new MulticastFigures(
                rate,
                bytesPerSecond,
                clusterRate,
                Math.round(clusterRate * sizeBytes),
                Spread.of(rates),
                latency(),
                limit,
                limit.filter(_ -> nothingWasLost())
                        .map(known -> Math.round(bytesPerSecond * 1000.0 / known.bytesPerSecond())));
    }

    /** Otherwise own messages, which no link can lose, are more of what was received than the limit has it. */
    private boolean nothingWasLost() {
        return members.stream().allMatch(member -> figures(member).loss().lost() == 0);
    }

    private Optional<Latency> latency() {
        return Latency.of(Latency.merge(reports().stream()
                .map(report -> HistogramText.decode(report.latencyHistogram()))
                .toList()));
    }

    private Optional<WireLimit> wireLimit() {
        if (members.size() < 2) {
            return Optional.empty();
        }
        var framing = evidence.reports().getFirst().framing();
        return evidence.link()
                .map(link -> WireLimit.of(members.size(), spec.senders(), spec.messageSizeBytes(), framing, link));
    }

    private List<MulticastReport> reports() {
        return evidence.reports().stream()
                .map(report -> (MulticastReport) report.workload())
                .toList();
    }

    private static MulticastMemberFigures figures(MemberResult member) {
        return (MulticastMemberFigures) member.figures().orElseThrow();
    }
}
