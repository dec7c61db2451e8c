package io.jgbench.coordination.workload.datagram;

import io.jgbench.coordination.bottleneck.RunLoad;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.result.WorkloadAnalysis;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The workload Datagram as Coherence's datagram test defines it. */
record DatagramAnalysis(DatagramType.Evidence evidence) implements WorkloadAnalysis {

    @Override
    public DatagramAccounts accounts() {
        return DatagramAccounts.of(evidence.members());
    }

    @Override
    public Optional<RunLoad.Request> request() {
        var spec = evidence.spec();
        return spec.bytesPerSecond()
                .filter(_ -> spec.search().isEmpty())
                .map(target -> RunLoad.Request.kept("datagram.rate", "bytes", target, evidence.openLoops()));
    }

    @Override
    public Optional<RunLoad.SingleCaller> singleCaller() {
        return Optional.empty();
    }

    @Override
    public Optional<RunLoad.RequestedProcessing> requestedProcessing() {
        return Optional.empty();
    }

    @Override
    public int senderThreads() {
        return 1;
    }

    @Override
    public List<Finding> findings() {
        return new DatagramJudge(evidence, accounts()).findings();
    }

    @Override
    public DatagramFigures figures() {
        var spec = evidence.spec();
        int members = evidence.all().size();
        double[] rates = evidence.members().stream()
                .filter(member -> !spec.sourcesOf(member.index(), members).isEmpty())
                .mapToDouble(member -> member.figures().packetsPerSecond())
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
                SendLateness.of(evidence.openLoops()),
                highest());
    }

    /** All members were told the same by the one that decides. */
    private Optional<Long> highest() {
        return evidence.reports().stream()
                .map(DatagramReport::foundBytesPerSecond)
                .filter(found -> found > 0)
                .findFirst();
    }

    private Optional<Integer> slotsWithinRate() {
        List<DatagramReport> reports = evidence.reports();
        long slots = reports.stream().mapToLong(DatagramReport::slots).sum();
        long within =
                reports.stream().mapToLong(DatagramReport::slotsWithinRate).sum();
        return slots == 0 ? Optional.empty() : Optional.of((int) (within * 1000 / slots));
    }
}
