package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.environment.GrantedBuffer;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.CpuThrottling;
import io.jgbench.coordination.protocol.CpuTimeLeft;
import io.jgbench.coordination.protocol.MajorFaults;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What one member counted, as shares of its measured time.
 *
 * @param name its name
 * @param host what tells its host from others; the name where the host does not tell
 * @param sender whether it was to send
 * @param receiver whether another member was to send to it
 * @param waitsForAnswers whether each of its threads waits for the answers to what it sent before it sends more
 * @param spins whether its threads look for what they wait for again and again, as they were asked to: that one takes
 *     a whole core does not tell that it has no time left
 * @param stoppedAloneNanos for how long its process stood still while those of the others ran
 * @param measuredNanos how long its workload took
 * @param sendingNanos until when it had sent all of its own, since its begin; that it sent for as long as its workload
 *     took where it is 0
 * @param silentNanos for how long no member sent or received anything any more before its workload ended
 * @param hostCpus CPUs of its host, where they are known
 * @param boundTo the CPUs that its threads may use, as the kernel lists them, where these are not all of its host
 * @param cpus CPUs that its JVM uses, where they are known
 * @param lineRateBitsPerSecond what its link carries each way, where that is known
 * @param roundTripMicros how long the shortest round trip between it and another member took before the run, in
 *     microseconds, where that is known
 * @param receiveBuffer the smallest of its sockets', where they are known
 * @param frameGapBytes what each frame takes of its link beside the bytes that are counted
 * @param layer what carries its messages
 * @param ownMessages messages that it sent of its own accord: no answers
 * @param receivedMessages messages that it received
 * @param lostMessages messages that were sent to it and never arrived; none over a transport that repairs
 * @param messagesPerDrop how many of them are lost with each drop that the kernel counts at a socket, 1 or more
 * @param packetsPerMessage packets of the transport that a message takes, 1 or more; a stack repairs each by itself
 * @param counters what it counted; see {@link Counters}
 */
@RecordBuilder
public record MemberLoad(
        String name,
        String host,
        boolean sender,
        boolean receiver,
        boolean waitsForAnswers,
        boolean spins,
        long stoppedAloneNanos,
        long measuredNanos,
        long sendingNanos,
        long silentNanos,
        Optional<Integer> hostCpus,
        Optional<String> boundTo,
        Optional<Integer> cpus,
        Optional<Long> lineRateBitsPerSecond,
        Optional<Long> roundTripMicros,
        Optional<GrantedBuffer> receiveBuffer,
        int frameGapBytes,
        Layer layer,
        long ownMessages,
        long receivedMessages,
        long lostMessages,
        double messagesPerDrop,
        int packetsPerMessage,
        Map<String, Long> counters) {
    /** A thread that takes so much of a core has no time left: what it waits for is short. */
    static final double BUSY = 0.85;

    private static final double BITS_PER_BYTE = 8;

    /** Of a time: less of it is not most of it. */
    private static final double MOST = 0.5;

    /** Refuses nulls and copies the counters. */
    public MemberLoad {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(hostCpus, "hostCpus");
        Objects.requireNonNull(boundTo, "boundTo");
        Objects.requireNonNull(cpus, "cpus");
        Objects.requireNonNull(lineRateBitsPerSecond, "lineRateBitsPerSecond");
        Objects.requireNonNull(roundTripMicros, "roundTripMicros");
        Objects.requireNonNull(receiveBuffer, "receiveBuffer");
        Objects.requireNonNull(layer, "layer");
        messagesPerDrop = Math.max(1, messagesPerDrop);
        packetsPerMessage = Math.max(1, packetsPerMessage);
        counters = Map.copyOf(counters);
    }

    /**
     * A thread of a member.
     *
     * @param name its name, as the system has it
     * @param share of one core that it took
     */
    record BusyThread(String name, double share) {}

    /** A counter's value, 0 where there is none. */
    long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }

    boolean knows(String counter) {
        return counters.containsKey(counter);
    }

    /** A counter of nanoseconds as a share of the time in which it was counted. */
    double share(String counter) {
        return countedNanos() <= 0 ? 0 : (double) counter(counter) / countedNanos();
    }

    /** The time in which its counters were counted. */
    long countedNanos() {
        return counters.getOrDefault(Counters.COUNTED_NANOS, measuredNanos);
    }

    /** Pages of its memory a second for which it waited, as they had to be read from a disk. */
    double faultsPerSecond() {
        return new MajorFaults(counters, countedNanos()).perSecond();
    }

    /** For how much of the time a limit on CPU time kept it from running, mean over the CPUs that it uses. */
    double throttledShare() {
        return new CpuThrottling(counters, countedNanos(), cpus.orElse(1)).share();
    }

    /**
     * For how much of the time the process stood still for another reason than its collector. A member of an earlier
     * version counts its pauses apart, also those too short to be part of its stalls, so that its share may be too low.
     */
    double stalledShare() {
        return knows(Counters.STOPPED_NANOS)
                ? share(Counters.STOPPED_NANOS)
                : Math.max(0, share(Counters.STALLED_NANOS) - share(Counters.GC_NANOS));
    }

    /** Whether most of that was while the processes of the others ran. */
    boolean isStoppedAlone() {
        return countedNanos() > 0 && stoppedAloneNanos >= MOST * stalledShare() * countedNanos();
    }

    /** What it missed of what was sent to it. */
    MemberLosses losses() {
        return new MemberLosses(this);
    }

    /** Whether its kernel reported its connections to another member. */
    boolean knowsSegmentsTo(MemberLoad other) {
        return knows(Counters.TCP_SEGMENTS_TO + other.name());
    }

    /** TCP segments that it sent again to another member, without those that had only come late. */
    long lostSegmentsTo(MemberLoad other) {
        return Math.max(
                0,
                counter(Counters.TCP_RESENT_TO + other.name())
                        - counter(Counters.TCP_NEEDLESSLY_RESENT_TO + other.name()));
    }

    /** Messages a second that it sent while it did. */
    double sentPerSecond() {
        long nanos = sendingNanos > 0 ? sendingNanos : measuredNanos;
        return nanos <= 0 ? 0 : ownMessages * 1e9 / nanos;
    }

    /** CPU time that each message took which it received or sent, in nanoseconds. */
    double cpuNanosOfAMessage() {
        return (double) counter(Counters.CPU_NANOS) / Math.max(1, receivedMessages + ownMessages);
    }

    /** The same without what its compilers took, which do nothing for a message. */
    double workNanosOfAMessage() {
        long work = Math.max(0, counter(Counters.CPU_NANOS) - counter(Counters.COMPILER_NANOS));
        return (double) work / Math.max(1, receivedMessages + ownMessages);
    }

    /** Which part of the CPU time that it may use was left; empty where the host does not tell. */
    OptionalDouble idleShare() {
        return new CpuTimeLeft(counters).ofMember();
    }

    /**
     * The thread that took most; not one that compiles or collects, which does nothing for a message, nor one that
     * spins.
     */
    Optional<BusyThread> busiestThread() {
        return spins ? Optional.empty() : threads().max(Comparator.comparingDouble(BusyThread::share));
    }

    private Stream<BusyThread> threads() {
        return counters.keySet().stream()
                .filter(counter -> counter.startsWith(Counters.THREAD_CPU_NANOS) && !Counters.isOfJvm(counter))
                .map(counter -> new BusyThread(
                        counter.substring(Counters.THREAD_CPU_NANOS.length()).replaceFirst("/[0-9]+$", ""),
                        share(counter)));
    }

    /** Whether that thread has no time left. */
    boolean isBusy() {
        return busiestShare() >= BUSY;
    }

    /** What that thread took of one core; 0 where the system does not tell. */
    double busiestShare() {
        return busiestThread().map(BusyThread::share).orElse(0.0);
    }

    /** Bits a second that its link carried towards it, as the link counts them. */
    double receivedBitsPerSecond() {
        return bitsPerSecond(Counters.INTERFACE_RECEIVED_BYTES, Counters.INTERFACE_RECEIVED_FRAMES);
    }

    /** Bits a second that its link carried from it. */
    double sentBitsPerSecond() {
        return bitsPerSecond(Counters.INTERFACE_SENT_BYTES, Counters.INTERFACE_SENT_FRAMES);
    }

    private double bitsPerSecond(String bytes, String frames) {
        long nanos = countedNanos() - silentNanos;
        return nanos <= 0
                ? 0
                : (counter(bytes) + (double) counter(frames) * frameGapBytes) * BITS_PER_BYTE * 1e9 / nanos;
    }

    /** Bytes that waited in the receive queues of its sockets, on average; empty where the system does not tell. */
    OptionalDouble receiveQueueBytes() {
        return mean(Counters.RECEIVE_QUEUE_BYTES);
    }

    /** Bytes that waited in the send queues of its sockets, on average; empty where the system does not tell. */
    OptionalDouble sendQueueBytes() {
        return mean(Counters.SEND_QUEUE_BYTES);
    }

    private OptionalDouble mean(String sum) {
        long samples = counter(Counters.QUEUE_SAMPLES);
        return samples == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) counter(sum) / samples);
    }
}
