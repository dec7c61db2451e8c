package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.BottleneckRule.megabits;
import static io.jgbench.coordination.bottleneck.BottleneckRule.names;
import static io.jgbench.coordination.bottleneck.BottleneckRule.percent;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.pairs.LossPlace;
import io.jgbench.coordination.protocol.Counters;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Links that are full, and what was lost on them. */
record NetworkCauses(RunLoad run) {
    /** A link that carries so much of its line rate is full: the start and the end are counted as well. */
    static final double FULL = 0.85;

    /** Beside losses at the queue before it. */
    static final double NEARLY_FULL = 0.6;

    /** Of all that was sent again: who sent so much of it has the link that loses. */
    static final double RESENT_BY_ONE = 0.8;

    /** Of a receiver's messages or segments; a healthy cluster shows a tenth of it. */
    static final double LOST = 0.005;

    /** Of what one member sent to one other: little enough for chance to be more than of a whole receiver. */
    static final double LOST_BETWEEN_TWO = 0.01;

    /** Members that lose so much of what the one loses that loses most lose for the same reason. */
    static final double ALIKE = 2.0 / 3;

    /** Of what one member on a host loses: where its neighbours lose less, it is not the host. */
    static final double ALONE = 0.25;

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

    Optional<Bottleneck> wire() {
        List<Direction> full = run.members().stream()
                .flatMap(NetworkCauses::fullest)
                .filter(direction -> direction.share() >= FULL)
                .toList();
        return full.stream()
                .max(Comparator.comparingDouble(Direction::share))
                .map(fullest -> Bottleneck.limit(
                        BottleneckType.WIRE,
                        Optional.of(names(full.stream().map(Direction::member).toList())),
                        String.format(
                                Locale.ROOT,
                                "The link %s %s carried %s, %s of its %s%s: it is the wire. A faster link, or"
                                        + " fewer bytes on it, would give a higher rate.",
                                fullest.way(),
                                fullest.member().name(),
                                megabits(fullest.bitsPerSecond()),
                                percent(fullest.share()),
                                megabits(fullest.lineRate()),
                                full.size() > 1
                                        ? String.format(Locale.ROOT, ", and %d more links are as full", full.size() - 1)
                                        : "")));
    }

    /** A link whose queue overflows is full at times, as TCP finds a link's rate by losing on it. */
    Optional<Bottleneck> overflowingQueue() {
        return run.members().stream()
                .flatMap(NetworkCauses::fullest)
                .filter(direction -> direction.share() >= NEARLY_FULL
                        // the switch says that it dropped, so that segments out of order were lost
                        && direction.member().lostShare(Long.MAX_VALUE) >= LOST
                        && direction.member().counter(Counters.SWITCH_PORT_DROPS) > 0)
                .max(Comparator.comparingDouble(Direction::share))
                .map(direction -> Bottleneck.limit(
                        BottleneckType.WIRE,
                        Optional.of(direction.member().name()),
                        String.format(
                                Locale.ROOT,
                                "The link %s %s carried %s, %s of its %s, and its queue overflowed: the switch dropped"
                                        + " %,d frames. It is the wire. A faster link, or a deeper queue, would give a"
                                        + " higher rate.",
                                direction.way(),
                                direction.member().name(),
                                megabits(direction.bitsPerSecond()),
                                percent(direction.share()),
                                megabits(direction.lineRate()),
                                direction.member().counter(Counters.SWITCH_PORT_DROPS))));
    }

    /** What nobody read in time, and nothing sends again: more than the host, or the receiver, could take. */
    Optional<Bottleneck> overrun() {
        return run.members().stream()
                .max(Comparator.comparingDouble(MemberLoad::missingShare))
                .filter(NetworkCauses::neverGotWhatItsSocketsDropped)
                .map(member -> losesAlone(member)
                        ? overrun(member)
                        : new HostCauses(run.members())
                                .cpu(HostCauses.IDLE_WHERE_OVERRUN)
                                .orElseGet(() -> overrun(member)));
    }

    private Bottleneck overrun(MemberLoad member) {
        return new Bottleneck(
                BottleneckType.RECEIVER,
                Optional.of(member.name()),
                losesMoreThanOthers(member),
                String.format(
                        Locale.ROOT,
                        "%s of what was sent to %s is missing (of the others %s or less), and its kernel dropped %,d"
                                + " datagrams as the receive buffer was full: it is the receiver. Send less, or give it"
                                + " cores and a larger receive buffer.",
                        percent(member.missingShare()),
                        member.name(),
                        percent(others(member)),
                        member.socketDrops()));
    }

    private static boolean neverGotWhatItsSocketsDropped(MemberLoad member) {
        return member.missingShare() >= LOST && member.socketDrops() > 0;
    }

    /**
     * A receiver that gets late what was lost sends late as well, so that its own sockets fill as those before a slow
     * link do. A queue that overflows before it is another cause.
     */
    Optional<Bottleneck> lossOnTheWayInto() {
        return lossOnOneWay(place -> run.members().stream()
                .anyMatch(member -> place.to().filter(member.name()::equals).isPresent()
                        && member.counter(Counters.SWITCH_PORT_DROPS) == 0));
    }

    /** What the receivers missed, and what TCP sent again, is known of each way: nearly all was lost on one. */
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
                                .noneMatch(member -> isOverrun(member) || neverGotWhatItsSocketsDropped(member)))
                .map(place -> Bottleneck.fault(
                        BottleneckType.LOSS,
                        place.member().orElseThrow(),
                        String.format(
                                Locale.ROOT,
                                "%s were lost %s%s; on all other ways %s. %s: it is loss on that way. %s.",
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
        return place.to().stream()
                .flatMap(receiver ->
                        run.members().stream().filter(member -> member.name().equals(receiver)))
                .map(NetworkCauses::remedy)
                .findFirst()
                .orElseGet(() -> "Look at the link of " + place.from().orElseThrow()
                        + " and what stands behind it: cable, switch and firewall");
    }

    /** Several miss what one of them sent, and it misses nothing: it was lost before their ways part. */
    Optional<Bottleneck> lossFromOne() {
        long all = run.members().stream().mapToLong(MemberLoad::resent).sum();
        long losing = run.members().stream()
                .filter(member -> lostShare(member) >= LOST)
                .count();
        return run.members().stream()
                .max(Comparator.comparingLong(MemberLoad::resent))
                .filter(member ->
                        losing > 1 && lostShare(member) < LOST && member.resent() >= RESENT_BY_ONE * all && all > 0)
                .map(member -> Bottleneck.fault(
                        BottleneckType.LOSS,
                        member.name(),
                        String.format(
                                Locale.ROOT,
                                "%d members missed up to %s of what they were sent, and %s made %s of all"
                                        + " retransmissions but missed %s itself: it is loss on the way from it. Look"
                                        + " at its link.",
                                losing,
                                percent(others(member)),
                                member.name(),
                                percent((double) member.resent() / all),
                                percent(lostShare(member)))));
    }

    Optional<Bottleneck> loss() {
        Optional<MemberLoad> most = run.members().stream()
                .max(Comparator.comparingDouble(this::lostShare))
                .filter(member -> lostShare(member) >= LOST && !isOverrun(member));
        return most.flatMap(member -> {
            List<MemberLoad> alike = run.members().stream()
                    .filter(other -> lostShare(other) >= Math.max(LOST, ALIKE * lostShare(member)) && !isOverrun(other))
                    .toList();
            return alike.size() == 1 ? Optional.of(lossAt(member)) : lossOfSeveral(member, alike);
        });
    }

    private Bottleneck lossAt(MemberLoad member) {
        return new Bottleneck(
                BottleneckType.LOSS,
                Optional.of(member.name()),
                member.missingShare() < LOST || hasOtherReceivers(member),
                String.format(
                        Locale.ROOT,
                        "%s of what was sent to %s did not arrive, or not at first (of the others %s or less), and %s:"
                                + " it is loss on the way to it. %s.",
                        percent(lostShare(member)),
                        member.name(),
                        percent(others(member)),
                        whoRepairs(member),
                        remedy(member)));
    }

    /** What several miss alike was lost at what they share, or at links that are all full. */
    private Optional<Bottleneck> lossOfSeveral(MemberLoad most, List<MemberLoad> alike) {
        List<Direction> full = alike.stream()
                .flatMap(NetworkCauses::fullest)
                .filter(direction -> direction.share() >= NEARLY_FULL)
                .toList();
        if (full.size() == alike.size()) {
            return full.stream()
                    .min(Comparator.comparingDouble(Direction::share))
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
                                    percent(lostShare(most)))));
        }
        return Optional.of(new Bottleneck(
                BottleneckType.LOSS,
                Optional.of(names(alike)),
                most.missingShare() < LOST,
                String.format(
                        Locale.ROOT,
                        "%s of what was sent to %s did not arrive, or not at first, and %s. %d more members missed at"
                                + " least two thirds of that share: it is loss between members, not at one of them."
                                + " %s.",
                        percent(lostShare(most)),
                        most.name(),
                        whoRepairs(most),
                        alike.size() - 1,
                        remedyOfSeveral(alike, most))));
    }

    private static String whoRepairs(MemberLoad member) {
        return member.lostMessages() > 0 ? "nothing sends it again" : "senders waited until it was there";
    }

    private static String remedyOfSeveral(List<MemberLoad> alike, MemberLoad most) {
        return alike.stream().allMatch(NetworkCauses::sawDrops)
                ? remedy(most)
                : "Look at what they share: the switch and its buffers, which a smaller flow-control window fills less";
    }

    /** Whether its own host or its port says where it was. */
    private static boolean sawDrops(MemberLoad member) {
        return Arrays.stream(DropPlace.values()).anyMatch(place -> place.drops(member) > 0);
    }

    private double lostShare(MemberLoad member) {
        return member.lostShare(run.members().stream()
                .filter(other -> !other.equals(member))
                .mapToLong(other -> other.counter(Counters.TCP_RETRANSMITTED_SEGMENTS))
                .sum());
    }

    /**
     * The kernel drops at a member's sockets where the host's CPUs do not come round to it: the CPUs are the cause. Of
     * several members on a host they would come round to none.
     */
    private boolean isOverrun(MemberLoad member) {
        var idle = member.idleShare();
        return member.socketDrops() > 0
                && idle.isPresent()
                && idle.getAsDouble() < HostCauses.IDLE
                && !losesAlone(member);
    }

    private boolean losesAlone(MemberLoad member) {
        return losesMoreThan(member, other -> other.host().equals(member.host()));
    }

    /** One that is cut off both ways is missed by the others, too, each in a part of what it gets. */
    private boolean hasOtherReceivers(MemberLoad member) {
        return run.members().stream().anyMatch(other -> !other.equals(member) && other.isReceiver());
    }

    private boolean losesMoreThanOthers(MemberLoad member) {
        return losesMoreThan(member, MemberLoad::isReceiver);
    }

    /** False where none of these is sent anything, so that there is nobody to compare it with. */
    private boolean losesMoreThan(MemberLoad member, Predicate<MemberLoad> which) {
        List<MemberLoad> others = run.members().stream()
                .filter(other -> !other.equals(member) && which.test(other))
                .toList();
        return !others.isEmpty() && others.stream().allMatch(other -> lostShare(other) < ALONE * lostShare(member));
    }

    private static String remedy(MemberLoad member) {
        Optional<String> seen = Arrays.stream(DropPlace.values())
                .filter(place -> place.drops(member) > 0)
                .findFirst()
                .map(place -> place.remedy(member));
        return seen.orElseGet(() -> remedyElsewhere(member));
    }

    private static String remedyElsewhere(MemberLoad member) {
        String elsewhere =
                "Neither its sockets nor its interface dropped that much: look at cable, switch and firewall";
        return member.receivedBitsPerSecond() > 0
                ? elsewhere + ", and at the speed of its link, which carried "
                        + megabits(member.receivedBitsPerSecond()) + " to it"
                : elsewhere;
    }

    private double others(MemberLoad most) {
        return run.members().stream()
                .filter(member -> !member.equals(most))
                .mapToDouble(this::lostShare)
                .max()
                .orElse(0);
    }

    /** The direction of a member's link that carried more; none where its line rate is not known. */
    private static Stream<Direction> fullest(MemberLoad member) {
        return member.lineRateBitsPerSecond().stream()
                .map(rate -> member.receivedBitsPerSecond() >= member.sentBitsPerSecond()
                        ? new Direction(member, "to", member.receivedBitsPerSecond(), rate)
                        : new Direction(member, "from", member.sentBitsPerSecond(), rate));
    }

    private record Direction(MemberLoad member, String way, double bitsPerSecond, double lineRate) {
        private double share() {
            return bitsPerSecond / lineRate;
        }
    }

    /** Where a member's host or its switch port counts what it drops of what is sent to it, the likeliest first. */
    private enum DropPlace {
        SOCKETS(
                Counters.UDP_RECEIVE_BUFFER_DROPS,
                "Its sockets' receive buffers were full %,d times: give them more room (net.core.rmem_max)"),
        SWITCH_PORT(
                Counters.SWITCH_PORT_DROPS,
                "The switch dropped %,d frames before its port: use a smaller flow-control window"),
        RINGS(
                Counters.INTERFACE_RECEIVE_MISSED,
                "Its interface missed %,d frames, as nobody fetched them in time: give it larger rings (ethtool -G),"
                        + " more queues, or CPUs for its interrupts"),
        WIRE(
                Counters.INTERFACE_RECEIVE_ERRORS,
                "Its interface received %,d damaged frames: look at cable, transceivers and duplex"),
        REASSEMBLY(
                Counters.IP_REASSEMBLY_FAILURES,
                "Its kernel could not put %,d datagrams together: fragments are lost on the way, or"
                        + " net.ipv4.ipfrag_high_thresh is too small");

        private final String counter;
        private final String sentence;

        DropPlace(String counter, String sentence) {
            this.counter = counter;
            this.sentence = sentence;
        }

        private long drops(MemberLoad member) {
            return this == SOCKETS ? member.socketDrops() : member.counter(counter);
        }

        private String remedy(MemberLoad member) {
            return String.format(Locale.ROOT, sentence, drops(member));
        }
    }
}
