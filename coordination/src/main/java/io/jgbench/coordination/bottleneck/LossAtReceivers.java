package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.pairs.LossPlace;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Loss at one receiver, or at several that lose for the same reason. */
final class LossAtReceivers {
    /** Part of the largest share lost. Members that lose this much lose for the same reason. */
    static final double ALIKE = 2.0 / 3;

    /** Part of the largest share lost. Members that lose less have no loss of their own. */
    static final double CLEAN = 1.0 / 5;

    private static final int SHARES_TOLD = 4;

    private final RunLoad run;
    private final Overruns overruns;

    LossAtReceivers(RunLoad run) {
        this.run = run;
        this.overruns = new Overruns(run);
    }

    /** Loss at one receiver, or at several that lose about as much. */
    Optional<Bottleneck> loss() {
        return mostLosing().map(most -> {
            List<MemberLoad> losing = losing(most);
            return losing.size() == 1 ? lossAt(most) : lossOfSeveral(most, losing);
        });
    }

    /**
     * The links of several, each of which loses what several members send, while others get all of that. As where they
     * are slow: one of them may also fill its own member's sockets, and the other one does not. Over a transport that
     * repairs nothing a member whose sockets dropped what it never got has a cause of its own, see {@link Overruns}. Of
     * TCP segments nothing is said here, as TCP finds the rate of any slow link by losing on it.
     */
    Optional<Bottleneck> lossOnTheWaysIntoSeveral() {
        return mostLosing().flatMap(most -> {
            List<MemberLoad> losing = losing(most);
            return losing.size() > 1
                            && isOnSeveralWays()
                            && losing.stream().allMatch(LossAtReceivers::losesBeforeItsSockets)
                            && missMessagesOfSeveral(losing)
                            && !isLostBeforeWaysPart()
                            && nearlyFullLinks(most, losing).isEmpty()
                    ? lossAtEach(most, losing)
                    : Optional.empty();
        });
    }

    private boolean isOnSeveralWays() {
        return run.pairs()
                .losses()
                .filter(place -> place.way() == LossPlace.Way.SEVERAL)
                .isPresent();
    }

    private boolean missMessagesOfSeveral(List<MemberLoad> members) {
        return run.pairs()
                .missMessagesOfSeveral(members.stream().map(MemberLoad::name).toList());
    }

    private static boolean losesBeforeItsSockets(MemberLoad member) {
        return member.losses().switchPortDrops() == 0 && !Overruns.neverGotWhatItsSocketsDropped(member);
    }

    /** Whatever all miss of a sender may make some of them lose more than that. */
    private boolean isLostBeforeWaysPart() {
        return !run.pairs().messagesMissedByAll(LossPlace.LEAST_SHARE).isEmpty()
                || new Losses(run).lossFromOne().isPresent();
    }

    private Optional<MemberLoad> mostLosing() {
        return run.members().stream()
                .max(Comparator.comparingDouble(run::lostShare))
                .filter(member -> run.lostShare(member) >= LossBounds.LOST && !overruns.isOverrun(member));
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
                .filter(member ->
                        run.lostShare(member) >= Math.max(LossBounds.LOST, share) && !overruns.isOverrun(member))
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
                member.losses().missingShare() < LossBounds.LOST || hasOtherReceivers(member),
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

    /** If a member is cut off in both directions, the others miss its messages too: a part of what each receives. */
    private boolean hasOtherReceivers(MemberLoad member) {
        return run.others(member).anyMatch(MemberLoad::receiver);
    }

    /** Similar losses of several members come from full links, from the link of each, or from what they share. */
    private Bottleneck lossOfSeveral(MemberLoad most, List<MemberLoad> alike) {
        return nearlyFullLinks(most, alike).or(() -> lossAtEach(most, alike)).orElseGet(() -> lossBetween(most, alike));
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

    private Bottleneck lossBetween(MemberLoad most, List<MemberLoad> alike) {
        return new Bottleneck(
                BottleneckType.LOSS,
                Optional.of(names(alike)),
                most.losses().missingShare() < LossBounds.LOST,
                String.format(
                        Locale.ROOT,
                        "%s of the messages or TCP segments to %s %s, and %s. %d more members missed at least two"
                                + " thirds of that share. The loss is %s.",
                        percent(run.lostShare(most)),
                        most.name(),
                        whatHappened(most),
                        whoRepairs(most),
                        alike.size() - 1,
                        whereBetween(alike, most)));
    }

    private static String whereBetween(List<MemberLoad> alike, MemberLoad most) {
        return alike.stream().allMatch(DropPlace::isSeenAt)
                ? "at each of them. Of " + most.name() + ": " + DropPlace.remedy(most)
                : "between members, not at one of them. Look at what they share: the switch and its buffers, which a"
                        + " smaller flow-control window fills less";
    }

    private static String whatHappened(MemberLoad member) {
        return member.losses().neverArrived() > 0 ? "did not arrive" : "did not arrive at first";
    }

    private static String whoRepairs(MemberLoad member) {
        return member.losses().neverArrived() > 0 ? "nothing sends them again" : "senders waited for them";
    }
}
