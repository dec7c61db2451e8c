package io.jgbench.coordination.workload.rpc;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.protocol.AddedLater;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.protocol.TimeSeries;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What one member saw of the workload Rpc, exactly. A request is a read or a write; it is one call to a member, or with
 * a write one to each of several members at once.
 *
 * @param requests requests that the member had to make
 * @param readsDone reads that were answered
 * @param writesDone writes that all targets answered
 * @param timedOut requests that were not answered within the request timeout
 * @param failed requests that could not be sent or were answered wrongly
 * @param callsSent calls that were handed to the transport
 * @param callsAnswered calls of this member that were answered before their request was given up
 * @param answersLate answers to calls that were given up before
 * @param callsServed calls of others, and of itself where it is alone, that this member answered
 * @param payloadBytes what a write's request and a read's answer carry
 * @param latencyFrom from when latencies count
 * @param endedAtEpochNanos when the last of its requests was done or given up, 0 if none was
 * @param timedRequests requests that had been answered when the time was over; 0 where none ends the run
 * @param timedUntilEpochNanos when that was, 0 where no time ends the run and of a member of an earlier version
 * @param readHistogram times of the reads in nanoseconds, see {@link HistogramText}; empty if none was done
 * @param writeHistogram times of the writes
 * @param openLoop how the rate was kept, where one was asked for
 * @param samples the time series
 */
@JsonTypeName("Rpc")
@RecordBuilder
public record RpcReport(
        long requests,
        long readsDone,
        long writesDone,
        long timedOut,
        long failed,
        long callsSent,
        long callsAnswered,
        long answersLate,
        long callsServed,
        int payloadBytes,
        LatencyFrom latencyFrom,
        long endedAtEpochNanos,
        @AddedLater long timedRequests,
        @AddedLater long timedUntilEpochNanos,
        String readHistogram,
        String writeHistogram,
        Optional<OpenLoopReport> openLoop,
        List<Sample> samples)
        implements WorkloadReport {

    /** Refuses nulls and copies the samples. */
    public RpcReport {
        Objects.requireNonNull(latencyFrom, "latencyFrom");
        Objects.requireNonNull(readHistogram, "readHistogram");
        Objects.requireNonNull(writeHistogram, "writeHistogram");
        Objects.requireNonNull(openLoop, "openLoop");
        samples = List.copyOf(samples);
    }

    /** Requests that were answered. */
    public long requestsDone() {
        return readsDone + writesDone;
    }

    @Override
    public WorkloadSettings.Type workloadType() {
        return WorkloadSettings.Type.RPC;
    }

    @Override
    public long sentMessages() {
        return callsSent + callsServed;
    }

    @Override
    public long ownMessages() {
        return callsSent;
    }

    @Override
    public long receivedMessages() {
        return callsServed + callsAnswered;
    }

    @Override
    public long lostMessages() {
        return 0;
    }

    /** What came with answers to reads. Of the calls that were served it is not known how many were writes. */
    @Override
    public long bytesFromOthers(int self) {
        return readsDone * payloadBytes;
    }

    /** What went with writes, each to one member at the least. */
    @Override
    public long bytesToOthers(int copies) {
        return writesDone * payloadBytes;
    }

    /** Each call that was served may have been a write, and each answer may have been to a read. */
    @Override
    public Optional<Crossing> mostFromOthers(int self) {
        long answersToReads = readsDone + answersLate;
        return Optional.of(crossing(callsServed + callsAnswered + answersLate, callsServed + answersToReads));
    }

    /**
     * A read that was answered is one call without a payload, so that all other calls may have been writes; each call
     * that was served may have been a read.
     */
    @Override
    public Optional<Crossing> mostToOthers(int copies) {
        long callsOfWrites = Math.max(0, callsSent - readsDone);
        return Optional.of(crossing(callsSent + callsServed, callsOfWrites + callsServed));
    }

    private Crossing crossing(long messages, long payloads) {
        return new Crossing(messages, messages * RpcSpec.HEADER_BYTES + payloads * payloadBytes);
    }

    @Override
    public TimeSeries timeSeries() {
        return new TimeSeries(
                List.of(
                        "requests_done",
                        "calls_served",
                        "requests_per_second",
                        "timed_out",
                        "free_memory_bytes",
                        "total_memory_bytes"),
                samples.stream()
                        .map(sample -> TimeSeries.Point.of(
                                sample.epochNanos(),
                                sample.requestsDone(),
                                sample.callsServed(),
                                sample.requestsPerSecond(),
                                sample.timedOut(),
                                sample.freeMemoryBytes(),
                                sample.totalMemoryBytes()))
                        .toList());
    }

    @Override
    public Map<String, String> histograms() {
        return Map.of("read", readHistogram, "write", writeHistogram);
    }

    /** The same without the time series. */
    public RpcReport withoutSamples() {
        return RpcReportBuilder.builder(this).samples(List.of()).build();
    }

    /**
     * One point of the time series.
     *
     * @param epochNanos when it was taken, on the member's clock
     * @param requestsDone requests answered so far
     * @param callsServed calls answered so far
     * @param requestsPerSecond requests answered per second since the last sample
     * @param timedOut requests that had timed out so far
     * @param freeMemoryBytes free memory of the JVM's heap
     * @param totalMemoryBytes size of the JVM's heap
     */
    public record Sample(
            long epochNanos,
            long requestsDone,
            long callsServed,
            long requestsPerSecond,
            long timedOut,
            long freeMemoryBytes,
            long totalMemoryBytes) {}
}
