package io.jgbench.coordination.workload.rpc;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.workload.Metric;
import io.jgbench.coordination.workload.PublishedWork;
import io.jgbench.coordination.workload.RateMeaning;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.WorkloadType;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The workload Rpc of {@code UnicastTestRpcDist}: every member calls random others. */
public final class RpcType extends WorkloadType<RpcSpec, RpcReport, RpcMemberFigures, RpcAccounts, RpcFigures> {
    private static final int PAPERS_READ_PERCENT = 80;
    private static final int PAPERS_TARGETS = 2;

    /** Threads of a node of UnicastTestRpcDist in JGroups 2.12; the paper does not tell of them. */
    private static final int PAPERS_CALLERS = 25;

    /** The workload. */
    public RpcType() {
        super(
                WorkloadSettings.Type.RPC,
                new Records<>(
                        RpcSpec.class, RpcReport.class, RpcMemberFigures.class, RpcAccounts.class, RpcFigures.class));
    }

    @Override
    public Block block() {
        return new Block("rpc", WorkloadSettings.RPC_RULE, WorkloadSettings::rpc);
    }

    @Override
    public boolean countsRequests() {
        return true;
    }

    @Override
    public Supplier<RpcSpec> read(SettingReader reader, BenchmarkRunSpec spec, int members) {
        return new RpcReader(reader, spec).read();
    }

    @Override
    public List<Metric> metrics() {
        return RpcStatus.METRICS;
    }

    @Override
    public List<String> sharedMetrics() {
        return RpcStatus.SHARED_METRICS;
    }

    @Override
    protected RpcMemberFigures figures(RpcReport report, long beganAtEpochNanos) {
        return RpcMemberFigures.of(report, beganAtEpochNanos);
    }

    @Override
    protected WorkloadAnalysis analysis(Evidence evidence) {
        return new RpcAnalysis(evidence);
    }

    @Override
    protected void summarize(Run run, StatusSummaryBuilder summary) {
        new RpcStatus(run).summarize(summary);
    }

    @Override
    protected void summarize(Run run, Member member, StatusMemberBuilder status) {
        RpcStatus.summarize(member, status);
    }

    @Override
    protected WorkloadSection section(Run run) {
        return new RpcSection(run);
    }

    @Override
    protected RateMeaning rateMeaning(RpcSpec spec) {
        return new RateMeaning(
                "member",
                spec.measuredFor().isPresent()
                        ? "Request rate of a member = requests answered until the duration was over, divided by the"
                                + " time from the start until then; the run's rate is the mean over its members."
                        : "Request rate of a member = requests answered, divided by the time from the start until the"
                                + " last one was answered or given up; the run's rate is the mean over its members.");
    }

    @Override
    protected PublishedWork published(RpcSpec spec) {
        boolean isSame = spec.readPercent() == PAPERS_READ_PERCENT
                && spec.targets() == PAPERS_TARGETS
                && spec.concurrency() == PAPERS_CALLERS
                && spec.targetRate().isEmpty();
        return new PublishedWork(
                isSame ? Optional.of(spec.payloadBytes()) : Optional.empty(),
                Optional.of("A member of the published test could call itself, over no wire: of 2 members each wrote to"
                        + " both. Here it calls others alone."));
    }
}
