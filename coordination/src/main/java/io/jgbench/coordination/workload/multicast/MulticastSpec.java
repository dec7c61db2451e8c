package io.jgbench.coordination.workload.multicast;

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
 * Every sender sends messages to all members, itself included (perf.Test, 2006 and 2008).
 *
 * @param senders how many of the members send, at least 1
 * @param length how many messages each sender sends while measured, or how long
 * @param messageSizeBytes size of one message, {@value #MIN_MESSAGE_SIZE_BYTES} to
 *     {@value WorkloadSpec#MAX_MESSAGE_SIZE_BYTES} bytes; the first {@value #MIN_MESSAGE_SIZE_BYTES} bytes carry the
 *     sequence number
 * @param warmup what each sender sends before, drained and not measured
 * @param senderThreads threads that share the messages of one sender, 1 to {@value #MAX_SENDER_THREADS}; each
 *     thread's messages are a stream whose order is checked by itself
 * @param logInterval time between two samples of the time series
 * @param processingDelay time that the receiver spends with each message, zero for none
 * @param latencySampleInterval one in this number of messages of a stream is timed, by other members and by its own
 *     sender; 0 for none
 * @param targetRate messages a second that each sender sends; empty for as many as the transport takes
 * @param arrivals how they are spread over time, where there is such a rate
 */
@JsonTypeName("Multicast")
public record MulticastSpec(
        int senders,
        RunLength length,
        int messageSizeBytes,
        Warmup warmup,
        int senderThreads,
        Duration logInterval,
        Duration processingDelay,
        int latencySampleInterval,
        Optional<Integer> targetRate,
        Arrivals arrivals)
        implements WorkloadSpec {

    /** The sequence number takes this much of each message. */
    public static final int MIN_MESSAGE_SIZE_BYTES = 8;

    /** How long a member waits over an unreliable transport for the end of a stream that it may never be told. */
    public static final Duration LONGEST_DRAIN = Duration.ofSeconds(10);

    /** The most streams a sender can have. */
    public static final int MAX_SENDER_THREADS = 64;

    private static final long MOST_MESSAGES_A_SAMPLE = 128;
    private static final long BYTES_A_SAMPLE = 128_000;

    /** Checks the ranges. */
    public MulticastSpec {
        Objects.requireNonNull(length, "length");
        Objects.requireNonNull(warmup, "warmup");
        Objects.requireNonNull(logInterval, "logInterval");
        Objects.requireNonNull(processingDelay, "processingDelay");
        Objects.requireNonNull(targetRate, "targetRate");
        arrivals = arrivals == null ? Arrivals.EVEN : arrivals; // in what an earlier version wrote
        Checks.atLeast("senders", 1, senders);
        Checks.between("messageSize", MIN_MESSAGE_SIZE_BYTES, MAX_MESSAGE_SIZE_BYTES, messageSizeBytes);
        Checks.between("senderThreads", 1, MAX_SENDER_THREADS, senderThreads);
        Checks.atLeast("latencySampleInterval", 0, latencySampleInterval);
        targetRate.ifPresent(rate -> Checks.atLeast("multicast.targetRate", 1, rate));
        if (logInterval.isNegative() || logInterval.isZero()) {
            throw new IllegalArgumentException("logInterval must be positive, got: " + logInterval);
        }
        if (processingDelay.isNegative()) {
            throw new IllegalArgumentException("processingDelay must not be negative, got: " + processingDelay);
        }
    }

    /**
     * One in how many messages is timed where nobody says it: 128 of up to 1,000 bytes, and of larger ones as many as
     * have 128,000 bytes, as these are fewer in the same time and timing costs each of them less of its own time.
     */
    static int usualLatencySampleInterval(long messageSizeBytes) {
        return (int) Math.clamp(BYTES_A_SAMPLE / Math.max(1, messageSizeBytes), 1, MOST_MESSAGES_A_SAMPLE);
    }

    /** Where senders send as fast as the transport takes it. */
    public MulticastSpec(
            int senders,
            RunLength length,
            int messageSizeBytes,
            Warmup warmup,
            int senderThreads,
            Duration logInterval,
            Duration processingDelay,
            int latencySampleInterval) {
        this(
                senders,
                length,
                messageSizeBytes,
                warmup,
                senderThreads,
                logInterval,
                processingDelay,
                latencySampleInterval,
                Optional.empty(),
                Arrivals.EVEN);
    }

    @Override
    public WorkloadSettings.Type workloadType() {
        return WorkloadSettings.Type.MULTICAST;
    }

    @Override
    public int senders(int members) {
        return senders;
    }

    @Override
    public int largestMessageBytes() {
        return messageSizeBytes;
    }

    @Override
    public boolean deliversTheSameToAll() {
        return true;
    }

    @Override
    public String unitOfWork() {
        return "messages";
    }

    @Override
    public Optional<Duration> measuredFor() {
        return length.time();
    }

    @Override
    public boolean knowsLossBeforeItsEnd() {
        return length.time().isPresent();
    }

    @Override
    public Optional<Integer> unitsPerSecond() {
        return targetRate;
    }

    @Override
    public Duration leastMeasured() {
        return length.time().orElseGet(() -> atRequestedRate(length.most()));
    }

    /** Where messages may be lost, members wait at the end for what may still come. */
    @Override
    public Duration longestPause() {
        return longestPauseWithoutLoss().plus(LONGEST_DRAIN);
    }

    @Override
    public Duration longestPauseWithoutLoss() {
        return processingDelay.plus(OpenLoop.longestGap(targetRate, arrivals));
    }

    @Override
    public void checkMembers(int members) {
        if (senders > members) {
            throw new IllegalArgumentException("senders must be at most members (" + members + "), got: " + senders);
        }
    }
}
