package io.jgbench.coordination.bottleneck;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides what held a run at its rate, of what its members counted. {@link #causes()} has the causes in the order in
 * which they are looked at: one stands before those that are its effects, and before those whose evidence it would show
 * as well. The first one with evidence is the answer; with evidence for none it is {@link BottleneckType#UNKNOWN}. Each
 * bound has its reason in {@code docs/method/BOTTLENECK.md}, whose table has the same causes in the same order.
 */
public final class BottleneckRule {
    /** The start and the end are too large a part of less. */
    static final double LEAST_SECONDS = 1;

    /** What an open loop may fall behind without having missed its rate. */
    static final double RATE_KEPT = 0.95;

    /** The rest of a single caller's time goes to the call itself: 13 µs of 116 where a round trip takes 0.1 ms. */
    static final double WAITS_ALL_TIME = 0.8;

    /** The rest of a receiver's time goes to what a message costs, and to sleeps that end late: 14 % with 1 ms each. */
    static final double PROCESSES_ALL_TIME = 0.75;

    private final RunLoad run;
    private final FlowControlWaits waits;

    BottleneckRule(RunLoad run) {
        this.run = run;
        this.waits = new FlowControlWaits(run);
    }

    /**
     * One cause that a rate may have.
     *
     * @param name as the table of {@code docs/method/BOTTLENECK.md} has it
     * @param evidence the answer, where there is evidence for this cause
     * @param toldByOneMember the answer where what a member counted of itself is evidence enough, whatever others did
     */
    record Cause(String name, Supplier<Optional<Bottleneck>> evidence, Supplier<Optional<Bottleneck>> toldByOneMember) {
        /** Needs the counters of all members. */
        Cause(String name, Supplier<Optional<Bottleneck>> evidence) {
            this(name, evidence, Optional::empty);
        }

        /** Needs those of one member, whether others are known or not. */
        static Cause ofOneMember(String name, Supplier<Optional<Bottleneck>> evidence) {
            return new Cause(name, evidence, evidence);
        }
    }

    /** What held the rate. */
    public static Bottleneck bottleneck(RunLoad run) {
        return new BottleneckRule(run).bottleneck();
    }

    private Bottleneck bottleneck() {
        Optional<MemberLoad> shortest = shortestMeasured();
        if (shortest.isEmpty()) {
            return Bottleneck.unknown("No member reported.");
        }
        double seconds = shortest.get().measuredNanos() / 1e9;
        if (seconds < LEAST_SECONDS) {
            return Bottleneck.unknown(String.format(
                    Locale.ROOT,
                    "%s was measured for %.2f s: too short to tell what held the rate. Measure for %.0f s or longer.",
                    shortest.get().name(),
                    seconds,
                    LEAST_SECONDS));
        }
        return causes().stream()
                .flatMap(cause -> cause.evidence().get().stream())
                .findFirst()
                .orElseGet(() -> Bottleneck.unknown(seen()));
    }

    /** In the order in which they are looked at. */
    List<Cause> causes() {
        var stops = new StoppedMembers(run.members());
        var hosts = new HostCauses(run.members());
        var links = new FullLinks(run);
        var losses = new Losses(run);
        var lossOnOneWay = new LossOnOneWay(run);
        var lossAtReceivers = new LossAtReceivers(run);
        var linksOutwards = new SlowLinksOutwards(run, waits);
        var linksInwards = new SlowLinksInwards(run, waits);
        var senders = new SlowSenders(run, waits);
        var receivers = new SlowReceivers(run, waits);
        var window = new SmallWindow(run, waits);
        return List.of(
                new Cause("a rate that was asked for and kept", this::requestedRate),
                Cause.ofOneMember("a limit on CPU time", stops::throttled),
                new Cause("a collector that stops members", stops::collector, stops::collectorOfOneMember),
                new Cause("processes that did not run", stops::stalled),
                Cause.ofOneMember("a lost carrier", losses::lostCarrier),
                Cause.ofOneMember("a full link", links::wire),
                new Cause(
                        "senders' own queues",
                        () -> new SenderQueues(run).loss().or(new LeftInBundlers(run)::bottleneck)),
                new Cause("loss while all stood still", () -> standstill(hosts, lossAtReceivers)),
                new Cause("several slow links inwards", linksInwards::slowLinksOfWhichSomeLose),
                new Cause(
                        "loss on the way into one member or several",
                        () -> lossOnOneWay.intoOneMember().or(lossAtReceivers::lossOnTheWaysIntoSeveral)),
                new Cause("a slow link outwards", linksOutwards::slowLink),
                new Cause("a publisher's slow link", linksOutwards::slowLinkOfAPublisher),
                new Cause("a link whose queue overflows", links::overflowingQueue),
                new Cause("packets that nobody read in time", new Overruns(run)::overrun),
                new Cause("loss on one way", lossOnOneWay::anywhere),
                new Cause("loss of what one member sent", losses::lossFromOne),
                new Cause("loss at one member or several", lossAtReceivers::loss),
                new Cause("a slow link inwards", linksInwards::slowLink),
                new Cause("a slow sender", senders::slowSender),
                new Cause("processing that was asked for", this::requestedProcessing),
                new Cause("receive buffers that are all too small", receivers::smallReceiveBuffers),
                new Cause("a window that is far too small", window::farTooSmallWindow),
                new Cause("a receiver that does not read", receivers::receiverThatDoesNotRead),
                new Cause("a receiver that needs more CPU time", receivers::receiverThatNeedsMoreCpu),
                new Cause(
                        "losses that one sender waits for",
                        () -> senders.senderWithLosses().or(senders::senderWithoutCredits)),
                new Cause("busy hosts", hosts::cpu),
                new Cause("a busy receiver", receivers::receiver),
                new Cause("a window that is too small", window::window),
                new Cause("a busy sender", senders::busySender),
                new Cause("a member waited for without a known reason", receivers::waitedForInVain),
                new Cause("a caller that waits longer", senders::callerThatWaitsLonger),
                new Cause("one call at a time", this::oneCallAtATime));
    }

    /** Whether each member was measured for as long as it takes to tell what held the rate. */
    boolean isLongEnough() {
        return shortestMeasured()
                .filter(member -> member.measuredNanos() >= LEAST_SECONDS * 1e9)
                .isPresent();
    }

    private Optional<MemberLoad> shortestMeasured() {
        return run.members().stream().min(Comparator.comparingLong(MemberLoad::measuredNanos));
    }

    /**
     * A member whose host other programs keep busy stands still for want of CPU time, and all others with it. Where the
     * ways into several members lose, the one that was waited for is just one of them.
     */
    private Optional<Bottleneck> standstill(HostCauses hosts, LossAtReceivers losses) {
        return run.standstill()
                .filter(found -> run.member(found.awaited()).stream().noneMatch(hosts::isTakenFrom))
                .filter(_ -> losses.lossOnTheWaysIntoSeveral().isEmpty())
                .flatMap(found -> shortestMeasured()
                        .flatMap(shortest -> found.loss(
                                shortest.measuredNanos(),
                                run.members().size() - 1,
                                run.member(found.awaited())
                                        .filter(DropPlace::isSeenAt)
                                        .map(DropPlace::remedy))));
    }

    private Optional<Bottleneck> requestedRate() {
        return run.request()
                .filter(asked -> asked.keptShare() >= RATE_KEPT)
                .filter(_ -> run.members().stream()
                        .allMatch(member -> member.losses().missingShare() < LossBounds.LOST))
                .map(asked -> Bottleneck.limit(
                        BottleneckType.REQUESTED_RATE,
                        Optional.empty(),
                        String.format(
                                Locale.ROOT,
                                "Each member did the %,.0f %s/s that %s asks for (the slowest %,.0f): no more was asked"
                                        + " for. A higher %s shows what the cluster can do.",
                                asked.perSecond(),
                                asked.unit(),
                                asked.setting(),
                                asked.leastPerSecond(),
                                asked.setting())));
    }

    private Optional<Bottleneck> requestedProcessing() {
        return run.requestedProcessing()
                .filter(asked -> asked.share() >= PROCESSES_ALL_TIME)
                .map(asked -> Bottleneck.limit(BottleneckType.RECEIVER, Optional.empty(), asked.told()));
    }

    private Optional<Bottleneck> oneCallAtATime() {
        return run.singleCaller()
                .filter(caller -> caller.waitedShare() >= WAITS_ALL_TIME)
                .map(caller -> Bottleneck.limit(
                        BottleneckType.REQUESTED_RATE,
                        Optional.empty(),
                        String.format(
                                Locale.ROOT,
                                "Each member makes one call at a time, and waited for answers %s of its time, %.3f ms"
                                        + " for each: no more was asked for. A higher %s asks for more at a time.",
                                percent(caller.waitedShare()),
                                caller.meanNanos() / 1e6,
                                caller.setting())));
    }

    private String seen() {
        var seen = new ArrayList<String>();
        if (run.members().stream().anyMatch(member -> member.knows(Counters.FLOW_CONTROL_BLOCKED_NANOS))) {
            seen.add("senders waited for flow control " + percent(waits.share()) + " of the time");
        }
        run.members().stream()
                .flatMap(member -> member.busiestThread().stream())
                .mapToDouble(MemberLoad.BusyThread::share)
                .max()
                .ifPresent(share -> seen.add("the busiest thread took " + percent(share) + " of one core"));
        run.members().stream()
                .flatMapToDouble(member -> member.idleShare().stream())
                .min()
                .ifPresent(share -> seen.add("the busiest host had " + percent(share) + " of its CPU time left"));
        run.members().stream()
                .filter(MemberLoad::sender)
                .mapToDouble(member -> member.sendQueueBytes().orElse(0))
                .min()
                .stream()
                .filter(waiting -> waiting >= MemberComparison.LEAST_QUEUE_BYTES)
                .mapToObj(waiting -> String.format(
                        Locale.ROOT, "the sockets of each sender had %,.0f bytes or more waiting to be sent", waiting))
                .forEach(seen::add);
        run.members().stream()
                .filter(member ->
                        member.losses().outOfOrderShare() >= LossBounds.LOST && run.lostShare(member) < LossBounds.LOST)
                .max(Comparator.comparingDouble(member -> member.losses().outOfOrderShare()))
                .ifPresent(member -> seen.add(percent(member.losses().outOfOrderShare()) + " of the TCP segments to "
                        + member.name() + " were overtaken and not lost"));
        return seen.isEmpty()
                ? "Too little was counted to tell what held the rate."
                : "Nothing that was counted explains the rate: " + String.join(", ", seen) + ".";
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", share * 100);
    }

    static String megabits(double bitsPerSecond) {
        return String.format(Locale.ROOT, "%,.0f Mbit/s", bitsPerSecond / 1e6);
    }

    /** {@code member-0}, {@code member-0 and member-3}, or {@code member-0 and 3 more}. */
    static String names(List<MemberLoad> members) {
        String first = members.getFirst().name();
        return switch (members.size()) {
            case 1 -> first;
            case 2 -> first + " and " + members.getLast().name();
            default -> first + " and " + (members.size() - 1) + " more";
        };
    }
}
