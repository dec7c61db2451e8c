package io.jgbench.coordination.judge;

import io.jgbench.coordination.bottleneck.MemberLoad;
import io.jgbench.coordination.bottleneck.MemberLoadBuilder;
import io.jgbench.coordination.bottleneck.RunLoad;
import io.jgbench.coordination.bottleneck.Standstill;
import io.jgbench.coordination.environment.GrantedBuffer;
import io.jgbench.coordination.environment.GrantedBuffer.Way;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.flowwindow.WindowRule;
import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the members' reports say of where the time went.
 *
 * @param evidence of a run
 * @param members all of its members
 * @param arrivals what their samples tell
 * @param standstill the longest one of all members, if there was one
 * @param stoppedAloneNanos for how long each member's process stood still while those of the others ran, by its name
 */
record Loads(
        RunEvidence evidence,
        List<MemberResult> members,
        SampledTraffic arrivals,
        Optional<Standstill> standstill,
        Map<String, Long> stoppedAloneNanos) {
    /** Of a run whose members all did their whole workload. */
    RunLoad of(WorkloadAnalysis analysis) {
        return of(analysis, analysis.request());
    }

    /**
     * Of a run that did not finish, each member of which began and left a report.
     *
     * @param begun how a rate that was asked for had been kept until then; empty where that is not known
     * @return empty where a rate was asked for and that is not known
     */
    Optional<RunLoad> ofUnfinished(
            WorkloadAnalysis analysis, Function<RunLoad.Request, Optional<RunLoad.Request>> begun) {
        Optional<RunLoad.Request> asked = analysis.request();
        Optional<RunLoad.Request> kept = asked.flatMap(begun);
        return asked.isPresent() && kept.isEmpty() ? Optional.empty() : Optional.of(of(analysis, kept));
    }

    /** Of a run of which some members may have left no report: what each of the others counted by itself. */
    RunLoad ofThoseThatBegan() {
        return new RunLoad(
                members.stream().filter(Loads::began).map(this::load).toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.empty());
    }

    private RunLoad of(WorkloadAnalysis analysis, Optional<RunLoad.Request> request) {
        return new RunLoad(
                members.stream().map(this::load).toList(),
                request,
                analysis.singleCaller(),
                analysis.requestedProcessing(),
                analysis.senderThreads(),
                window(),
                standstill);
    }

    /** Whether a member left a report of which a part is measured. */
    static boolean began(MemberResult member) {
        return member.report().filter(report -> report.beganAtEpochNanos() != 0).isPresent();
    }

    private Optional<RunLoad.Window> window() {
        return chosenWindow().or(this::windowOverTcp);
    }

    private Optional<RunLoad.Window> chosenWindow() {
        return evidence.spec()
                .transport()
                .window()
                .filter(window -> window.roomBytes().isPresent())
                .map(window ->
                        new RunLoad.Window(window.bytes(), window.roomBytes().getAsLong()));
    }

    /** That of the stack itself, for the kind of message that is sent. Over TCP no receive buffer bounds it. */
    private Optional<RunLoad.Window> windowOverTcp() {
        HostFact window =
                evidence.spec().workload().deliversTheSameToAll() ? HostFact.MULTICAST_WINDOW : HostFact.UNICAST_WINDOW;
        return members.stream()
                .flatMap(member -> member.report().stream())
                .filter(report -> report.framing().layer() == Layer.TCP)
                .flatMap(report -> fact(report, window).stream())
                .min(Comparator.naturalOrder())
                .map(bytes -> new RunLoad.Window(bytes, WindowRule.MOST_BYTES));
    }

    private MemberLoad load(MemberResult member) {
        MemberReport report = member.report().orElseThrow();
        return MemberLoadBuilder.builder()
                .name(member.name())
                .host(report.fact(HostFact.BOOT).orElse(member.name()))
                .sender(evidence.spec().workload().sends(member.index(), members.size()))
                .receiver(isSentTo(member))
                .waitsForAnswers(evidence.spec().workload().waitsForAnswers())
                .spins(evidence.spec().workload().spins())
                .stoppedAloneNanos(stoppedAloneNanos.getOrDefault(member.name(), 0L))
                .measuredNanos(measuredNanos(member, report))
                .sendingNanos(sendingNanos(member))
                .silentNanos(silentNanos(report))
                .hostCpus(report.cpus(HostFact.HOST_CPUS))
                .boundTo(boundTo(report))
                .cpus(report.cpus(HostFact.CPUS))
                .lineRateBitsPerSecond(
                        fact(report, HostFact.LINE_RATE_BITS_PER_SECOND).or(() -> lineRate(member)))
                .roundTripMicros(roundTripMicros(member.name()))
                .receiveBuffer(GrantedBuffer.smallest(Way.RECEIVE, report.host()))
                .frameGapBytes(Link.ETHERNET_FRAME_GAP_BYTES)
                .layer(report.framing().layer())
                .ownMessages(report.workload().ownMessages())
                .receivedMessages(report.workload().receivedMessages())
                .lostMessages(lostMessages(report))
                .messagesPerDrop(report.workload().messagesPerDrop())
                .packetsPerMessage(
                        report.framing().packets(evidence.spec().workload().largestMessageBytes()))
                .counters(counters(member, report))
                .build();
    }

    /** Of a member that is not done it ends when its report is asked for, though nothing may arrive any more. */
    private long measuredNanos(MemberResult member, MemberReport report) {
        if (!report.partial()) {
            return report.measuredNanos();
        }
        long sampled = arrivals.sampledNanos(member);
        return sampled > 0 ? sampled : report.countedNanos();
    }

    /**
     * Nothing is known of it without samples. What is sent again while nothing gets through is on the links as well:
     * over the time before alone, a link would seem to have carried more than it did.
     */
    private long silentNanos(MemberReport report) {
        long end = arrivals.endNanos();
        return end == 0 || report.partial() ? 0 : Math.max(0, report.measuredNanos() - end);
    }

    private boolean isSentTo(MemberResult member) {
        WorkloadSpec workload = evidence.spec().workload();
        return workload.receives(member.index(), members.size())
                && members.stream()
                        .filter(other -> other.index() != member.index())
                        .anyMatch(other -> workload.sends(other.index(), members.size()));
    }

    /** Of a member whose host tells none. */
    private Optional<Long> lineRate(MemberResult member) {
        return evidence.link()
                .map(narrowest -> HostLinks.of(
                                member, narrowest, evidence.spec().lineRateBitsPerSecond())
                        .bytesPerSecond())
                .map(bytesPerSecond -> bytesPerSecond * Byte.SIZE);
    }

    /**
     * A stack counts what it missed of whom; what never arrived the workload itself tells, of those that miss nothing
     * as well, as they tell where it was not lost. Where both know of some, the greater number counts.
     */
    private Map<String, Long> counters(MemberResult member, MemberReport report) {
        var counters = new HashMap<>(member.counters());
        if (report.partial()) {
            addWaitsUnderWay(counters);
        }
        if (anyMissesSome() && knowsWhatNeverArrived(report)) {
            for (WorkloadReport.Missed missed : report.workload().missed(member.index())) {
                String sender = members.get(missed.sender()).name();
                counters.merge(Counters.MESSAGES_FROM + sender, missed.sent(), Math::max);
                counters.merge(Counters.MISSED_FROM + sender, missed.missing(), Math::max);
            }
        }
        return counters;
    }

    private boolean anyMissesSome() {
        return members.stream()
                .flatMap(member -> member.report().stream())
                .anyMatch(report -> lostMessages(report) > 0);
    }

    private long lostMessages(MemberReport report) {
        return knowsWhatNeverArrived(report) ? report.workload().lostMessages() : 0;
    }

    /** Over a transport that repairs, what is missing in a partial report was on its way, or was yet to be sent. */
    private boolean knowsWhatNeverArrived(MemberReport report) {
        return !report.partial() || !evidence.reliable();
    }

    /** A wait for credits is part of the time that senders were held back when it is over, and is looked at before. */
    private static void addWaitsUnderWay(Map<String, Long> counters) {
        long lookedAt = counters.entrySet().stream()
                .filter(counter -> counter.getKey().startsWith(Counters.WAITED_FOR_NANOS))
                .mapToLong(Map.Entry::getValue)
                .sum();
        if (lookedAt > 0) {
            counters.merge(Counters.FLOW_CONTROL_BLOCKED_NANOS, lookedAt, Math::max);
        }
    }

    /**
     * Where units end the run, all wait for the slowest sender, and the time until then says nothing of the others. A
     * member that did not finish sent until its time was over, or until its report was asked for.
     */
    private long sendingNanos(MemberResult member) {
        MemberReport report = member.report().orElseThrow();
        long measured = measuredNanos(member, report);
        Optional<Duration> time = evidence.spec().workload().measuredFor();
        if (report.partial()) {
            return Math.min(measured, time.map(Duration::toNanos).orElse(measured));
        }
        if (time.isPresent()) {
            return measured;
        }
        long untilLast = arrivals.lastSentNanos(member);
        return untilLast > 0 ? Math.min(untilLast, measured) : measured;
    }

    private Optional<Long> roundTripMicros(String member) {
        return evidence.preflight().flatMap(Preflight::matrix).stream()
                .flatMap(matrix -> matrix.pairs().stream())
                .filter(pair -> pair.from().equals(member) || pair.to().equals(member))
                .flatMap(pair -> pair.roundTripMicros().stream().boxed())
                .min(Comparator.naturalOrder());
    }

    /** Who is bound to some CPUs counts what these did. */
    private static Optional<String> boundTo(MemberReport report) {
        return report.fact(HostFact.USABLE_CPUS).filter(_ -> report.counters().containsKey(Counters.USABLE_CPU_NANOS));
    }

    private static Optional<Long> fact(MemberReport report, HostFact fact) {
        return report.fact(fact)
                .filter(text -> text.matches("[1-9][0-9]{0,17}"))
                .map(Long::valueOf);
    }
}
