package io.jgbench.coordination.workload.rpc;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.Checks;
import io.jgbench.coordination.spec.OpenLoop;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Every member makes requests to random others and waits for the answers (UnicastTestRpcDist, 2011).
 *
 * @param length how many requests each member makes while measured, or how long it begins some
 * @param warmup what each member does before, not measured
 * @param payloadBytes what a write's request and a read's answer carry, 0 to
 *     {@value WorkloadSpec#MAX_MESSAGE_SIZE_BYTES} bytes
 * @param targets how many members a write goes to, 1 to {@value #MAX_TARGETS}
 * @param readPercent share of the requests that are reads, 0 to 100
 * @param concurrency callers of each member, each with one request at a time, 1 to {@value #MAX_CONCURRENCY}
 * @param targetRate requests a second that each member begins; empty for a closed loop
 * @param arrivals how they are spread over time, where there is such a rate
 * @param requestTimeout how long an answer may take
 * @param logInterval time between two samples of the time series
 */
@JsonTypeName("Rpc")
public record RpcSpec(
        RunLength length,
        Warmup warmup,
        int payloadBytes,
        int targets,
        int readPercent,
        int concurrency,
        Optional<Integer> targetRate,
        Arrivals arrivals,
        Duration requestTimeout,
        Duration logInterval)
        implements WorkloadSpec {

    /** Bytes of the header before the payload, which identifies the caller. */
    public static final int HEADER_BYTES = 8;

    /** The most members that a write can go to. */
    public static final int MAX_TARGETS = 16;

    /** The most callers of a member. */
    public static final int MAX_CONCURRENCY = 4096;

    /** The most members: who calls stands in the header, in 12 bits. */
    public static final int MAX_MEMBERS = 4096;

    /** Checks the ranges. */
    public RpcSpec {
        Objects.requireNonNull(length, "length");
        Objects.requireNonNull(warmup, "warmup");
        Objects.requireNonNull(targetRate, "targetRate");
        arrivals = arrivals == null ? Arrivals.EVEN : arrivals; // in what an earlier version wrote
        Checks.between("messageSize", 0, MAX_MESSAGE_SIZE_BYTES, payloadBytes);
        Checks.between("rpc.targets", 1, MAX_TARGETS, targets);
        Checks.between("rpc.readPercent", 0, 100, readPercent);
        Checks.between("rpc.concurrency", 1, MAX_CONCURRENCY, concurrency);
        targetRate.ifPresent(rate -> Checks.atLeast("rpc.targetRate", 1, rate));
        Checks.positive("rpc.requestTimeout", requestTimeout);
        Checks.positive("rpc.logInterval", logInterval);
    }

    /** Where what is asked for is spread evenly. */
    public RpcSpec(
            RunLength length,
            Warmup warmup,
            int payloadBytes,
            int targets,
            int readPercent,
            int concurrency,
            Optional<Integer> targetRate,
            Duration requestTimeout,
            Duration logInterval) {
        this(
                length,
                warmup,
                payloadBytes,
                targets,
                readPercent,
                concurrency,
                targetRate,
                Arrivals.EVEN,
                requestTimeout,
                logInterval);
    }

    @Override
    public WorkloadSettings.Type workloadType() {
        return WorkloadSettings.Type.RPC;
    }

    @Override
    public int senders(int members) {
        return members;
    }

    @Override
    public int largestMessageBytes() {
        return HEADER_BYTES + payloadBytes;
    }

    @Override
    public String unitOfWork() {
        return "requests";
    }

    @Override
    public Optional<Duration> measuredFor() {
        return length.time();
    }

    @Override
    public Optional<Integer> unitsPerSecond() {
        return targetRate;
    }

    @Override
    public boolean waitsForAnswers() {
        return targetRate.isEmpty();
    }

    @Override
    public Duration leastMeasured() {
        return length.time().orElseGet(() -> atRequestedRate(length.most()));
    }

    /** A request that is not answered ends when its time is over; until then all callers may wait for such answers. */
    @Override
    public Duration longestPause() {
        return requestTimeout.plus(OpenLoop.longestGap(targetRate, arrivals));
    }

    @Override
    public void checkMembers(int members) {
        Checks.between("members", 1, MAX_MEMBERS, members);
    }

    /** To how many members a write is sent; all others if there are fewer. */
    public int targetsOf(int members) {
        return Math.min(targets, Math.max(1, members - 1));
    }
}
