package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.pairs.PairMatrix;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.OpenLoopReport;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of where a run's time went.
 *
 * @param members one each: all, or of a run that did not finish those of which anything is known
 * @param request what the senders were asked for; empty where they gave all that they could
 * @param singleCaller how long the only caller of each member waited; empty where a member has several, or waits for no
 *     answers
 * @param senderThreads threads of each sender
 * @param window the flow-control window, where it is known how large it could be
 * @param standstill the longest one, if there was one
 */
public record RunLoad(
        List<MemberLoad> members,
        Optional<Request> request,
        Optional<SingleCaller> singleCaller,
        Optional<RequestedProcessing> requestedProcessing,
        int senderThreads,
        Optional<Window> window,
        Optional<Standstill> standstill) {

    /** Refuses nulls and copies the list. */
    public RunLoad {
        members = List.copyOf(members);
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(singleCaller, "singleCaller");
        Objects.requireNonNull(requestedProcessing, "requestedProcessing");
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(standstill, "standstill");
    }

    /** What the members counted of the ways between them. */
    PairMatrix pairs() {
        return PairMatrix.of(
                members.stream().map(MemberLoad::name).toList(),
                members.stream().collect(Collectors.toMap(MemberLoad::name, MemberLoad::counters)));
    }

    Optional<MemberLoad> member(String name) {
        return members.stream().filter(member -> member.name().equals(name)).findFirst();
    }

    Stream<MemberLoad> others(MemberLoad member) {
        return members.stream().filter(other -> !other.name().equals(member.name()));
    }

    /**
     * Which part of what was sent to a member did not arrive at first, or at all; see {@link MemberLosses#lostShare}.
     */
    double lostShare(MemberLoad member) {
        boolean isKnown = others(member).allMatch(other -> other.knowsSegmentsTo(member));
        long resent = others(member)
                .mapToLong(other ->
                        isKnown ? other.lostSegmentsTo(member) : other.counter(Counters.TCP_RETRANSMITTED_SEGMENTS))
                .sum();
        return member.losses().lostShare(resent);
    }

    /** Messages and TCP segments that a member sent again; segments that had come are left out where that is known. */
    long resent(MemberLoad member) {
        boolean isKnown = others(member).allMatch(member::knowsSegmentsTo);
        return member.counter(Counters.RETRANSMISSIONS)
                + (isKnown
                        ? others(member).mapToLong(member::lostSegmentsTo).sum()
                        : member.counter(Counters.TCP_RETRANSMITTED_SEGMENTS));
    }

    /** What all members sent again; see {@link #resent}. */
    long resentByAll() {
        return members.stream().mapToLong(this::resent).sum();
    }

    /** The largest {@link #lostShare} of the others. */
    double largestLostShareOfOthers(MemberLoad member) {
        return others(member).mapToDouble(this::lostShare).max().orElse(0);
    }

    /**
     * A rate that was asked for.
     *
     * @param setting where it was asked for, such as {@code rpc.targetRate}
     * @param unit what is counted, such as {@code requests}
     * @param perSecond how much was asked for of each member that sends
     * @param leastPerSecond how much the slowest of them did
     */
    public record Request(String setting, String unit, double perSecond, double leastPerSecond) {
        /**
         * By what the members that send tell of how they kept it.
         *
         * @param openLoops one each; the slowest did nothing where there are none
         */
        public static Request kept(String setting, String unit, double perSecond, List<OpenLoopReport> openLoops) {
            double least = openLoops.stream()
                    .mapToDouble(openLoop -> perSecond * openLoop.keptShare())
                    .min()
                    .orElse(0);
            return new Request(setting, unit, perSecond, least);
        }

        /** Which part of its rate the slowest kept. */
        double keptShare() {
            return leastPerSecond / perSecond;
        }
    }

    /**
     * The only caller of a member in a closed loop, which asks for nothing else before it is answered.
     *
     * @param setting by which there would be more of them, such as {@code rpc.concurrency}
     * @param meanNanos how long it waited for an answer, on average over all members
     * @param waitedShare which part of its time it waited, 0 to 1
     */
    public record SingleCaller(String setting, double meanNanos, double waitedShare) {

        /**
         * By Little's law: of one caller at most one call is on its way.
         *
         * @param callsPerSecond of one member, on average
         */
        public static SingleCaller of(String setting, double callsPerSecond, double meanNanos) {
            return new SingleCaller(setting, meanNanos, Math.min(1, callsPerSecond * meanNanos / 1e9));
        }
    }

    /**
     * Time that members were asked to spend with what they receive.
     *
     * @param share of the time of the member that spent most, 0 or more; what is above 1 is by how much it is inexact
     * @param told what they were asked for and what would change it, in one or two sentences
     */
    public record RequestedProcessing(double share, String told) {}

    /**
     * A flow-control window.
     *
     * @param bytes its size
     * @param roomBytes the largest one that hosts and links have room for
     */
    public record Window(long bytes, long roomBytes) {}
}
