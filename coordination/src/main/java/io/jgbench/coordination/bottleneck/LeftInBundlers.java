package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Messages that JGroups' bundlers left in their queues while their threads slept, so that senders waited for credits of
 * messages which had not been sent.
 */
record LeftInBundlers(RunLoad run) {
    Optional<Bottleneck> bottleneck() {
        List<MemberLoad> members = run.members().stream()
                .filter(member -> share(member) >= Standstill.COSTS)
                .sorted(Comparator.comparingDouble(LeftInBundlers::share).reversed())
                .toList();
        return members.stream()
                .findFirst()
                .map(longest -> Bottleneck.fault(
                        BottleneckType.SENDER,
                        names(members),
                        String.format(
                                Locale.ROOT,
                                "The bundler of %s slept %s of the time while it had messages to send%s. Its single"
                                        + " thread takes a part of a queue at a time and leaves the rest until somebody"
                                        + " sends again. Have it take all (bundler.remove_queue_capacity as large as"
                                        + " bundler.capacity), or give each destination a thread"
                                        + " (bundler.use_single_sender_thread=\"false\").",
                                longest.name(),
                                percent(share(longest)),
                                members.size() == 1
                                        ? ""
                                        : ", those of " + (members.size() - 1) + " more " + percent(Standstill.COSTS)
                                                + " or more")));
    }

    private static double share(MemberLoad member) {
        return member.share(Counters.LEFT_IN_BUNDLER_NANOS);
    }
}
