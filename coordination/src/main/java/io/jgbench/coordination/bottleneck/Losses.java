package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.pairs.LossPlace;
import io.jgbench.coordination.protocol.Counters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What was lost on the way, and between whom. */
final class Losses {
    /** Share of a receiver's messages or segments. A healthy cluster loses a tenth of this. */
    static final double LOST = 0.005;

    /** Share of all retransmissions. A member that made this much of them has the link that loses. */
    static final double RESENT_BY_ONE = 0.8;

    /** Share of the data from one member to one other. Higher than {@link #LOST}, because chance varies more there. */
    static final double LOST_BETWEEN_TWO = 0.01;

    /** Part of the largest share lost. Members that lose this much lose for the same reason. */
    static final double ALIKE = 2.0 / 3;

    /** Part of the largest share lost. Members that lose less have no loss of their own. */
    static final double CLEAN = 1.0 / 5;

    private static final int SHARES_TOLD = 4;

    private final RunLoad run;
    private final Overruns overruns;

    Losses(RunLoad run) {
        this.run = run;
        this.overruns = new Overruns(run);
    }

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

    /** Loss because the stack or the host of one or several senders dropped messages. Members then wait for these. */
    Optional<Bottleneck> lossInTheirOwnQueues() {
        return lossOnOneWay(place -> droppedBySender(place).isPresent()).or(this::lossOfSeveralInTheirOwnQueues);
    }

    private Optional<SendDrops> droppedBySender(LossPlace place) {
        int receivers = place.to().isPresent() ? 1 : run.members().size() - 1;
        return place.from().flatMap(run::member).flatMap(from -> SendDrops.thatExplain(from, place.lost(), receivers));
    }

    private Optional<SendDrops> droppedBy(MemberLoad sender) {
        return SendDrops.thatExplain(sender, run.resent(sender), run.members().size() - 1);
    }

    /** As where small messages fill the queues of all bundlers: no way stands out. */
    private Optional<Bottleneck> lossOfSeveralInTheirOwnQueues() {
        long all = run.members().stream().mapToLong(run::resent).sum();
        List<SendDrops> dropping = run.members().stream()
                .filter(member -> run.resent(member) > 0)
                .flatMap(member -> droppedBy(member).stream())
                .toList();
        List<MemberLoad> senders = dropping.stream().map(SendDrops::member).toList();
        double share = run.members().stream().mapToDouble(run::lostShare).max().orElse(0);
        return dropping.stream()
                .max(Comparator.comparingLong(drops -> run.resent(drops.member())))
                .filter(_ ->
                        share >= LOST && senders.stream().mapToLong(run::resent).sum() >= RESENT_BY_ONE * all)
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
     * A receiver that gets late what was lost sends late as well, so that its own sockets fill as those before a slow
     * link do. A queue that overflows before it is another cause.
     */
    Optional<Bottleneck> lossOnTheWayInto() {
        return lossOnOneWay(place -> place.to()
                .flatMap(run::member)
                .filter(member -> member.switchPortDrops() == 0)
                .isPresent());
    }

    /** Losses are counted for each pair of members, and nearly all are on one way. */
    Optional<Bottleneck> lossOnOneWay() {
        return lossOnOneWay(_ -> true);
    }

    private Optional<Bottleneck> lossOnOneWay(Predicate<LossPlace> which) {
        return run.pairs()
                .losses()
                .filter(which)
                .filter(place -> place.way() != LossPlace.Way.SEVERAL
                        && place.isEnoughToTell()
                        && place.share() >= (place.way() == LossPlace.Way.BETWEEN ? LOST_BETWEEN_TWO : LOST)
                        && run.members().stream()
                                .filter(member -> place.concerns(member.name()))
                                .noneMatch(member ->
                                        overruns.isOverrun(member) || Overruns.neverGotWhatItsSocketsDropped(member)))
                .map(place -> Bottleneck.fault(
                        BottleneckType.LOSS,
                        place.member().orElseThrow(),
                        String.format(
                                Locale.ROOT,
                                "%s were lost %s%s; on all other ways %s. %s. The loss is on that way. %s.",
                                place.amount(),
                                place.where(),
                                place.otherEnds().map(ends -> ", " + ends).orElse(""),
                                percent(place.elsewhere()),
                                run.members().stream().anyMatch(member -> member.lostMessages() > 0)
                                        ? "Nothing sends them again"
                                        : "Senders waited until they had been sent again",
                                remedy(place))));
    }

    private String remedy(LossPlace place) {
        return droppedBySender(place)
                .map(SendDrops::remedy)
                .or(() -> place.to().flatMap(run::member).map(DropPlace::remedy))
                .orElseGet(() -> "Look at the link of " + place.from().orElseThrow()
                        + " and what stands behind it: cable, switch and firewall");
    }

    /** Several miss what one of them sent, and it misses nothing: it was lost before their ways part. */
    Optional<Bottleneck> lossFromOne() {
        long all = run.members().stream().mapToLong(run::resent).sum();
        long losing = run.members().stream()
                .filter(member -> run.lostShare(member) >= LOST)
                .count();
        return run.members().stream()
                .max(Comparator.comparingLong(run::resent))
                .filter(member -> losing > 1
                        && run.lostShare(member) < LOST
                        && run.resent(member) >= RESENT_BY_ONE * all
                        && all > 0)
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
                                percent((double) run.resent(member) / all),
                                percent(run.lostShare(member)),
                                droppedBy(member).map(SendDrops::remedy).orElse("Look at its link"))));
    }

    /** Loss at one receiver, or at several that lose about as much. */
    Optional<Bottleneck> loss() {
        Optional<MemberLoad> most = run.members().stream()
                .max(Comparator.comparingDouble(run::lostShare))
                .filter(member -> run.lostShare(member) >= LOST && !overruns.isOverrun(member));
        return most.map(member -> {
            List<MemberLoad> losing = losing(member);
            return losing.size() == 1 ? lossAt(member) : lossOfSeveral(member, losing);
        });
    }

    /** The members that lose clearly more than the rest. If no clean member is left, those that lose about as much. */
    private List<MemberLoad> losing(MemberLoad most) {
        List<MemberLoad> apart = missingAtLeast(CLEAN * run.lostShare(most));
        double least = apart.stream().mapToDouble(run::lostShare).min().orElse(0);
        List<MemberLoad> rest = run.members().stream()
                .filter(member -> member.receiver() && !apart.contains(member))
                .toList();
        return isEnoughToCompareWith(rest.size())
                        && rest.stream().allMatch(member -> run.lostShare(member) < CLEAN * least)
                ? apart
                : missingAtLeast(ALIKE * run.lostShare(most));
    }

    private List<MemberLoad> missingAtLeast(double share) {
        return run.members().stream()
                .filter(member -> run.lostShare(member) >= Math.max(LOST, share) && !overruns.isOverrun(member))
                .toList();
    }

    /** A single clean member may be the sender whose messages the others miss, unless losses are known by pair. */
    private boolean isEnoughToCompareWith(long cleanMembers) {
        return cleanMembers > 1 || (cleanMembers == 1 && run.pairs().knowsLosses());
    }

    private Bottleneck lossAt(MemberLoad member) {
        return new Bottleneck(
                BottleneckType.LOSS,
                Optional.of(member.name()),
                member.missingShare() < LOST || hasOtherReceivers(member),
                String.format(
                        Locale.ROOT,
                        "%s of the messages or TCP segments to %s %s (others: at most %s), and %s. The loss is on the"
                                + " way to %s. %s.",
                        percent(run.lostShare(member)),
                        member.name(),
                        whatHappened(member),
                        percent(run.largestLostShareOfOthers(member)),
                        whoRepairs(member),
                        member.name(),
                        DropPlace.remedy(member)));
    }

    /** Similar losses of several members come from full links, from the link of each, or from what they share. */
    private Bottleneck lossOfSeveral(MemberLoad most, List<MemberLoad> alike) {
        return nearlyFullLinks(most, alike).or(() -> lossAtEach(most, alike)).orElseGet(() -> lossBetween(most, alike));
    }

    /** Clean members use the same switch, so the switch is not the cause. */
    private Optional<Bottleneck> lossAtEach(MemberLoad most, List<MemberLoad> alike) {
        long clean = run.members().stream()
                .filter(member -> member.receiver() && run.lostShare(member) < CLEAN * run.lostShare(most))
                .count();
        if (!isEnoughToCompareWith(clean)) {
            return Optional.empty();
        }
        return Optional.of(Bottleneck.fault(
                BottleneckType.LOSS,
                names(alike),
                String.format(
                        Locale.ROOT,
                        "Some messages or TCP segments to %d members %s (%s), and %s. %d of the others missed less than"
                                + " a fifth of that. So each of the %d members loses at its own link. %s.",
                        alike.size(),
                        whatHappened(most),
                        shares(alike),
                        whoRepairs(most),
                        clean,
                        alike.size(),
                        remedyOfEach(alike, most))));
    }

    private String shares(List<MemberLoad> members) {
        String told = members.stream()
                .limit(SHARES_TOLD)
                .map(member -> member.name() + " " + percent(run.lostShare(member)))
                .collect(Collectors.joining(", "));
        return members.size() <= SHARES_TOLD ? told : told + " and " + (members.size() - SHARES_TOLD) + " more";
    }

    private static String remedyOfEach(List<MemberLoad> alike, MemberLoad most) {
        return alike.stream().allMatch(DropPlace::isSeenAt)
                ? "Of " + most.name() + ": " + DropPlace.remedy(most)
                : "Look at the cable, transceiver and switch port of each";
    }

    private Optional<Bottleneck> nearlyFullLinks(MemberLoad most, List<MemberLoad> alike) {
        List<FullLinks.Direction> full = alike.stream()
                .flatMap(FullLinks::inwards)
                .filter(direction -> direction.share() >= FullLinks.NEARLY_FULL)
                .toList();
        return full.stream()
                .filter(_ -> full.size() == alike.size())
                .min(Comparator.comparingDouble(FullLinks.Direction::share))
                .map(least -> Bottleneck.limit(
                        BottleneckType.WIRE,
                        Optional.of(names(alike)),
                        String.format(
                                Locale.ROOT,
                                "The links of %s carried %s or more of their %s, and up to %s of what was sent to"
                                        + " one of them did not arrive at first: it is the wire. A faster link, or"
                                        + " a smaller flow-control window, would lose less.",
                                names(alike),
                                percent(least.share()),
                                megabits(least.lineRate()),
                                percent(run.lostShare(most)))));
    }

    private Bottleneck lossBetween(MemberLoad most, List<MemberLoad> alike) {
        return new Bottleneck(
                BottleneckType.LOSS,
                Optional.of(names(alike)),
                most.missingShare() < LOST,
                String.format(
                        Locale.ROOT,
                        "%s of the messages or TCP segments to %s %s, and %s. %d more members missed at least two"
                                + " thirds of that share. The loss is %s.",
                        percent(run.lostShare(most)),
                        most.name(),
                        whatHappened(most),
                        whoRepairs(most),
                        alike.size() - 1,
                        remedyOfSeveral(alike, most)));
    }

    private static String whatHappened(MemberLoad member) {
        return member.lostMessages() > 0 ? "did not arrive" : "did not arrive at first";
    }

    private static String whoRepairs(MemberLoad member) {
        return member.lostMessages() > 0 ? "nothing sends them again" : "senders waited for them";
    }

    private static String remedyOfSeveral(List<MemberLoad> alike, MemberLoad most) {
        return alike.stream().allMatch(DropPlace::isSeenAt)
                ? "at each of them. Of " + most.name() + ": " + DropPlace.remedy(most)
                : "between members, not at one of them. Look at what they share: the switch and its buffers, which a"
                        + " smaller flow-control window fills less";
    }

    /** If a member is cut off in both directions, the others miss its messages too: a part of what each receives. */
    private boolean hasOtherReceivers(MemberLoad member) {
        return run.others(member).anyMatch(MemberLoad::receiver);
    }
}
