package io.jgbench.report.html.history;

import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteHistory.Change;
import io.jgbench.coordination.suite.result.SuiteHistory.Point;
import io.jgbench.coordination.suite.result.SuiteHistory.Series;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.HistoryVerdict;
import io.jgbench.report.HistoryVerdict.Outcome;
import io.jgbench.report.UtcTime;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.KeyFigure;
import io.jgbench.report.html.Page;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.RepeatSection;
import io.jgbench.report.markup.Element;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The page of suites over time: where the level of a cell changed, and each cell's figures from suite to suite. */
public final class HistoryPage {
    private static final int MOST_CHANGES = 500;
    private static final int MOST_SUITES = 500;

    private final SuiteHistory history;
    private final HistoryVerdict verdict;
    private final String command;

    private HistoryPage(SuiteHistory history, String command) {
        this.history = history;
        this.verdict = new HistoryVerdict(history);
        this.command = command;
    }

    /**
     * The page as HTML, in UTF-8.
     *
     * @param history of at least one cell
     * @param command makes it again
     */
    public static String html(SuiteHistory history, String command) {
        return new HistoryPage(history, command).html();
    }

    /** By how much, or from where to where. */
    public static String text(Change change) {
        return change.changePermille().isPresent()
                ? Numbers.change(change.changePermille().getAsDouble() / 1000)
                : Numbers.figure(change.before()) + " to " + Numbers.figure(change.after());
    }

    private String html() {
        List<Point> suites = suites();
        return new Page(
                        "Suites over time",
                        "%s of %s in %s"
                                .formatted(
                                        history.metric(),
                                        Numbers.counted(history.series().size(), "cell"),
                                        Numbers.counted(suites.size(), "suite")),
                        "From %s to %s UTC."
                                .formatted(
                                        UtcTime.minute(suites.getFirst().time()),
                                        UtcTime.minute(suites.getLast().time())),
                        List.of(verdict(suites)),
                        Stream.of(
                                        changes(),
                                        new HistoryLevelsSection(history).section(),
                                        Optional.of(places(suites)),
                                        Optional.of(repeat()))
                                .flatMap(Optional::stream)
                                .toList(),
                        "Made by jgbench of stored suites. A cell's figure in a suite is the median over its valid"
                                + " rounds. Cells are the same where their values on the axes and their workload are."
                                + " This page holds all that it shows; it fetches nothing and runs no script.")
                .html();
    }

    /** Each suite once, the earliest first. */
    private List<Point> suites() {
        record Key(Instant time, String place) {}
        List<Key> met = new ArrayList<>();
        List<Point> suites = new ArrayList<>();
        history.series().stream()
                .flatMap(series -> series.points().stream())
                .sorted(Comparator.comparing(Point::time).thenComparing(Point::place))
                .forEach(point -> {
                    var key = new Key(point.time(), point.place());
                    if (met.isEmpty() || !met.getLast().equals(key)) {
                        met.add(key);
                        suites.add(point);
                    }
                });
        return suites;
    }

    private Element verdict(List<Point> suites) {
        var section = Element.of("section")
                .classed("verdict " + (verdict.outcome() == Outcome.NO_CHANGE ? "valid" : "not-valid"))
                .attribute("id", "verdict")
                .attribute("aria-labelledby", "verdict-heading")
                .with(
                        Element.of("h2", verdict.heading()).attribute("id", "verdict-heading"),
                        Element.of("p", lead()).classed("lead"),
                        Element.of("p", howItWasFound()));
        return Element.of(
                "div",
                section,
                Element.of("dl")
                        .classed("key")
                        .with(Stream.of(
                                        new KeyFigure("Suites", Numbers.grouped(suites.size()), ""),
                                        new KeyFigure(
                                                "Cells",
                                                Numbers.grouped(history.series().size()),
                                                ""),
                                        new KeyFigure("Changes", Numbers.grouped(verdict.changes()), "of level"))
                                .map(KeyFigure::element)));
    }

    private String lead() {
        return switch (verdict.outcome()) {
            case CHANGED ->
                "%s of level in %d of %s."
                        .formatted(
                                Numbers.counted(verdict.changes(), "change"),
                                history.series().stream()
                                        .filter(series -> !series.changes().isEmpty())
                                        .count(),
                                Numbers.counted(history.series().size(), "cell"));
            case NO_CHANGE -> "No cell's level changed.";
            case TOO_FEW_SUITES -> "No change of a cell's level can be found yet.";
        };
    }

    private String howItWasFound() {
        return switch (verdict.outcome()) {
            case CHANGED, NO_CHANGE ->
                "Found by e-divisive with a permutation test. " + history.byChance()
                        + verdict.tooShort().map(" "::concat).orElse("");
            case TOO_FEW_SUITES -> verdict.whatItTakes();
        };
    }

    private Optional<PageSection> changes() {
        List<List<String>> rows = history.series().stream()
                .flatMap(series -> series.changes().stream().map(change -> row(series, change)))
                .limit(MOST_CHANGES)
                .toList();
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new PageSection(
                        "changes",
                        "Changes",
                        List.of(new DataTable(
                                        "Where the level of a cell changed"
                                                + (rows.size() < verdict.changes() ? ", the first " + rows.size() : ""),
                                        List.of("CELL", "SINCE", "SUITE", "BEFORE", "AFTER", "CHANGE", "P", "HOSTS"),
                                        rows,
                                        Kind.NUMBERS)
                                .element())));
    }

    private static List<String> row(Series series, Change change) {
        Point first = series.points().get(change.index());
        return List.of(
                series.cell(),
                UtcTime.minute(first.time()),
                first.suite(),
                Numbers.figure(change.before()),
                Numbers.figure(change.after()),
                text(change),
                Numbers.probability(change.pValue()),
                hosts(series, change));
    }

    private static String hosts(Series series, Change change) {
        if (!series.knowsEnvironmentsAt(change)) {
            return "not known";
        }
        return change.environmentChanged() ? "changed as well" : "the same";
    }

    private PageSection places(List<Point> suites) {
        List<List<String>> rows = suites.reversed().stream()
                .limit(MOST_SUITES)
                .map(point -> List.of(
                        point.place().isEmpty() ? "." : point.place(), point.suite(), UtcTime.minute(point.time())))
                .toList();
        return new PageSection(
                "suites",
                "Suites",
                List.of(new DataTable(
                                rows.size() < suites.size()
                                        ? "The last " + rows.size() + " of " + suites.size() + " suites"
                                        : "All suites, the last one first",
                                List.of("PLACE", "SUITE", "LAST VISIT OVER"),
                                rows,
                                Kind.TEXTS)
                        .element()));
    }

    private PageSection repeat() {
        return new PageSection(
                "repeat",
                "How to repeat it",
                List.of(
                        Element.of("p", "List them again, with those that came since:"),
                        RepeatSection.text("The command", command)));
    }
}
