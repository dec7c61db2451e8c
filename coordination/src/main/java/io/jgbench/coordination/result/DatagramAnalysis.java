package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.DatagramReport;
import io.jgbench.coordination.spec.DatagramSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The workload Datagram as Coherence's datagram test defines it. */
record DatagramAnalysis(DatagramSpec spec, RunEvidence evidence, List<MemberResult> members)
        implements WorkloadAnalysis {

    @Override
    public DatagramAccounts accounts() {
        return DatagramAccounts.of(evidence.reports());
    }

    @Override
    public List<Finding> findings() {
        return new DatagramJudge(spec, members, accounts()).findings();
    }

    @Override
    public DatagramFigures figures() {
        double[] rates = members.stream()
                .filter(member ->
                        !spec.sourcesOf(member.index(), members.size()).isEmpty())
                .map(member -> (DatagramMemberFigures) member.figures().orElseThrow())
                .mapToDouble(DatagramMemberFigures::packetsPerSecond)
                .toArray();
        double clusterRate = Arrays.stream(rates).sum();
        double rate = clusterRate / rates.length;
        return new DatagramFigures(
                rate,
                Math.round(rate * spec.packetBytes()),
                clusterRate,
                Math.round(clusterRate * spec.packetBytes()),
                Spread.of(rates),
                slotsWithinRate(),
                highest());
    }

    /** All members were told the same by the one that decides. */
    private Optional<Long> highest() {
        return evidence.reports().stream()
                .map(report -> ((DatagramReport) report.workload()).foundBytesPerSecond())
                .filter(found -> found > 0)
                .findFirst();
    }

    private Optional<Integer> slotsWithinRate() {
        List<DatagramReport> reports = evidence.reports().stream()
                .map(report -> (DatagramReport) report.workload())
                .toList();
        long slots = reports.stream().mapToLong(DatagramReport::slots).sum();
        long within =
                reports.stream().mapToLong(DatagramReport::slotsWithinRate).sum();
        return slots == 0 ? Optional.empty() : Optional.of((int) (within * 1000 / slots));
    }
}
