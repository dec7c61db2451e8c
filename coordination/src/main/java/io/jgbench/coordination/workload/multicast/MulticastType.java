package io.jgbench.coordination.workload.multicast;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.workload.PublishedWork;
import io.jgbench.coordination.workload.RateMeaning;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.WorkloadType;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The workload Multicast of {@code perf.Test}: every sender sends to all. */
public final class MulticastType
        extends WorkloadType<
                MulticastSpec, MulticastReport, MulticastMemberFigures, MulticastAccounts, MulticastFigures> {

    /** The workload. */
    public MulticastType() {
        super(
                WorkloadSettings.Type.MULTICAST,
                new Records<>(
                        MulticastSpec.class,
                        MulticastReport.class,
                        MulticastMemberFigures.class,
                        MulticastAccounts.class,
                        MulticastFigures.class));
    }

    @Override
    public Block block() {
        return new Block("multicast", WorkloadSettings.MULTICAST_RULE, WorkloadSettings::multicast);
    }

    @Override
    public boolean hasSenders() {
        return true;
    }

    @Override
    public boolean hasSpecDuration() {
        return true;
    }

    @Override
    public Supplier<MulticastSpec> read(SettingReader reader, BenchmarkRunSpec spec, int members) {
        return new MulticastReader(reader, spec).read(members);
    }

    @Override
    public List<String> sharedMetrics() {
        return MulticastStatus.SHARED_METRICS;
    }

    @Override
    protected MulticastMemberFigures figures(MulticastReport report, long beganAtEpochNanos) {
        return MulticastMemberFigures.of(report);
    }

    @Override
    protected WorkloadAnalysis analysis(Evidence evidence) {
        return new MulticastAnalysis(evidence);
    }

    @Override
    protected void summarize(Run run, StatusSummaryBuilder summary) {
        new MulticastStatus(run).summarize(summary);
    }

    @Override
    protected void summarize(Run run, Member member, StatusMemberBuilder status) {
        MulticastStatus.summarize(member, status);
    }

    @Override
    protected WorkloadSection section(Run run) {
        return new MulticastSection(run);
    }

    @Override
    protected RateMeaning rateMeaning(MulticastSpec spec) {
        return new RateMeaning(
                "member",
                spec.measuredFor().isPresent()
                        ? "Message rate of a member = messages received until the duration was over, its own included,"
                                + " divided by the time from the first one until then; the run's rate is the mean over"
                                + " its members."
                        : "Message rate of a member = messages received, its own included, divided by the time from"
                                + " the first to the last; the run's rate is the mean over its members.");
    }

    /** The papers' senders sent all they could from one thread, and their receivers did nothing with a message. */
    @Override
    protected PublishedWork published(MulticastSpec spec) {
        boolean isSame = spec.processingDelay().isZero() && spec.targetRate().isEmpty() && spec.senderThreads() == 1;
        return new PublishedWork(
                isSame ? Optional.of(spec.messageSizeBytes()) : Optional.empty(),
                spec.measuredFor()
                        .map(_ -> "What was measured for a duration leaves out what arrived after it; the published"
                                + " figures count until the last message has arrived."));
    }
}
