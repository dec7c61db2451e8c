package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.pairs.LossPlace;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the stack or the host of a sender drops before the link. Members then wait until it has been sent again. */
record SenderQueues(RunLoad run) {

    /** Of one sender, or of several. */
    Optional<Bottleneck> loss() {
        return new LossOnOneWay(run)
                .inTheSendersOwnQueue()
                .or(this::lossAtSeveralSenders)
                .or(this::lossThatFillsMemoryForFragments);
    }

    /** As where small messages fill the queues of all bundlers: no way stands out. */
    private Optional<Bottleneck> lossAtSeveralSenders() {
        List<SendDrops> dropping = run.members().stream()
                .filter(member -> run.resent(member) > 0)
                .flatMap(member -> SendDrops.thatExplainWhatItResent(member, run).stream())
                .toList();
        List<MemberLoad> senders = dropping.stream().map(SendDrops::member).toList();
        long resent = senders.stream().mapToLong(run::resent).sum();
        double share = run.members().stream().mapToDouble(run::lostShare).max().orElse(0);
        return dropping.stream()
                .max(Comparator.comparingLong(drops -> run.resent(drops.member())))
                .filter(_ -> share >= LossBounds.LOST && resent >= LossBounds.RESENT_BY_ONE * run.resentByAll())
                .map(most -> Bottleneck.fault(
                        BottleneckType.LOSS,
                        names(senders),
                        String.format(
                                Locale.ROOT,
                                "Up to %s of what was sent to a member did not arrive at first, as %s dropped it"
                                        + " before the link, and senders waited until it was there. %s.",
                                percent(share),
                                names(senders),
                                most.remedy())));
    }

    /**
     * A kernel keeps an unfinished datagram for 30 s. Where a sender's queue drops fragments, such datagrams fill a
     * receiver's memory for fragments, and it may lose more of what others send than of what that sender sends.
     */
    private Optional<Bottleneck> lossThatFillsMemoryForFragments() {
        List<MemberLoad> losing = run.members().stream()
                .filter(member -> run.lostShare(member) >= LossBounds.LOST)
                .toList();
        return losing.isEmpty() || !losing.stream().allMatch(DropPlace::isAtReassembly)
                ? Optional.empty()
                : run.pairs().messagesMissedByAll(LossBounds.LOST).stream()
                        .filter(place ->
                                place.isEnoughToTell() && losing.stream().noneMatch(member -> isFrom(member, place)))
                        .max(Comparator.comparingDouble(LossPlace::share))
                        .flatMap(place ->
                                SendDrops.thatExplain(place, run).map(drops -> droppedFragments(place, drops, losing)));
    }

    private static boolean isFrom(MemberLoad member, LossPlace place) {
        return place.from().filter(member.name()::equals).isPresent();
    }

    private static Bottleneck droppedFragments(LossPlace place, SendDrops drops, List<MemberLoad> losing) {
        return Bottleneck.fault(
                BottleneckType.LOSS,
                drops.member().name(),
                String.format(
                        Locale.ROOT,
                        "%s were lost %s, %s; on all other ways %s. Senders waited until they had been sent again. %s."
                                + " Datagrams of which a part is missing fill a kernel's memory for fragments: that of"
                                + " %s could not put %,d together.",
                        place.amount(),
                        place.where(),
                        place.otherEnds().orElseThrow(),
                        percent(place.elsewhere()),
                        drops.remedy(),
                        names(losing),
                        losing.stream()
                                .mapToLong(member -> member.counter(Counters.IP_REASSEMBLY_FAILURES))
                                .sum()));
    }
}
