package io.jgbench.coordination.workload.datagram;

import static io.jgbench.coordination.judge.Wording.grouped;
import static io.jgbench.coordination.judge.Wording.percent;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.judge.GeneratorRule;
import io.jgbench.coordination.judge.Wording;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TargetRate;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.SearchTrial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Looks for what was lost between which members, and for publishers that sent otherwise than asked for.
 *
 * <p>Loss is what this workload measures: it warns, and invalidates only where it is more than the run allows. A member
 * that nothing reached of a publisher makes the run invalid, as there is no rate.
 */
final class DatagramJudge {
    private static final int SLOTS_WITHIN_RATE_LEAST_PERMILLE = 900;
    private static final int MOST_PAIRS_NAMED = 8;

    /** With fewer packets in a piece, drops are as many as packets as far as anybody sees. */
    private static final double SEVERAL_PACKETS = 1.05;

    /** A quarter of the slots by which evenness is measured: what is due in less goes at once as a matter of course. */
    private static final Duration LATE = Duration.ofNanos(2_500_000);

    private final DatagramType.Evidence evidence;
    private final DatagramSpec spec;
    private final List<DatagramType.Member> members;
    private final DatagramAccounts accounts;
    private final List<Finding> findings = new ArrayList<>();

    DatagramJudge(DatagramType.Evidence evidence, DatagramAccounts accounts) {
        this.evidence = evidence;
        this.spec = evidence.spec();
        this.members = evidence.complete();
        this.accounts = accounts;
    }

    List<Finding> findings() {
        pathsThatSwallowLargePackets();
        searchThatFoundNothing();
        pairsOfWhichNothingArrived();
        listenersWithoutARate();
        packetsMissing();
        packets(Reason.DUPLICATED, "arrived more than once", Inbound::duplicate);
        packets(Reason.REORDERED, "arrived after a later one", Inbound::outOfOrder);
        packets(Reason.PACKETS_CORRUPT, "had another content than was sent", Inbound::corrupt);
        accountsThatDiffer();
        ratesThatWereNotKept();
        searchThatCouldNotSendWhatWasAskedFor();
        ratesThatWereUneven();
        publishersThatWereLate();
        return findings;
    }

    private void pathsThatSwallowLargePackets() {
        var where = pairs().stream()
                .filter(pair -> pair.probe().isPresent()
                        && pair.inbound().smallProbesReceived() > 0
                        && pair.inbound().probesReceived() == 0
                        && pair.probe().get().probes() > 0)
                .map(pair -> pair.names() + " (" + pair.probe().orElseThrow().probeBytes() + " bytes)")
                .limit(MOST_PAIRS_NAMED)
                .collect(Collectors.joining(", "));
        if (!where.isEmpty()) {
            add(
                    Reason.MTU_BLACK_HOLE,
                    "Packets that fill the publisher's MTU and must not be fragmented never arrive, small ones do, and"
                            + " no router says why: " + where + ". Some part of the path has a smaller MTU.");
        }
    }

    private void searchThatFoundNothing() {
        boolean none = members.stream().noneMatch(member -> member.report().foundBytesPerSecond() > 0);
        if (spec.search().isPresent() && evidence.allComplete() && none) {
            List<SearchTrial> trials = members.getFirst().report().trials();
            add(
                    Reason.NO_RATE_FOUND,
                    trials.stream()
                            .filter(SearchTrial::passed)
                            .map(SearchTrial::sentBytesPerSecond)
                            .max(Comparator.naturalOrder())
                            .map(highest -> notConfirmed(spec.search().orElseThrow(), trials.size(), highest))
                            .orElseGet(() -> ("At no rate did each pair lose %s packets in a million or fewer, in %d"
                                            + " trials: this network is not fit.")
                                    .formatted(
                                            grouped(spec.maxLossPpm().orElse(DatagramSearch.DEFAULT_MAX_LOSS_PPM)),
                                            trials.size())));
        }
    }

    private static String notConfirmed(DatagramSearch search, int trials, long highest) {
        return ("No rate that passed a trial passed %s in a row as well (search.confirmations), in %d trials; the"
                        + " highest that passed one was %s MB/s a publisher.")
                .formatted(Numbers.counted(search.confirmations(), "more trial"), trials, Numbers.megabytes((double)
                        highest));
    }

    private void pairsOfWhichNothingArrived() {
        var where = named(Inbound::missing, pair -> pair.inbound().received() == 0, _ -> "");
        where.ifPresent(pairs -> add(Reason.TOO_FEW_MESSAGES, "No packet arrived from " + pairs + "."));
    }

    private void listenersWithoutARate() {
        Wording.names(
                        members,
                        member -> member.report().received() > 0
                                && member.figures().packetsPerSecond() == 0)
                .ifPresent(without -> add(
                        Reason.TOO_FEW_MESSAGES,
                        "A rate needs two packets at different times; this is not so at " + without
                                + ". Publish more packets, or for longer (datagram.duration)."));
    }

    private void packetsMissing() {
        if (accounts.missing() <= 0) {
            return;
        }
        boolean tooMany = spec.maxLossPpm()
                .map(most -> pairs().stream().anyMatch(pair -> pair.inbound().lossPpm() > most))
                .orElse(false);
        var where = named(
                Inbound::missing,
                pair -> pair.inbound().missing() > 0,
                pair -> " " + grouped(pair.inbound().missing()) + " ("
                        + percent(pair.inbound().missing(), pair.inbound().sent()) + ")");
        where.ifPresent(pairs -> findings.add(Reason.MESSAGES_MISSING.found(
                WorkloadSettings.Type.DATAGRAM,
                tooMany ? Severity.INVALID : Severity.WARNING,
                "%s of %s packets (%s) did not arrive: %s.%s%s"
                        .formatted(
                                grouped(accounts.missing()),
                                grouped(accounts.sent()),
                                percent(accounts.missing(), accounts.sent()),
                                pairs,
                                tooMany
                                        ? " datagram.maxLossPpm allows "
                                                + grouped(spec.maxLossPpm().orElseThrow()) + " in a million."
                                        : "",
                                packetsTooLate() + packetsOfADrop() + packetsFiltered() + packetsOfStrangers()))));
    }

    /** Duplicates may be among them: no more are late than are missing. */
    private String packetsTooLate() {
        return Wording.counted(
                        members,
                        member -> member.report().inbound().stream()
                                .mapToLong(inbound -> Math.max(0, Math.min(inbound.missing(), inbound.late())))
                                .sum())
                .map(where -> " Some arrived, but too late to be counted: " + where
                        + ". A longer datagram.rxTimeout may wait for them.")
                .orElse("");
    }

    private String packetsFiltered() {
        return Wording.where(
                        members,
                        member -> member.report().socket().filtered() > 0,
                        member -> grouped(member.report().socket().filtered()))
                .map(where ->
                        " The packet filter of the publisher's own host dropped some (iptables, nftables, or a full"
                                + " table of connections), the warm-up's included: " + where + ".")
                .orElse("");
    }

    /** They fill a socket's buffer as the run's own do. */
    private String packetsOfStrangers() {
        return Wording.where(
                        members,
                        member -> member.report().strangers() > 0,
                        member -> grouped(member.report().strangers()))
                .map(where -> " Packets of other runs or programs came to the sockets as well: " + where + ".")
                .orElse("");
    }

    private String packetsOfADrop() {
        return members.stream()
                .filter(member -> member.result().counter(Counters.UDP_RECEIVE_BUFFER_DROPS) > 0)
                .mapToDouble(member -> member.report().socket().packetsPerPiece())
                .max()
                .stream()
                .filter(packets -> packets >= SEVERAL_PACKETS)
                .mapToObj(packets -> String.format(
                        Locale.ROOT,
                        " Each drop that a kernel counts was a joined piece (UDP_GRO), of up to %.1f packets on"
                                + " average.",
                        packets))
                .findAny()
                .orElse("");
    }

    private void packets(Reason reason, String what, ToLongFunction<Inbound> count) {
        long found = pairs().stream()
                .mapToLong(pair -> count.applyAsLong(pair.inbound()))
                .sum();
        named(
                        count,
                        pair -> count.applyAsLong(pair.inbound()) > 0,
                        pair -> " " + grouped(count.applyAsLong(pair.inbound())))
                .ifPresent(pairs -> add(reason, grouped(found) + " packets " + what + ": " + pairs + "."));
    }

    private void accountsThatDiffer() {
        if (evidence.allComplete() && !accounts.addUp()) {
            add(
                    Reason.ACCOUNTS_DIFFER,
                    ("%s packets sent are not the %s received and %s missing, or two members differ on them (%d of %d"
                                    + " pairs).")
                            .formatted(
                                    grouped(accounts.sent()),
                                    grouped(accounts.received()),
                                    grouped(accounts.missing()),
                                    accounts.pairsThatDiffer(),
                                    accounts.pairs()));
        }
    }

    private void ratesThatWereNotKept() {
        spec.bytesPerSecond().filter(_ -> spec.search().isEmpty()).ifPresent(rate -> {
            var asked = new TargetRate((double) rate / spec.packetBytes());
            Wording.where(
                            members.stream()
                                    .filter(member -> member.report().openLoop().isPresent())
                                    .toList(),
                            member -> asked.isMissedBy(sentPerSecond(member, asked)),
                            member -> grouped(Math.round(sentPerSecond(member, asked))))
                    .ifPresent(where -> add(
                            Reason.TARGET_RATE_MISSED,
                            "Fewer packets a second than the %s that datagram.rate asks for were sent: %s."
                                    .formatted(grouped(Math.round(asked.perSecond())), where)));
        });
    }

    private static double sentPerSecond(DatagramType.Member member, TargetRate asked) {
        return asked.perSecond() * member.report().openLoop().orElseThrow().keptShare();
    }

    private void searchThatCouldNotSendWhatWasAskedFor() {
        long found = members.stream()
                .mapToLong(member -> member.report().foundBytesPerSecond())
                .max()
                .orElse(0);
        boolean noneLost = members.stream()
                .flatMap(member -> member.report().trials().stream())
                .allMatch(SearchTrial::passed);
        if (spec.search().isEmpty() || spec.bytesPerSecond().isEmpty() || found == 0 || !noneLost) {
            return;
        }
        long asked = spec.bytesPerSecond().get();
        double enough = asked * (1 - spec.search().get().resolutionPermille() / 1000.0);
        Wording.where(
                        members,
                        member -> found < enough && mostSent(member) > 0 && mostSent(member) < enough,
                        member -> "sent " + grouped(mostSent(member)))
                .ifPresent(where -> add(
                        Reason.TARGET_RATE_MISSED,
                        ("No trial lost too much: the %s bytes a second that were found are what could be sent of the"
                                        + " %s that datagram.rate asks for, and the network may carry more:"
                                        + " %s at the most.")
                                .formatted(grouped(found), grouped(asked), where)));
    }

    private static long mostSent(DatagramType.Member member) {
        return member.report().trials().stream()
                .mapToLong(SearchTrial::sentBytesPerSecond)
                .max()
                .orElse(0);
    }

    private void ratesThatWereUneven() {
        Wording.where(
                        members,
                        member -> member.report().slots() > 0
                                && permille(member.report()) < SLOTS_WITHIN_RATE_LEAST_PERMILLE,
                        member -> String.format(Locale.ROOT, "%.1f %%", permille(member.report()) / 10.0))
                .ifPresent(where -> findings.add(Reason.RATE_UNEVEN.found(
                        WorkloadSettings.Type.DATAGRAM,
                        accounts.missing() > 0 ? Severity.WARNING : Severity.INFO,
                        ("The rate was kept within 5 %% in fewer than %d %% of the slots of 10 ms: %s."
                                        + " Its bursts lose more than the rate would.")
                                .formatted(SLOTS_WITHIN_RATE_LEAST_PERMILLE / 10, where))));
    }

    private void publishersThatWereLate() {
        if (spec.search().isEmpty()) {
            GeneratorRule.evidenceOfBursts(evidence.generators(), LATE)
                    .ifPresent(found -> add(Reason.GENERATOR_LATE, found));
        }
    }

    private static long permille(DatagramReport report) {
        return report.slotsWithinRate() * 1000 / report.slots();
    }

    /** The pairs with most of what is counted come first. */
    private Optional<String> named(
            ToLongFunction<Inbound> count, Predicate<Pair> which, Function<Pair, String> addition) {
        List<Pair> found = pairs().stream()
                .filter(which)
                .sorted(Comparator.comparingLong((Pair pair) -> count.applyAsLong(pair.inbound()))
                        .reversed())
                .toList();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var names = found.stream()
                .limit(MOST_PAIRS_NAMED)
                .map(pair -> pair.names() + addition.apply(pair))
                .collect(Collectors.joining(", "));
        int more = found.size() - MOST_PAIRS_NAMED;
        return Optional.of(more > 0 ? names + " and " + more + " more pairs" : names);
    }

    private List<Pair> pairs() {
        return members.stream()
                .flatMap(listener -> listener.report().inbound().stream()
                        .map(inbound -> new Pair(
                                evidence.all().get(inbound.publisher()).name() + " to " + listener.name(),
                                inbound,
                                probe(inbound.publisher(), listener.index()))))
                .toList();
    }

    private Optional<Outbound> probe(int publisher, int listener) {
        return evidence.members().stream()
                .filter(member -> member.index() == publisher)
                .flatMap(member -> member.report().outbound().stream())
                .filter(outbound -> outbound.listener() == listener)
                .findFirst();
    }

    private void add(Reason reason, String evidence) {
        findings.add(reason.found(WorkloadSettings.Type.DATAGRAM, evidence));
    }

    private record Pair(String names, Inbound inbound, Optional<Outbound> probe) {}
}
