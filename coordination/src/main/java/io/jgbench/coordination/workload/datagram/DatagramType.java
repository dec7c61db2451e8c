package io.jgbench.coordination.workload.datagram;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.workload.Metric;
import io.jgbench.coordination.workload.RateMeaning;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.WorkloadType;
import java.util.List;
import java.util.function.Supplier;

/** The workload Datagram of Coherence's datagram test: publishers send numbered packets, listeners count. */
public final class DatagramType
        extends WorkloadType<DatagramSpec, DatagramReport, DatagramMemberFigures, DatagramAccounts, DatagramFigures> {

    /** The workload. */
    public DatagramType() {
        super(
                WorkloadSettings.Type.DATAGRAM,
                new Records<>(
                        DatagramSpec.class,
                        DatagramReport.class,
                        DatagramMemberFigures.class,
                        DatagramAccounts.class,
                        DatagramFigures.class));
    }

    @Override
    public Block block() {
        return new Block("datagram", WorkloadSettings.DATAGRAM_RULE, WorkloadSettings::datagram);
    }

    @Override
    public Supplier<DatagramSpec> read(SettingReader reader, BenchmarkRunSpec spec, int members) {
        return new DatagramReader(reader, spec).read(members);
    }

    @Override
    public List<Metric> metrics() {
        return DatagramStatus.METRICS;
    }

    @Override
    protected DatagramMemberFigures figures(DatagramReport report, long beganAtEpochNanos) {
        return DatagramMemberFigures.of(report);
    }

    @Override
    protected WorkloadAnalysis analysis(Evidence evidence) {
        return new DatagramAnalysis(evidence);
    }

    @Override
    protected void summarize(Run run, StatusSummaryBuilder summary) {
        new DatagramStatus(run).summarize(summary);
    }

    @Override
    protected void summarize(Run run, Member member, StatusMemberBuilder status) {
        new DatagramStatus(run).summarize(member, status);
    }

    @Override
    protected WorkloadSection section(Run run) {
        return new DatagramSection(run);
    }

    @Override
    protected RateMeaning rateMeaning(DatagramSpec spec) {
        return new RateMeaning(
                "listener",
                "Packet rate of a listener = packets received from others, divided by the time from the first to the"
                        + " last; the run's rate is the mean over the members that are sent to.");
    }
}
