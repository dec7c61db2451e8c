package io.jgbench.coordination.workload.datagram;

import io.jgbench.coordination.words.FigureLines;
import io.jgbench.coordination.words.MemberTable;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.words.ResultTable;
import io.jgbench.coordination.workload.WorkloadSection;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The workload Datagram on the console. */
record DatagramSection(DatagramType.Run run) implements WorkloadSection {
    private static final int MOST_PAIRS = 24;

    @Override
    public String headline() {
        var spec = run.spec();
        int members = run.result().spec().members();
        return "%d of %d members publish packets of %s bytes to %s, %s, %s"
                .formatted(
                        spec.publishers(),
                        members,
                        Numbers.grouped(spec.packetBytes()),
                        spec.listeners() == members ? "all others" : "the last " + spec.listeners(),
                        spec.search().isPresent()
                                ? "looking for the highest rate"
                                : spec.bytesPerSecond()
                                        .map(rate -> Numbers.megabytes((double) rate) + " MB/s each"
                                                + FigureLines.arrivals(spec.arrivals()))
                                        .orElse("as fast as they can"),
                        spec.packets()
                                        .map(count -> Numbers.grouped(count) + " to each listener or ")
                                        .orElse("")
                                + "for "
                                + Numbers.seconds(spec.search()
                                        .map(search -> search.trialDuration())
                                        .orElse(spec.duration())
                                        .toNanos())
                                + " s" + (spec.search().isPresent() ? " a trial" : ""));
    }

    @Override
    public List<ResultTable> tables() {
        var columns = List.of("SENT", "SENT/S", "EXPECTED", "RECEIVED", "RECEIVED/S", "MISSING");
        var last = List.of(MemberTable.Last.DROPS, MemberTable.Last.REPORT);
        List<ResultTable> tables = new ArrayList<>();
        tables.add(new MemberTable(columns, last).of(run.result().members(), member -> memberRow(run.member(member))));
        var pairs = pairs();
        if (!pairs.isEmpty()) {
            tables.add(pairTable(pairs));
        }
        if (run.spec().search().isPresent()) {
            tables.addAll(new SearchTables(run).tables());
        }
        return tables;
    }

    @Override
    public List<PairGrid> grids() {
        return new DatagramGrids(run).grids();
    }

    private static List<String> memberRow(DatagramType.Member member) {
        var report = member.report();
        var figures = member.figures();
        return List.of(
                Numbers.grouped(report.sentMessages()),
                Numbers.rounded(figures.sentPacketsPerSecond()),
                Numbers.grouped(report.expected()),
                Numbers.grouped(report.received()),
                Numbers.rounded(figures.packetsPerSecond()),
                Numbers.grouped(report.expected() - report.received()));
    }

    private ResultTable pairTable(List<Pair> pairs) {
        return new ResultTable(
                Optional.empty(),
                List.of(
                        "FROM > TO",
                        "SENT",
                        "RECEIVED",
                        "MISSING",
                        "DUPL",
                        "ORDER",
                        "OFFSET",
                        "SUCCESS",
                        "PACKETS/S",
                        "MB/S"),
                pairs.stream()
                        .sorted(Comparator.comparingDouble(
                                        (Pair pair) -> pair.inbound().lossPpm())
                                .reversed())
                        .limit(MOST_PAIRS)
                        .map(this::row)
                        .toList(),
                pairs.size() > MOST_PAIRS
                        ? List.of("The " + MOST_PAIRS + " pairs with the most loss of " + pairs.size()
                                + "; all stand in the result file.")
                        : List.of());
    }

    private List<String> row(Pair pair) {
        var inbound = pair.inbound();
        return List.of(
                inbound.publisher() + " > " + pair.listener(),
                Numbers.grouped(inbound.sent()),
                Numbers.grouped(inbound.received()),
                Numbers.grouped(inbound.missing()),
                Numbers.grouped(inbound.duplicate()),
                Numbers.grouped(inbound.outOfOrder()),
                String.format(Locale.ROOT, "%.1f", inbound.averageOffset()),
                String.format(Locale.ROOT, "%.6f", 1 - inbound.lossPpm() / 1e6),
                Numbers.rounded(inbound.packetsPerSecond()),
                Numbers.megabytes(inbound.packetsPerSecond() * run.spec().packetBytes()));
    }

    private List<Pair> pairs() {
        return run.members().stream()
                .flatMap(member -> member.report().inbound().stream().map(inbound -> new Pair(member.index(), inbound)))
                .toList();
    }

    @Override
    public FigureLines figures() {
        var lines = new FigureLines();
        run.figures().ifPresent(figures -> {
            lines.add(
                    "Packet rate",
                    Numbers.rounded(figures.packetsPerSecond()) + " packets/s a listener, mean over listeners");
            lines.add("Throughput", Numbers.megabytes((double) figures.bytesPerSecond()) + " MB/s a listener");
            lines.add(
                    "Cluster",
                    "%s packets/s, %s MB/s, sum over listeners"
                            .formatted(Numbers.rounded(figures.clusterPacketsPerSecond()), Numbers.megabytes((double)
                                    figures.clusterBytesPerSecond())));
            figures.highestBytesPerSecond()
                    .ifPresent(rate -> lines.add(
                            "Highest rate",
                            Numbers.megabytes((double) rate) + " MB/s a publisher, over all its listeners"));
            figures.lateness().ifPresent(late -> lines.lateness("Sent late", late, "calls to the kernel"));
            figures.slotsWithinRatePermille()
                    .ifPresent(permille -> lines.add(
                            "Evenness",
                            Numbers.percent((double) permille) + " of the slots of 10 ms within 5 % of the rate"));
        });
        return lines;
    }

    @Override
    public FigureLines accounts() {
        var accounts = run.accounts();
        var lines = new FigureLines();
        if (run.figures().isPresent()) {
            lines.add(
                    "Packets",
                    "%s sent %s %s received + %s missing; %s duplicate, %s out of order"
                            .formatted(
                                    Numbers.grouped(accounts.sent()),
                                    accounts.addUp() ? "=" : "are not",
                                    Numbers.grouped(accounts.received()),
                                    Numbers.grouped(accounts.missing()),
                                    Numbers.grouped(accounts.duplicate()),
                                    Numbers.grouped(accounts.outOfOrder())));
        }
        return lines;
    }

    @Override
    public String validity() {
        return "between any two members, packets sent are those received and those missing.";
    }

    private record Pair(int listener, Inbound inbound) {}
}
