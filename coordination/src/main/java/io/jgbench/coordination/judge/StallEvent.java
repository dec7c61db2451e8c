package io.jgbench.coordination.judge;

import io.jgbench.coordination.bottleneck.Standstill;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.stalls.Stall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stalls of which each begins before an earlier one is over, and what else happened then. */
final class StallEvent {
    /** More are summed up. */
    private static final int MOST_NAMED = 4;

    /** What takes so much of the time explains it. */
    private static final double EXPLAINS = 0.25;

    /** A member whose process stood still for so much of the time is waited for because of that. */
    private static final double STOPPED = 0.5;

    /** Stalls that begin this much apart have a begin of their own. Samples are this far apart. */
    private static final long APART_NANOS = Activity.INTERVAL.toNanos();

    /** As they were found, in the order of time. */
    private final List<Stall> found;

    /** One for each member, the longest first. A member that stalled several times has the sum of its stalls. */
    private final List<Stall> stalls;

    private final Set<String> onlySending;
    private final boolean countTogether;

    /**
     * Puts stalls together.
     *
     * @param found at least one, in the order of time
     * @param onlySending the members that nobody sends to
     * @param countTogether whether members share a network namespace, so that each counts the TCP segments of all
     */
    StallEvent(List<Stall> found, Set<String> onlySending, boolean countTogether) {
        Map<String, Stall> ofMembers = new TreeMap<>();
        found.forEach(stall -> ofMembers.merge(stall.member(), stall, Stall::and));
        this.found = List.copyOf(found);
        this.stalls = ofMembers.values().stream()
                .sorted(Comparator.comparingLong(Stall::durationNanos)
                        .reversed()
                        .thenComparing(Stall::member))
                .toList();
        this.onlySending = Set.copyOf(onlySending);
        this.countTogether = countTogether;
    }

    long fromNanos() {
        return stalls.stream().mapToLong(Stall::fromNanos).min().orElse(0);
    }

    long longestNanos() {
        return stalls.getFirst().durationNanos();
    }

    /**
     * {@code From 5.2 s on member-1 received nothing for 1.1 s, member-0 for 0.9 s; meanwhile ….} The member that
     * senders waited for comes first, then the one that stood still for longest. If all stood still at once while
     * senders waited for one, only that one is named.
     */
    String text(int members) {
        List<String> meanwhile = meanwhile();
        String after = meanwhile.isEmpty() ? "." : "; meanwhile " + String.join(", ", meanwhile) + ".";
        return timeAllStoodStill(members)
                        .map(common -> toldOfAll(members, common))
                        .orElseGet(() -> toldOfEach(members))
                + after;
    }

    /**
     * The time in which all stood still at once while senders waited for one whose process ran. What is sent again to a
     * process that is stopped was not lost.
     */
    Optional<Standstill> standstill(int members) {
        return timeAllStoodStill(members)
                .flatMap(common -> waitedFor()
                        .filter(awaited -> withStoppedProcess().stream()
                                .noneMatch(stall -> stall.member().equals(awaited)))
                        .map(awaited -> new Standstill(
                                awaited, Duration.ofNanos(common.nanos()), sum(Counters.RETRANSMISSIONS), segments())));
    }

    /** For how long a process stood still meanwhile, in nanoseconds, by its member; empty unless it was one alone. */
    Map<String, Long> stoppedAloneNanos() {
        List<Stall> stopped = withStoppedProcess();
        return stopped.size() == 1 ? Map.of(stopped.getFirst().member(), didNotRunNanos(stopped.getFirst())) : Map.of();
    }

    private List<Stall> withStoppedProcess() {
        return stalls.stream()
                .filter(stall -> didNotRunNanos(stall) >= STOPPED * stall.durationNanos())
                .toList();
    }

    /** The collector and a limit on CPU time may be told by themselves, or as part of the time that it stood still. */
    private static long didNotRunNanos(Stall stall) {
        return Stream.of(Counters.STALLED_NANOS, Counters.GC_NANOS, Counters.CPU_THROTTLED_NANOS)
                .mapToLong(counter -> value(stall, counter))
                .max()
                .orElse(0);
    }

    /**
     * The time in which all stood still at once while senders waited for one. Empty if there is hardly any: stalls that
     * only follow each other are none of all members.
     */
    private Optional<CommonTime> timeAllStoodStill(int members) {
        if (stalls.size() != members || members < 2 || waitedFor().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(CommonTime.of(found, members))
                .filter(common -> common.parts() > 0 && common.nanos() >= EXPLAINS * longestNanos());
    }

    private String toldOfAll(int members, CommonTime common) {
        return String.format(
                Locale.ROOT,
                "From %s on all %d members %s %s %s",
                seconds(common.fromNanos()),
                members,
                did(),
                what(),
                lasted(common.parts(), common.nanos()));
    }

    private String toldOfEach(int members) {
        String awaited = waitedFor().orElse("");
        List<Stall> inOrder = stalls.stream()
                .sorted(Comparator.comparing(stall -> !stall.member().equals(awaited)))
                .toList();
        Stall first = inOrder.getFirst();
        String firstText = String.format(
                Locale.ROOT,
                "From %s on %s %s %s %s",
                seconds(first.fromNanos()),
                first.member(),
                did(),
                what(),
                lasted(first));
        String others = inOrder.stream()
                .skip(1)
                .limit(MOST_NAMED - 1)
                .map(stall -> ", " + stall.member() + begin(stall, first) + " " + lasted(stall))
                .collect(Collectors.joining());
        int unnamed = stalls.size() - MOST_NAMED;
        String more = unnamed > 0 ? " and " + unnamed + " more of " + members + " members" : "";
        return firstText + others + more;
    }

    /** {@code  from 5.0 s}; empty if it is about that of the member that is named first. */
    private static String begin(Stall stall, Stall first) {
        return Math.abs(stall.fromNanos() - first.fromNanos()) < APART_NANOS
                ? ""
                : " from " + seconds(stall.fromNanos());
    }

    private String lasted(Stall ofMember) {
        return lasted(
                found.stream()
                        .filter(stall -> stall.member().equals(ofMember.member()))
                        .count(),
                ofMember.durationNanos());
    }

    private static String lasted(long stalls, long nanos) {
        return stalls == 1 ? "for " + seconds(nanos) : "in " + stalls + " stalls " + seconds(nanos) + " in all";
    }

    private String did() {
        long sending = stalls.stream()
                .filter(stall -> onlySending.contains(stall.member()))
                .count();
        if (sending == 0) {
            return "received";
        }
        return sending == stalls.size() ? "sent" : "received or sent";
    }

    private String what() {
        return stalls.stream().allMatch(stall -> stall.arrived() == 0) ? "nothing" : "far less than usual";
    }

    private List<String> meanwhile() {
        var told = new ArrayList<String>();
        waitedFor().ifPresent(member -> told.add("senders waited for " + member));
        most(Counters.GC_NANOS)
                .ifPresent(stall -> told.add(share("the collector stopped", stall, Counters.GC_NANOS)
                        + GcPauseRule.wantOfCpu(stall.meanwhile())));
        mostStopped().ifPresent(told::add);
        most(Counters.CPU_THROTTLED_NANOS)
                .ifPresent(
                        stall -> told.add(share("a limit on CPU time stopped", stall, Counters.CPU_THROTTLED_NANOS)));
        most(Counters.CPU_STEAL_NANOS)
                .ifPresent(stall -> told.add(share("CPU steal took from", stall, Counters.CPU_STEAL_NANOS)));
        counted("view changes", Counters.VIEW_CHANGES).ifPresent(told::add);
        counted("messages sent again", Counters.RETRANSMISSIONS).ifPresent(told::add);
        segmentsSentAgain().ifPresent(told::add);
        return told;
    }

    /** For whose credits senders waited, where that was mostly one member's. */
    private Optional<String> waitedFor() {
        Map<String, Long> waited = new TreeMap<>();
        stalls.forEach(stall -> stall.meanwhile().forEach((name, nanos) -> {
            if (name.startsWith(Counters.WAITED_FOR_NANOS)) {
                waited.merge(name.substring(Counters.WAITED_FOR_NANOS.length()), nanos, Long::sum);
            }
        }));
        long all = waited.values().stream().mapToLong(Long::longValue).sum();
        return waited.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(most -> most.getValue() >= EXPLAINS * longestNanos() && 2 * most.getValue() > all)
                .map(Map.Entry::getKey);
    }

    private Optional<Stall> most(String counter) {
        return stalls.stream()
                .filter(stall -> value(stall, counter) >= EXPLAINS * stall.durationNanos())
                .max(Comparator.comparingLong(stall -> value(stall, counter)));
    }

    /** The process that stood still longest for another reason than its collector. */
    private Optional<String> mostStopped() {
        return stalls.stream()
                .filter(stall -> stopped(stall) >= EXPLAINS * stall.durationNanos())
                .max(Comparator.comparingLong(StallEvent::stopped))
                .map(stall -> stall.member() + "'s process did not run for " + seconds(stopped(stall)));
    }

    /** Without {@link Counters#STOPPED_NANOS}, as of earlier versions, short pauses are subtracted as well. */
    private static long stopped(Stall stall) {
        return stall.meanwhile()
                .getOrDefault(
                        Counters.STOPPED_NANOS, value(stall, Counters.STALLED_NANOS) - value(stall, Counters.GC_NANOS));
    }

    private static String share(String what, Stall stall, String counter) {
        return what + " " + stall.member() + " for " + seconds(value(stall, counter));
    }

    private Optional<String> counted(String what, String counter) {
        long sum = sum(counter);
        return stalls.stream()
                .filter(stall -> value(stall, counter) > 0)
                .max(Comparator.comparingLong(stall -> value(stall, counter)))
                .map(most -> String.format(
                        Locale.ROOT,
                        "%,d %s%s",
                        sum,
                        what,
                        stalls.size() == 1
                                ? ""
                                : String.format(Locale.ROOT, " (%s %,d)", most.member(), value(most, counter))));
    }

    private Optional<String> segmentsSentAgain() {
        return countTogether && segments() > 0
                ? Optional.of(String.format(Locale.ROOT, "%,d TCP segments sent again", segments()))
                : counted("TCP segments sent again", Counters.TCP_RETRANSMITTED_SEGMENTS);
    }

    private long segments() {
        return countTogether
                ? stalls.stream()
                        .mapToLong(stall -> value(stall, Counters.TCP_RETRANSMITTED_SEGMENTS))
                        .max()
                        .orElse(0)
                : sum(Counters.TCP_RETRANSMITTED_SEGMENTS);
    }

    private long sum(String counter) {
        return stalls.stream().mapToLong(stall -> value(stall, counter)).sum();
    }

    private static long value(Stall stall, String counter) {
        return stall.meanwhile().getOrDefault(counter, 0L);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
