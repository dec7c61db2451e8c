package io.jgbench.report.html.run;

import io.jgbench.coordination.pairs.LossUnit;
import io.jgbench.coordination.pairs.Pair;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.words.PairGrid.Cell;
import io.jgbench.coordination.words.PairGrid.HighIs;
import io.jgbench.report.html.HeatMap;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was lost on the way from each member to each other one, and who waited for whom.
 *
 * @param run the run
 * @param ofWorkload what the workload itself counted
 */
public record PairsSection(RunResult run, List<PairGrid> ofWorkload) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The section; empty where nothing is known of any pair. */
    public Optional<PageSection> section() {
        boolean isWhole = run.pairs().leftOut() == 0;
        List<PairGrid> grids = new ArrayList<>(ofWorkload);
        for (LossUnit unit : LossUnit.values()) {
            grids.add(losses(unit));
        }
        grids.add(waits(
                "Waited for flow control, s",
                "How long senders of the row waited for credits while those of the column were the lowest, summed over"
                        + " their threads.",
                Pair::creditWaitNanos));
        grids.add(waits(
                "Waited for TCP's window, s",
                "How long the row had data to send while the column had no room, because it had not read earlier"
                        + " data.",
                Pair::tcpWaitNanos));
        List<Node> content = new ArrayList<>();
        grids.stream()
                .filter(PairsSection::tells)
                .forEach(grid -> content.addAll(new HeatMap(grid, isWhole || ofWorkload.contains(grid)).elements()));
        Map<Integer, List<PairGrid>> nothing = grids.stream()
                .filter(grid -> !grid.cells().isEmpty() && !tells(grid))
                .collect(Collectors.groupingBy(grid -> grid.cells().size(), TreeMap::new, Collectors.toList()));
        nothing.forEach((known, all) -> content.add(Element.of(
                "p",
                "Zero on " + ways(known) + ": "
                        + all.stream().map(PairGrid::title).collect(Collectors.joining("; ")) + ".")));
        if (!isWhole) {
            content.add(Element.of(
                    "p", run.pairs().leftOut() + " further ways without larger losses are not in the stored result."));
        }
        return content.isEmpty()
                ? Optional.empty()
                : Optional.of(new PageSection("pairs", "From member to member", content));
    }

    /** A member that left no report, or does not count, says nothing of the ways to it. */
    private String ways(int known) {
        if (run.pairs().leftOut() > 0) {
            return "each way that is stored";
        }
        int all = run.members().size() * (run.members().size() - 1);
        return known >= all ? "every way" : "the " + known + " of " + all + " ways on which it is known";
    }

    private static boolean tells(PairGrid grid) {
        return grid.cells().stream().anyMatch(cell -> cell.value() > 0);
    }

    private PairGrid losses(LossUnit unit) {
        return grid(
                "Lost and sent again, % of the " + unit.word(),
                "Counted where the losses are seen: by the receiver that had to ask, or by the sender's TCP.",
                unit.cells(run.pairs().worst()).stream()
                        .map(cell ->
                                new Cell(cell.from(), cell.to(), cell.share(), Numbers.lossPercent(cell.share()))));
    }

    private PairGrid waits(String title, String meaning, Function<Pair, Optional<Long>> nanos) {
        return grid(
                title,
                meaning,
                run.pairs().worst().stream()
                        .flatMap(pair -> nanos
                                .apply(pair)
                                .map(waited -> new Cell(pair.from(), pair.to(), (double) waited, seconds(waited)))
                                .stream()));
    }

    private PairGrid grid(String title, String meaning, Stream<Cell> cells) {
        return new PairGrid(
                title, meaning, run.members().stream().map(MemberResult::name).toList(), cells.toList(), HighIs.BAD);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, nanos == 0 ? "%.0f" : "%.2f", nanos / NANOS_PER_SECOND);
    }
}
