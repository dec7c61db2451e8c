package io.jgbench.coordination.workload.datagram;

import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.ResultTable;
import io.jgbench.coordination.workload.datagram.DatagramReport.SearchTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The trials of a search, and a matrix of what each pair of members can carry: is this network fit? */
record SearchTables(DatagramType.Run run) {
    /** A wider matrix does not fit a console; the result file has all. */
    private static final int WIDEST_MATRIX = 12;

    private static final double PPM = 1e6;

    List<ResultTable> tables() {
        List<DatagramReport> reports =
                run.members().stream().map(DatagramType.Member::report).toList();
        if (seenByAll(reports) == 0) {
            return List.of();
        }
        boolean hasMatrix = reports.size() == run.result().members().size() && reports.size() <= WIDEST_MATRIX;
        return hasMatrix ? List.of(trials(reports), matrix(reports)) : List.of(trials(reports));
    }

    /** How many trials all have done, as a search that was cut off has left some with fewer. */
    private static int seenByAll(List<DatagramReport> reports) {
        return reports.stream().mapToInt(report -> report.trials().size()).min().orElse(0);
    }

    private static ResultTable trials(List<DatagramReport> reports) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < seenByAll(reports); i++) {
            int number = i;
            List<SearchTrial> seen =
                    reports.stream().map(report -> report.trials().get(number)).toList();
            double worst = seen.stream()
                    .flatMap(trial -> trial.losses().stream())
                    .mapToDouble(loss -> loss.lossPpm())
                    .max()
                    .orElse(0);
            long asked = seen.getFirst().askedBytesPerSecond();
            rows.add(List.of(
                    String.valueOf(i + 1),
                    asked == 0 ? "no limit" : Numbers.megabytes((double) asked),
                    Numbers.megabytes((double) sent(seen)),
                    Numbers.lossPercent(worst / PPM) + " %",
                    seen.getFirst().passed() ? "passed" : "too much"));
        }
        return new ResultTable(List.of("TRIAL", "MB/S ASKED", "MB/S SENT", "WORST LOSS", "OUTCOME"), rows);
    }

    /** What the slowest publisher sent. */
    private static long sent(List<SearchTrial> seen) {
        return seen.stream()
                .mapToLong(SearchTrial::sentBytesPerSecond)
                .filter(sent -> sent > 0)
                .min()
                .orElse(0);
    }

    private ResultTable matrix(List<DatagramReport> reports) {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("FROM"));
        IntStream.range(0, reports.size()).forEach(to -> head.add("TO " + to));
        for (int from = 0; from < reports.size(); from++) {
            List<String> row = new ArrayList<>(List.of(String.valueOf(from)));
            for (int to = 0; to < reports.size(); to++) {
                OptionalLong most = most(reports, from, to);
                row.add(most.isPresent() ? Numbers.megabytes((double) most.getAsLong()) : "-");
            }
            rows.add(row);
        }
        return new ResultTable(
                Optional.of("Highest MB/s of a publisher at which a pair kept within the bound, in any trial"
                        + " (row to column)"),
                head,
                rows,
                List.of());
    }

    private OptionalLong most(List<DatagramReport> reports, int from, int to) {
        int bound = run.spec().maxLossPpm().orElse(DatagramSearch.DEFAULT_MAX_LOSS_PPM);
        List<SearchTrial> sent = reports.get(from).trials();
        List<SearchTrial> seen = reports.get(to).trials();
        return IntStream.range(0, Math.min(sent.size(), seen.size()))
                .filter(i -> seen.get(i).losses().stream()
                        .anyMatch(loss -> loss.publisher() == from && loss.lossPpm() <= bound))
                .mapToLong(i -> sent.get(i).sentBytesPerSecond())
                .max();
    }
}
