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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the members' reports say of where the time went.
 *
 * @param evidence of a run whose members all did their whole workload
 * @param members those
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
    RunLoad of(WorkloadAnalysis analysis) {
        return new RunLoad(
                members.stream().map(this::load).toList(),
                analysis.request(),
                analysis.singleCaller(),
                analysis.requestedProcessing(),
                analysis.senderThreads(),
                window(),
                standstill);
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
                .measuredNanos(report.measuredNanos())
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
                .lostMessages(report.workload().lostMessages())
                .messagesPerDrop(report.workload().messagesPerDrop())
                .packetsPerMessage(
                        report.framing().packets(evidence.spec().workload().largestMessageBytes()))
                .counters(counters(member, report.workload()))
                .build();
    }

    /** Nothing is known of it without samples. */
    private long silentNanos(MemberReport report) {
        long end = arrivals.endNanos();
        return end == 0 ? 0 : Math.max(0, report.measuredNanos() - end);
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
    private Map<String, Long> counters(MemberResult member, WorkloadReport workload) {
        var counters = new HashMap<>(member.counters());
        if (anyMissesSome()) {
            for (WorkloadReport.Missed missed : workload.missed(member.index())) {
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
                .anyMatch(report -> report.workload().lostMessages() > 0);
    }

    /** Where units end the run, all wait for the slowest sender, and the time until then says nothing of the others. */
    private long sendingNanos(MemberResult member) {
        long measured = member.report().orElseThrow().measuredNanos();
        if (evidence.spec().workload().measuredFor().isPresent()) {
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
