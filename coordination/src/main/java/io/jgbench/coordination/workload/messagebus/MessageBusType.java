package io.jgbench.coordination.workload.messagebus;

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

/** The workload MessageBus of Coherence's message bus test: streams of messages from member to member. */
public final class MessageBusType
        extends WorkloadType<
                MessageBusSpec, MessageBusReport, MessageBusMemberFigures, MessageBusAccounts, MessageBusFigures> {

    /** The workload. */
    public MessageBusType() {
        super(
                WorkloadSettings.Type.MESSAGE_BUS,
                new Records<>(
                        MessageBusSpec.class,
                        MessageBusReport.class,
                        MessageBusMemberFigures.class,
                        MessageBusAccounts.class,
                        MessageBusFigures.class));
    }

    @Override
    public Block block() {
        return new Block("messageBus", WorkloadSettings.MESSAGE_BUS_RULE, WorkloadSettings::messageBus);
    }

    @Override
    public Supplier<MessageBusSpec> read(SettingReader reader, BenchmarkRunSpec spec, int members) {
        return new MessageBusReader(reader, spec).read(members);
    }

    @Override
    public List<Metric> metrics() {
        return MessageBusStatus.METRICS;
    }

    @Override
    public List<String> sharedMetrics() {
        return MessageBusStatus.SHARED_METRICS;
    }

    @Override
    protected MessageBusMemberFigures figures(MessageBusReport report, long beganAtEpochNanos) {
        return MessageBusMemberFigures.of(report);
    }

    @Override
    protected WorkloadAnalysis analysis(Evidence evidence) {
        return new MessageBusAnalysis(evidence);
    }

    @Override
    protected void summarize(Run run, StatusSummaryBuilder summary) {
        new MessageBusStatus(run).summarize(summary);
    }

    @Override
    protected void summarize(Run run, Member member, StatusMemberBuilder status) {
        MessageBusStatus.summarize(member, status);
    }

    @Override
    protected WorkloadSection section(Run run) {
        return new MessageBusSection(run);
    }

    @Override
    protected RateMeaning rateMeaning(MessageBusSpec spec) {
        return new RateMeaning(
                "receiver",
                "Message rate of a receiver = messages received from others, responses left out, divided by the time"
                        + " from the first one until the last one was known to have come; the run's rate is the mean"
                        + " over the members that are sent to.");
    }
}
