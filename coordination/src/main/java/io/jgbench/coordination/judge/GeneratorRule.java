package io.jgbench.coordination.judge;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.Named;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.words.Numbers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Whether latencies of an open loop are those of its generator and not of the stack: they count from when a unit was
 * due, so what a member wakes up late is in them.
 */
public final class GeneratorRule {
    /** With less the latency is mostly the stack's. */
    static final double LEAST_SHARE = 0.25;

    /** Twice the time by which the kernel may wake a sleeping thread late as a matter of course (its timer slack). */
    static final long LEAST_MICROS = 100;

    private GeneratorRule() {}

    /**
     * A member that was asked for a rate.
     *
     * @param name its name
     * @param openLoop how it kept that
     */
    public record Generator(String name, OpenLoopReport openLoop) implements Named {}

    /**
     * What to say of members whose own lateness is a large part of the latency; empty where it is not, or nothing was
     * timed.
     *
     * @param type what they did
     * @param members those that were asked for a rate
     * @param latency that of the run, counted from when a unit was due
     */
    public static Optional<Finding> finding(
            WorkloadSettings.Type type, List<Generator> members, Optional<Latency> latency) {
        return evidence(members, latency).map(found -> Finding.Reason.GENERATOR_LATE.found(type, found));
    }

    private static Optional<String> evidence(List<Generator> members, Optional<Latency> latency) {
        return latency.flatMap(known -> Wording.where(
                        members, member -> isLate(member, known), member -> millis(ownP99Micros(member)))
                .map(where -> ("Sending threads were late by their own delay, not by the stack's. The p99 of their own"
                                + " delay: %s. Latencies count from when a message or request was due; their p99 is"
                                + " %s.")
                        .formatted(where, millis(known.p99Micros()))));
    }

    /**
     * The same where nothing is timed but how units go matters: what is due while a member is late goes at once after
     * that, and a burst loses more than the rate would.
     *
     * @param late from how late on
     */
    public static Optional<String> evidenceOfBursts(List<Generator> members, Duration late) {
        long lateMicros = TimeUnit.NANOSECONDS.toMicros(late.toNanos());
        return Wording.where(
                        members, member -> ownP99Micros(member) >= lateMicros, member -> millis(ownP99Micros(member)))
                .map(where -> ("Sending threads were late by their own delay, not by the kernel's. The p99 of their"
                                + " own delay: %s. Packets that became due meanwhile were sent faster than the"
                                + " rate asks for.")
                        .formatted(where));
    }

    private static boolean isLate(Generator member, Latency latency) {
        long own = ownP99Micros(member);
        return own >= LEAST_MICROS && own >= latency.p99Micros() * LEAST_SHARE;
    }

    private static long ownP99Micros(Generator member) {
        return SendLateness.of(List.of(member.openLoop()))
                .map(late -> late.generator().p99Micros())
                .orElse(0L);
    }

    private static String millis(long micros) {
        return Numbers.millis(TimeUnit.MICROSECONDS.toNanos(micros));
    }
}
