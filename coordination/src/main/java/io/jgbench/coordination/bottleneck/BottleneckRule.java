package io.jgbench.coordination.bottleneck;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Decides what held a run at its rate, of what its members counted. Causes are looked at in an order in which none is
 * the effect of a later one: a rate that was asked for and kept, then what stops a member as a whole, then the network,
 * then one member that all others wait for, then the hosts' CPUs, then flow control and senders. The first one with
 * evidence is the answer; with evidence for none it is {@link BottleneckType#UNKNOWN}. Each bound has its reason in
 * {@code docs/method/BOTTLENECK.md}.
 */
public final class BottleneckRule {
    /** The start and the end are too large a part of less. */
    static final double LEAST_SECONDS = 1;

    /** What an open loop may fall behind without having missed its rate. */
    static final double RATE_KEPT = 0.95;

    private final RunLoad run;

    private BottleneckRule(RunLoad run) {
        this.run = run;
    }

    /** What held the rate. */
    public static Bottleneck bottleneck(RunLoad run) {
        return new BottleneckRule(run).bottleneck();
    }

    private Bottleneck bottleneck() {
        Optional<MemberLoad> shortest = run.members().stream().min(Comparator.comparingLong(MemberLoad::measuredNanos));
        if (shortest.isEmpty()) {
            return Bottleneck.unknown("No member reported.");
        }
        long measuredNanos = shortest.get().measuredNanos();
        double seconds = measuredNanos / 1e9;
        if (seconds < LEAST_SECONDS) {
            return Bottleneck.unknown(String.format(
                    Locale.ROOT,
                    "%s was measured for %.2f s: too short to tell what held the rate. Measure for %.0f s or longer.",
                    shortest.get().name(),
                    seconds,
                    LEAST_SECONDS));
        }
        var stops = new StoppedMembers(run.members());
        var hosts = new HostCauses(run.members());
        var links = new FullLinks(run);
        var losses = new Losses(run);
        var waits = new FlowControlWaits(run);
        var slowLinks = new SlowLinks(run, waits);
        var senders = new SlowSenders(run, waits);
        var receivers = new SlowReceivers(run, waits);
        var window = new SmallWindow(run, waits);
        return Stream.<Supplier<Optional<Bottleneck>>>of(
                        this::requestedRate,
                        stops::throttled,
                        stops::collector,
                        stops::stalled,
                        losses::lostCarrier,
                        links::wire,
                        losses::lossInItsOwnQueue,
                        () -> standstill(hosts, measuredNanos),
                        losses::lossOnTheWayInto,
                        slowLinks::slowLink,
                        slowLinks::slowLinkOfAPublisher,
                        links::overflowingQueue,
                        new Overruns(run)::overrun,
                        losses::lossOnOneWay,
                        losses::lossFromOne,
                        losses::loss,
                        slowLinks::slowLinkInwards,
                        senders::slowSender,
                        window::farTooSmallWindow,
                        receivers::receiverThatDoesNotRead,
                        receivers::receiverThatNeedsMoreCpu,
                        hosts::cpu,
                        receivers::receiver,
                        window::window,
                        senders::busySender,
                        receivers::waitedForInVain,
                        senders::callerThatWaitsLonger)
                .flatMap(cause -> cause.get().stream())
                .findFirst()
                .orElseGet(() -> Bottleneck.unknown(seen(waits)));
    }

    /** A member whose host other programs keep busy stands still for want of CPU time, and all others with it. */
    private Optional<Bottleneck> standstill(HostCauses hosts, long measuredNanos) {
        return run.standstill()
                .filter(found -> run.member(found.awaited()).stream().noneMatch(hosts::isTakenFrom))
                .flatMap(found -> found.loss(measuredNanos));
    }

    private Optional<Bottleneck> requestedRate() {
        return run.request()
                .filter(asked -> asked.keptShare() >= RATE_KEPT)
                .filter(_ -> run.members().stream().allMatch(member -> member.missingShare() < Losses.LOST))
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

    private String seen(FlowControlWaits waits) {
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
