package io.jgbench.report.console;

import io.jgbench.coordination.pairs.LossPlace;
import io.jgbench.coordination.pairs.LossUnit.Cell;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.words.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** From whom to whom how much was lost, where that is enough to tell something. */
final class LossTable {
    /** A healthy run shows less. */
    private static final double LEAST_SHARE = 0.002;

    /** More columns do not fit a line. */
    private static final int MOST_MEMBERS = 8;

    private LossTable() {}

    static List<String> of(RunResult run) {
        return run.members().size() > MOST_MEMBERS
                ? List.of()
                : run.pairs()
                        .losses()
                        .filter(place -> place.isEnoughToTell() && place.share() >= LEAST_SHARE)
                        .map(place -> lines(run, place))
                        .orElse(List.of());
    }

    /** Members in the columns go by their index where their names make lines too long. */
    private static List<String> lines(RunResult run, LossPlace place) {
        List<String> table = table(run, place, MemberResult::name);
        boolean fits = table.stream().allMatch(line -> line.length() <= ConsoleReport.WIDTH);
        var lines = new ArrayList<>(List.of("Lost of the " + place.unit().word() + ", and sent again"));
        lines.addAll(fits ? table : table(run, place, member -> Integer.toString(member.index())));
        return lines;
    }

    private static List<String> table(RunResult run, LossPlace place, Function<MemberResult, String> heading) {
        Map<List<String>, Cell> cells = place.unit().cells(run.pairs().worst()).stream()
                .collect(Collectors.toMap(cell -> List.of(cell.from(), cell.to()), Function.identity()));
        List<String> names = run.members().stream().map(MemberResult::name).toList();
        var table = new TextTable(ConsoleReport.WIDTH);
        var head = new ArrayList<>(List.of("FROM"));
        run.members().forEach(member -> head.add("TO " + heading.apply(member)));
        table.row(head);
        for (String from : names) {
            var row = new ArrayList<>(List.of(from));
            for (String to : names) {
                Cell cell = cells.get(List.of(from, to));
                row.add(cell == null ? "-" : String.format(Locale.ROOT, "%.2f %%", cell.share() * 100));
            }
            table.row(row);
        }
        return table.lines();
    }
}
