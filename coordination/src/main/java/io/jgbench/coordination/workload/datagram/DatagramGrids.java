package io.jgbench.coordination.workload.datagram;

import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.words.PairGrid.Cell;
import io.jgbench.coordination.words.PairGrid.HighIs;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** What each listener counted of each publisher's packets. */
record DatagramGrids(DatagramType.Run run) {
    private static final double PPM = 1e6;

    List<PairGrid> grids() {
        return List.of(
                grid(
                        "Packets missing, % of those sent",
                        "Counted by the listener against the number that the publisher says it sent.",
                        inbound -> inbound.lossPpm() / PPM,
                        Numbers::lossPercent,
                        HighIs.BAD),
                grid(
                        "Received, MB/s",
                        "From the first to the last packet of the publisher.",
                        inbound -> inbound.packetsPerSecond() * run.spec().packetBytes() / Numbers.MEGABYTE,
                        DatagramGrids::fourDigits,
                        HighIs.GOOD));
    }

    /** Ways whose shades differ must not show the same number. */
    private static String fourDigits(double megabytes) {
        return String.format(Locale.ROOT, megabytes < 10 ? "%.3f" : megabytes < 100 ? "%.2f" : "%,.1f", megabytes);
    }

    private PairGrid grid(
            String title, String meaning, ToDoubleFunction<Inbound> value, DoubleFunction<String> text, HighIs highIs) {
        List<String> names =
                run.result().members().stream().map(MemberResult::name).toList();
        return new PairGrid(
                title,
                meaning,
                names,
                run.members().stream()
                        .flatMap(listener -> listener.report().inbound().stream()
                                .filter(inbound -> inbound.sent() > 0)
                                .map(inbound -> cell(
                                        names.get(inbound.publisher()),
                                        listener.name(),
                                        value.applyAsDouble(inbound),
                                        text)))
                        .toList(),
                highIs);
    }

    private static Cell cell(String from, String to, double value, DoubleFunction<String> text) {
        return new Cell(from, to, value, text.apply(value));
    }
}
