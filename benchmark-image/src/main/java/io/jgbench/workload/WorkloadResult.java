package io.jgbench.workload;

import io.jgbench.coordination.protocol.MemberReport.Sample;
import io.jgbench.coordination.protocol.MemberReport.StreamReport;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a workload measured on one member; the fields mean what they mean in
 * {@link io.jgbench.coordination.protocol.MemberReport}.
 */
public record WorkloadResult(
        long beganAtEpochNanos,
        long sentMessages,
        long receivedMessages,
        long expectedMessages,
        long firstReceivedEpochNanos,
        long lastReceivedEpochNanos,
        List<StreamReport> streams,
        Histogram latencyNanos,
        List<Sample> samples) {}
