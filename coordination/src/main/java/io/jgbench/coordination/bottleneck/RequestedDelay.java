package io.jgbench.coordination.bottleneck;

import io.jgbench.api.v1alpha1.BottleneckType;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether members had no time for more messages as they were asked to spend some with each. A stack hands the messages
 * of one sender over one after the other, those of different senders side by side.
 */
record RequestedDelay(RunLoad run) {
    /** The rest of the time goes to what a message costs, and to sleeps that end late. */
    private static final double TAKES_ALL = 0.9;

    private static final double NANOS_PER_MILLI = Duration.ofMillis(1).toNanos();

    Optional<Bottleneck> holdsTheRate() {
        return run.members().stream()
                .max(Comparator.comparingDouble(this::share))
                .filter(member -> share(member) >= TAKES_ALL)
                .map(member -> Bottleneck.limit(
                        BottleneckType.RECEIVER,
                        Optional.empty(),
                        String.format(
                                Locale.ROOT,
                                "multicast.processingDelay has each member spend %,.3f ms with a message, which took"
                                        + " %s of the time between two messages of a sender. With a shorter delay the"
                                        + " rate would be higher.",
                                member.processingNanos() / NANOS_PER_MILLI,
                                BottleneckRule.percent(Math.min(1, share(member))))));
    }

    private double share(MemberLoad member) {
        long senders = run.members().stream().filter(MemberLoad::sender).count();
        return senders == 0 || member.measuredNanos() <= 0
                ? 0
                : (double) member.receivedMessages() / senders * member.processingNanos() / member.measuredNanos();
    }
}
