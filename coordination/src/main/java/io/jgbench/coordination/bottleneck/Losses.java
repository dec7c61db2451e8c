package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is lost at one member's link, or on the way from it. */
record Losses(RunLoad run) {
    /** Nothing passes an interface without a carrier, and a link takes seconds to come up again. */
    Optional<Bottleneck> lostCarrier() {
        List<MemberLoad> without = run.members().stream()
                .filter(member -> member.counter(Counters.CARRIER_LOSSES) > 0)
                .toList();
        return without.isEmpty()
                ? Optional.empty()
                : Optional.of(Bottleneck.fault(
                        BottleneckType.LOSS,
                        names(without),
                        String.format(
                                Locale.ROOT,
                                "The interface of %s lost its carrier while members were measured, %,d times: nothing"
                                        + " passed until it was back. Look at its cable, its transceivers and the"
                                        + " switch's port.",
                                names(without),
                                without.stream()
                                        .mapToLong(member -> member.counter(Counters.CARRIER_LOSSES))
                                        .sum())));
    }

    /** Several miss what one of them sent, and it misses nothing: it was lost before their ways part. */
    Optional<Bottleneck> lossFromOne() {
        long losing = run.members().stream()
                .filter(member -> run.lostShare(member) >= LossBounds.LOST)
                .count();
        return run.members().stream()
                .max(Comparator.comparingLong(run::resent))
                .filter(member -> losing > 1 && run.lostShare(member) < LossBounds.LOST && resentMostOfAll(member))
                .map(member -> Bottleneck.fault(
                        BottleneckType.LOSS,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "%d members missed up to %s of what they were sent, and %s made %s of all"
                                        + " retransmissions but missed %s itself. The loss is on the way from it. %s.",
                                losing,
                                percent(run.largestLostShareOfOthers(member)),
                                member.name(),
                                percent((double) run.resent(member) / run.resentByAll()),
                                percent(run.lostShare(member)),
                                SendDrops.thatExplainWhatItResent(member, run)
                                        .map(SendDrops::remedy)
                                        .orElse("Look at its link"))));
    }

    private boolean resentMostOfAll(MemberLoad member) {
        long all = run.resentByAll();
        return all > 0 && run.resent(member) >= LossBounds.RESENT_BY_ONE * all;
    }
}
