package io.jgbench.coordination.workload.messagebus;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.spec.Checks;
import io.jgbench.coordination.spec.OpenLoop;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Streams of messages from member to member, some of which are answered, or requests and responses: Coherence's message
 * bus test.
 *
 * @param sending who sends what to whom
 * @param processing how a member processes what it receives
 * @param duration how long the senders send while measured
 * @param warmup what the senders send before, not measured: with a number of messages each sender sends as many, for no
 *     longer than the duration
 * @param reportInterval time between two samples of the time series
 * @param relay whether a receiver passes on what it receives
 */
@JsonTypeName("MessageBus")
public record MessageBusSpec(
        Sending sending,
        Processing processing,
        Duration duration,
        Warmup warmup,
        Duration reportInterval,
        boolean relay)
        implements WorkloadSpec {

    /** What each message begins with: its number and a time. */
    public static final int HEADER_BYTES = 16;

    /** How long a member waits at the end for what it may never be told. */
    public static final Duration LONGEST_DRAIN = Duration.ofSeconds(15);

    /** The most threads of a member that send. */
    public static final int MAX_TX_THREADS = 64;

    /** The most threads of a member that process. */
    public static final int MAX_RX_THREADS = 64;

    /**
     * The most members: where a relayed message comes from stands in its header, in what the streams leave of 9 bits.
     */
    public static final int MAX_MEMBERS = 256;

    /** Checks what the parts do not. */
    public MessageBusSpec {
        Objects.requireNonNull(sending, "sending");
        Objects.requireNonNull(processing, "processing");
        Checks.positive("messageBus.duration", duration);
        Checks.positive("messageBus.reportInterval", reportInterval);
        Objects.requireNonNull(warmup, "warmup");
    }

    @Override
    public WorkloadSettings.Type workloadType() {
        return WorkloadSettings.Type.MESSAGE_BUS;
    }

    @Override
    public int senders(int members) {
        return sending.senders().orElse(members);
    }

    /** How many of the members are sent to; the last ones are. */
    public int receivers(int members) {
        return sending.receivers().orElse(members);
    }

    @Override
    public boolean sends(int member, int members) {
        return member < senders(members)
                && IntStream.range(members - receivers(members), members).anyMatch(other -> other != member);
    }

    @Override
    public boolean receives(int member, int members) {
        return sourcesOf(member, members).length > 0;
    }

    /** The members whose own messages one receives. */
    public int[] sourcesOf(int member, int members) {
        return IntStream.range(0, senders(members))
                .filter(sender -> sender != member && member >= members - receivers(members))
                .toArray();
    }

    /** Whether there is a member to pass messages on to that does not send itself. */
    boolean canRelay(int members) {
        return receivers(members) >= 2 && senders(members) + receivers(members) <= members;
    }

    @Override
    public int largestMessageBytes() {
        return sending.largestBytes();
    }

    @Override
    public int meanCountedBytes() {
        return sending.meanBytes();
    }

    @Override
    public String unitOfWork() {
        return "messages";
    }

    @Override
    public Optional<Duration> measuredFor() {
        return Optional.of(duration);
    }

    /**
     * Messages of a thread are as far apart as its part of the rate says, and all threads may be due at once. At the
     * end members wait for what may still come, over a reliable transport for responses that were asked for.
     */
    @Override
    public Duration longestPause() {
        return LONGEST_DRAIN
                .plus(interval(sending.bytesPerSecond(), OpenLoop.longestGap(sending.arrivals()) * sending.threads()))
                .plus(interval(processing.bytesPerSecond(), 1));
    }

    @Override
    public boolean waitsForAnswers() {
        return sending.block();
    }

    @Override
    public boolean spins() {
        return processing.poll() || (sending.block() && sending.blockSpin().isPositive());
    }

    /** The time that a number of the largest messages takes at a rate; at most as long as the run. */
    private Duration interval(Optional<Long> bytesPerSecond, int messages) {
        return bytesPerSecond
                .map(rate -> Duration.ofNanos(Math.round(sending.largestBytes() * 1e9 * messages / rate)))
                .map(between -> between.compareTo(duration) < 0 ? between : duration)
                .orElse(Duration.ZERO);
    }

    @Override
    public void checkMembers(int members) {
        Checks.between("members", 2, MAX_MEMBERS, members);
        Checks.between("messageBus.senders", 1, members, senders(members));
        Checks.between("messageBus.receivers", 1, members, receivers(members));
        if (relay && !canRelay(members)) {
            throw new IllegalArgumentException(BenchmarkRunSpec.MESSAGE_BUS_RELAY_RULE + ", got: " + senders(members)
                    + " senders and " + receivers(members) + " receivers of " + members + " members");
        }
        if (sending.polite() && senders(members) > 1 && members - receivers(members) > 1) {
            throw new IllegalArgumentException(BenchmarkRunSpec.MESSAGE_BUS_POLITE_RULE + ", got: " + senders(members)
                    + " senders and " + receivers(members) + " receivers of " + members + " members");
        }
    }

    /**
     * Who sends what to whom.
     *
     * @param senders how many of the members send, the first ones; empty for all
     * @param receivers how many are sent to, the last ones; empty for all
     * @param threads threads of each sender
     * @param smallestBytes the least size of a message, at least {@value MessageBusSpec#HEADER_BYTES} bytes
     * @param largestBytes the largest
     * @param cached whether a payload is made once for all messages
     * @param bytesPerSecond of each sender; empty for as much as the transport takes
     * @param arrivals how its messages are spread over time, where there is such a rate
     * @param maxBacklogBytes of each thread, without a receipt; empty for the transport's flow control alone
     * @param flushFrequency messages after which the transport is to send what it holds back; 0 for at once
     * @param latencyFrequency one in this number of messages of a thread is answered and timed; 0 for none
     * @param receipts whether receivers say what has arrived
     * @param polite whether all senders but the first wait until something has reached them
     * @param block whether a thread waits for the answer to each message
     * @param blockSpin how long it looks for that before it sleeps
     */
    @RecordBuilder
    public record Sending(
            Optional<Integer> senders,
            Optional<Integer> receivers,
            int threads,
            int smallestBytes,
            int largestBytes,
            boolean cached,
            Optional<Long> bytesPerSecond,
            Arrivals arrivals,
            Optional<Long> maxBacklogBytes,
            int flushFrequency,
            int latencyFrequency,
            boolean receipts,
            boolean polite,
            boolean block,
            Duration blockSpin) {

        /** Checks the ranges. */
        public Sending {
            Objects.requireNonNull(blockSpin, "blockSpin");
            arrivals = arrivals == null ? Arrivals.EVEN : arrivals; // in what an earlier version wrote
            senders.ifPresent(count -> Checks.atLeast("messageBus.senders", 1, count));
            receivers.ifPresent(count -> Checks.atLeast("messageBus.receivers", 1, count));
            Checks.between("messageBus.txThreads", 1, MAX_TX_THREADS, threads);
            Checks.between("messageSize", HEADER_BYTES, WorkloadSpec.MAX_MESSAGE_SIZE_BYTES, largestBytes);
            Checks.between("messageBus.minMessageSize", HEADER_BYTES, largestBytes, smallestBytes);
            bytesPerSecond.ifPresent(rate -> Checks.atLeast("messageBus.txRate", 1, rate));
            maxBacklogBytes.ifPresent(bytes -> Checks.atLeast("messageBus.maxBacklog", 1, bytes));
            Checks.atLeast("messageBus.flushFrequency", 0, flushFrequency);
            Checks.atLeast("messageBus.latencyFrequency", 0, latencyFrequency);
            if (maxBacklogBytes.isPresent() && !receipts) {
                throw new IllegalArgumentException("messageBus.maxBacklog needs receipts");
            }
        }

        /** The mean size of a message in bytes. */
        public int meanBytes() {
            return smallestBytes + (largestBytes - smallestBytes) / 2;
        }
    }

    /**
     * How a member processes what it receives.
     *
     * @param threads threads that do; 0 for the transport's own
     * @param chunkBytes bytes that are read, and written when a message is made, as a unit; 0 for not at all
     * @param bytesPerSecond of each member; empty for as much as comes
     * @param poll whether the threads look for messages all the time
     */
    public record Processing(int threads, int chunkBytes, Optional<Long> bytesPerSecond, boolean poll) {

        /** Checks the ranges. */
        public Processing {
            Checks.between("messageBus.rxThreads", 0, MAX_RX_THREADS, threads);
            Checks.between("messageBus.chunkSize", 0, WorkloadSpec.MAX_MESSAGE_SIZE_BYTES, chunkBytes);
            bytesPerSecond.ifPresent(rate -> Checks.atLeast("messageBus.rxRate", 1, rate));
            if (threads == 0 && (poll || bytesPerSecond.isPresent())) {
                throw new IllegalArgumentException("messageBus.rxRate and poll need rxThreads of at least 1");
            }
        }
    }
}
