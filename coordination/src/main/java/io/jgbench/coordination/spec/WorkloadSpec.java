package io.jgbench.coordination.spec;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * What is sent and measured.
 *
 * @implSpec a record of the workload's own package that bears its type's label as
 *     {@link com.fasterxml.jackson.annotation.JsonTypeName}
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface WorkloadSpec {

    /** The largest message of any workload: 16 MiB. A transport may allow less. */
    int MAX_MESSAGE_SIZE_BYTES = 16 * 1024 * 1024;

    /** Which workload it is. */
    WorkloadSettings.Type workloadType();

    /** What is done before the measured part. */
    Warmup warmup();

    /** How many of the members send; members 0 to {@code senders - 1} do. */
    int senders(int members);

    /**
     * Whether a member sends: one of the senders that has somebody to send to.
     *
     * @param member its index
     */
    default boolean sends(int member, int members) {
        return member < senders(members);
    }

    /**
     * Whether units of work reach a member, so that what has arrived at it is told apart from what it has sent.
     *
     * @param member its index
     */
    default boolean receives(int member, int members) {
        return true;
    }

    /** The size of the largest message in bytes, as handed to the transport. */
    int largestMessageBytes();

    /** The same of those that are counted. */
    default int largestCountedBytes() {
        return largestMessageBytes();
    }

    /** The mean size of those that are counted, in bytes. */
    default int meanCountedBytes() {
        return largestCountedBytes();
    }

    /** The socket that each member has for this workload alone; empty where it has none, or its port is not known. */
    default Optional<WorkloadSocket> ownSocket() {
        return Optional.empty();
    }

    /** What is counted, in the plural and for a sentence: "messages". */
    String unitOfWork();

    /**
     * How long the measured part lasts where its time ends it, counted by each member from its start; empty where its
     * units of work do.
     */
    Optional<Duration> measuredFor();

    /** Units of work a second that are asked for of a sender; empty where it is to do what it can. */
    default Optional<Integer> unitsPerSecond() {
        return Optional.empty();
    }

    /** How long the measured part takes at the least, however fast the members are. */
    default Duration leastMeasured() {
        return measuredFor().orElse(Duration.ZERO);
    }

    /** How long the warm-up takes at the least, however fast the members are. */
    default Duration leastWarmup() {
        return switch (warmup()) {
            case Warmup.Steady steady -> steady.shortest();
            case Warmup.Fixed(long units) -> atRequestedRate(units);
        };
    }

    /** How long a number of units takes at the rate that is asked for; zero where none is. */
    default Duration atRequestedRate(long units) {
        return unitsPerSecond().map(rate -> Duration.ofSeconds(units / rate)).orElse(Duration.ZERO);
    }

    /** Whether all members receive the same, so that none can be faster than the others for long. */
    default boolean deliversTheSameToAll() {
        return false;
    }

    /**
     * Whether senders wait for the answers to what they sent before they send more, so that a longer way lets them send
     * less.
     */
    default boolean waitsForAnswers() {
        return false;
    }

    /** Whether threads of members look for what they wait for again and again, instead of sleeping. */
    default boolean spins() {
        return false;
    }

    /**
     * Whether a report of a member that is not done tells what will never arrive; not where it counts all as missing
     * that was yet to be sent.
     */
    default boolean knowsLossBeforeItsEnd() {
        return true;
    }

    /** Whether the rate changes by itself alone; a search for the best one changes it by intention. */
    default boolean hasEvenRate() {
        return true;
    }

    /**
     * The longest time in which a run of this workload may do no unit of work although nothing is wrong: where units
     * are asked for so seldom, take so long, or may be lost and are waited for. Zero where some member always does
     * some.
     */
    Duration longestPause();

    /** The same over a transport that delivers everything, so that nobody waits for what was lost. */
    default Duration longestPauseWithoutLoss() {
        return longestPause();
    }

    /**
     * Checks what depends on how many members there are.
     *
     * @throws IllegalArgumentException if this number of members cannot run it, with one sentence
     */
    default void checkMembers(int members) {}
}
