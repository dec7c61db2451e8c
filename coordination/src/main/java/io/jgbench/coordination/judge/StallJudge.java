package io.jgbench.coordination.judge;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Standstill;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.CpuTimeLeft;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.SharedKernel;
import io.jgbench.coordination.result.SharedKernel.Scope;
import io.jgbench.coordination.result.StartSkew;
import io.jgbench.coordination.stalls.Stall;
import io.jgbench.coordination.stalls.StallRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds when members stood still in the measured part, of partial reports as well. A search for a rate changes it by
 * intention and is not judged.
 */
final class StallJudge {
    /** A stall costs a figure as much of it as it takes of the time; less than this is within what a figure varies. */
    static final double WARNS = 0.02;

    /**
     * Where others keep a host busy, which is a finding of its own, or members are bound to CPUs that are too few,
     * which is the bottleneck, they stand still for up to a second at a time; only longer stalls warn there.
     */
    static final Duration WARNS_ON_BUSY_HOST = Duration.ofSeconds(2);

    /** More are summed up. */
    private static final int MOST_TOLD = 3;

    private final SampledTraffic arrivals;
    private final List<MemberResult> members;
    private final Optional<StartSkew> skew;

    /** The members that nobody sends to. */
    private final Set<String> onlySending;

    /** Whether members share a network namespace, whose counters each of them has. */
    private final boolean countTogether;

    StallJudge(SampledTraffic arrivals, Optional<StartSkew> skew) {
        this.arrivals = arrivals;
        this.skew = skew;
        this.members = arrivals.members();
        this.onlySending = members.stream()
                .filter(member -> !arrivals.workload().receives(member.index(), members.size()))
                .map(MemberResult::name)
                .collect(Collectors.toSet());
        List<MemberReport> reports =
                members.stream().flatMap(member -> member.report().stream()).toList();
        this.countTogether =
                SharedKernel.ofSeveral(reports).stream().anyMatch(kernel -> kernel.scope() == Scope.NETWORK_NAMESPACE);
    }

    /** Those of all members, in the order of time. */
    List<Stall> stalls() {
        if (!arrivals.workload().hasEvenRate()) {
            return List.of();
        }
        return members.stream()
                .filter(member -> member.report().isPresent())
                .flatMap(member -> StallRule.stalls(
                                member.name(),
                                SampledTraffic.read(member),
                                arrivals.firstDue(member, skew),
                                arrivals.lastDue(member))
                        .stream()
                        .map(stall -> counted(stall, member.report().orElseThrow())))
                .sorted(Comparator.comparingLong(Stall::fromNanos))
                .toList();
    }

    /** With what may be of the member, and what the kernel adds up over CPUs as the time of one. */
    private static Stall counted(Stall stall, MemberReport report) {
        return stall.withOnly(counter -> MemberResult.concerns(report, counter))
                .onAverage(
                        Counters.CPU_THROTTLED_NANOS, report.cpus(HostFact.CPUS).orElse(1))
                .onAverage(
                        Counters.CPU_STEAL_NANOS,
                        report.cpus(HostFact.HOST_CPUS).orElse(1));
    }

    /** What is said of them. */
    Optional<Finding> finding(List<Stall> stalls) {
        if (stalls.isEmpty()) {
            return Optional.empty();
        }
        List<StallEvent> longestFirst = events(stalls).stream()
                .sorted(Comparator.comparingLong(StallEvent::longestNanos).reversed())
                .toList();
        String told = longestFirst.stream()
                .limit(MOST_TOLD)
                .sorted(Comparator.comparingLong(StallEvent::fromNanos))
                .map(event -> event.text(members.size()))
                .collect(Collectors.joining(" "));
        int others = longestFirst.size() - MOST_TOLD;
        return Optional.of(
                Reason.STALLED.found(severity(stalls), others > 0 ? told + " And " + others + " shorter ones." : told));
    }

    /** The longest one: those in which all members waited for the same one are added up. */
    Optional<Standstill> standstill(List<Stall> stalls) {
        return stalls.isEmpty()
                ? Optional.empty()
                : events(stalls).stream()
                        .flatMap(event -> event.standstill(members.size()).stream())
                        .collect(Collectors.toMap(Standstill::awaited, Function.identity(), Standstill::and))
                        .values()
                        .stream()
                        .max(Comparator.comparing(Standstill::lasted));
    }

    /** For how long each member's process stood still while those of the others ran, in nanoseconds, by its name. */
    Map<String, Long> stoppedAloneNanos(List<Stall> stalls) {
        return stalls.isEmpty()
                ? Map.of()
                : events(stalls).stream()
                        .flatMap(event -> event.stoppedAloneNanos().entrySet().stream())
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
    }

    private Severity severity(List<Stall> stalls) {
        boolean isLong = stalls.stream().anyMatch(stall -> stall.durationNanos() >= WARNS_ON_BUSY_HOST.toNanos());
        if (!isLong && (new HostLoad(members).finding().isPresent() || areBoundToBusyCpus())) {
            return Severity.INFO;
        }
        boolean costs = members.stream().anyMatch(member -> {
            long stalled = stalls.stream()
                    .filter(stall -> stall.member().equals(member.name()))
                    .mapToLong(Stall::durationNanos)
                    .sum();
            return stalled > 0
                    && stalled
                            >= WARNS
                                    * member.report()
                                            .map(MemberReport::measuredNanos)
                                            .orElse(0L);
        });
        return costs ? Severity.WARNING : Severity.INFO;
    }

    /** Whether all may use a part of their hosts' CPUs alone, and hardly any time of these is left. */
    private boolean areBoundToBusyCpus() {
        return members.stream()
                .allMatch(member -> member.report()
                        .map(report -> new CpuTimeLeft(report.counters()))
                        .filter(CpuTimeLeft::isBoundToBusyCpus)
                        .isPresent());
    }

    /** Stalls that overlap are one event: where one member stands still, others wait for it. */
    private List<StallEvent> events(List<Stall> inOrder) {
        var events = new ArrayList<StallEvent>();
        var current = new ArrayList<Stall>();
        long untilNanos = 0;
        for (Stall stall : inOrder) {
            if (!current.isEmpty() && stall.fromNanos() >= untilNanos) {
                events.add(event(current));
                current.clear();
                untilNanos = 0;
            }
            current.add(stall);
            untilNanos = Math.max(untilNanos, stall.toNanos());
        }
        events.add(event(current));
        return events;
    }

    private StallEvent event(List<Stall> stalls) {
        return new StallEvent(stalls, onlySending, countTogether);
    }
}
