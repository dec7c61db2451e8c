package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.EDivisive;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.result.SuiteLineage.Measured;
import io.jgbench.coordination.suite.result.SuiteLineage.Question;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Suites over time: a series of each cell's medians, and where its level changes. Two cells are the same if their
 * values on the axes and their workloads are equal. Other settings of a suite, such as its stack, may change over time.
 * A suite of another name that never had the same settings is a series of its own. So is a comparison of other arms.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION}
 * @param metric the figure, by its name in {@link VisitDigest#figures}
 * @param significance a change counts only if its p-value is at most this
 * @param series one for each cell, in the order in which cells were met
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record SuiteHistory(int schemaVersion, String metric, double significance, List<Series> series) {
    /** The version of this record as JSON. */
    public static final int SCHEMA_VERSION = 1;

    private static final int MOST_NAMED = 3;

    /** Copies the list. */
    public SuiteHistory {
        Objects.requireNonNull(metric, "metric");
        series = List.copyOf(series);
    }

    /** How many cells would be reported as changed if none had changed, as a sentence: each cell is tested alone. */
    public String byChance() {
        return String.format(
                Locale.ROOT,
                "By chance alone, at most %.1f %% of unchanged cells are reported as changed: %.2f of %d on average.",
                significance * 100,
                significance * series.size(),
                series.size());
    }

    /**
     * A suite that was stored.
     *
     * @param place where
     * @param result what it came to
     */
    public record Entry(String place, SuiteResult result) {}

    /**
     * A cell over time.
     *
     * @param cell its key; followed by the differences, if several series have this key because their workloads or
     *     other settings differ
     * @param points in the order of time
     * @param changes where its level changes
     */
    public record Series(String cell, List<Point> points, List<Change> changes) {

        /** Copies the lists. */
        public Series {
            Objects.requireNonNull(cell, "cell");
            points = List.copyOf(points);
            changes = List.copyOf(changes);
        }

        /** Whether it is known what hosts and JVMs the points on both sides of a change had. */
        public boolean knowsEnvironmentsAt(Change change) {
            return areEnvironmentsKnown(points, change.index());
        }
    }

    /**
     * A cell in one suite.
     *
     * @param time when the suite's last visit was over
     * @param suite the suite's name
     * @param place where it is stored
     * @param median over its rounds
     * @param interval its interval of 95 %; empty with fewer than 6 rounds
     * @param environmentHashes of its visits
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Point(
            Instant time,
            String suite,
            String place,
            double median,
            Optional<Interval> interval,
            List<String> environmentHashes) {

        /** What is absent in JSON is empty. */
        public Point {
            Objects.requireNonNull(time, "time");
            interval = interval == null ? Optional.empty() : interval;
            environmentHashes = List.copyOf(environmentHashes);
        }
    }

    /**
     * A change of a cell's level.
     *
     * @param index of the first point after it
     * @param before the median of the points since the change before
     * @param after the median of the points up to the next change
     * @param changePermille by how much the second is above the first, in thousandths of it; empty where that is 0
     * @param pValue the probability of such a change in points in random order
     * @param environmentChanged whether hosts or JVMs are known to have changed as well, between the points on both
     *     sides of it
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Change(
            int index,
            double before,
            double after,
            OptionalDouble changePermille,
            double pValue,
            boolean environmentChanged) {

        /** What is absent in JSON is empty. */
        public Change {
            changePermille = changePermille == null ? OptionalDouble.empty() : changePermille;
        }
    }

    /** What makes cells of two suites the same; axes may be declared in another order. */
    private record Key(Map<String, String> coordinates, Map<String, String> workload) {}

    /**
     * The history of suites.
     *
     * @param entries those that are stored, in any order; what is not over is left out, as its medians still change,
     *     and so is what has no figure of that name
     */
    public static SuiteHistory of(List<Entry> entries, String metric, EDivisive rule) {
        Map<Key, List<Measured>> points = new LinkedHashMap<>();
        Map<Key, String> cells = new HashMap<>();
        entries.stream()
                .filter(entry -> entry.result().phase().isOver())
                .filter(entry -> entry.result().completionTime().isPresent())
                .sorted(Comparator.comparing(
                        entry -> entry.result().completionTime().orElseThrow()))
                .forEach(entry -> entry.result()
                        .cells()
                        .forEach(cell -> point(entry, cell, metric).ifPresent(point -> {
                            Key key = new Key(cell.coordinates(), CellDefinition.workload(cell.definition()));
                            cells.put(key, cell.cell());
                            points.computeIfAbsent(key, _ -> new ArrayList<>())
                                    .add(new Measured(point, Question.of(entry.result()), cell.definition()));
                        })));
        return new SuiteHistory(
                SCHEMA_VERSION,
                metric,
                rule.significance(),
                points.entrySet().stream()
                        .flatMap(each -> series(name(each.getKey(), cells), each.getValue(), rule))
                        .toList());
    }

    /** One of cells whose suites set the same at some time, or several with the suites in their names. */
    private static Stream<Series> series(String name, List<Measured> measured, EDivisive rule) {
        List<SuiteLineage> lineages = SuiteLineage.of(measured);
        return lineages.stream().map(lineage -> {
            List<Point> points = lineage.points();
            String own = lineages.size() == 1 ? name : name + " (" + lineage.difference(lineages, MOST_NAMED) + ")";
            return new Series(own, points, changes(points, rule));
        });
    }

    /** Cells of one key that measured different workloads are told apart by what differs. */
    private static String name(Key key, Map<Key, String> cells) {
        String cell = Objects.requireNonNull(cells.get(key), "cell");
        String differences = cells.keySet().stream()
                .filter(other -> other.coordinates().equals(key.coordinates()))
                .flatMap(other -> CellDefinition.differences(key.workload(), other.workload()).stream())
                .distinct()
                .sorted()
                .limit(MOST_NAMED)
                .map(path -> path + " " + key.workload().getOrDefault(path, "not given"))
                .collect(Collectors.joining(", "));
        return differences.isEmpty() ? cell : cell + " (" + differences + ")";
    }

    private static Optional<Point> point(Entry entry, CellResult cell, String metric) {
        return Optional.ofNullable(cell.figures().get(metric))
                .filter(_ -> cell.mixture().isEmpty())
                .map(figure -> new Point(
                        entry.result().completionTime().orElseThrow(),
                        entry.result().suite(),
                        entry.place(),
                        figure.median(),
                        figure.interval(),
                        List.copyOf(cell.environmentHashes())));
    }

    private static List<Change> changes(List<Point> points, EDivisive rule) {
        double[] medians = points.stream().mapToDouble(Point::median).toArray();
        List<EDivisive.ChangePoint> found = rule.changePoints(medians);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            int from = i == 0 ? 0 : found.get(i - 1).index();
            int at = found.get(i).index();
            int to = i == found.size() - 1 ? points.size() : found.get(i + 1).index();
            double before = level(points.subList(from, at));
            double after = level(points.subList(at, to));
            changes.add(new Change(
                    at,
                    before,
                    after,
                    before == 0 ? OptionalDouble.empty() : OptionalDouble.of((after - before) * 1000 / before),
                    found.get(i).pValue(),
                    areEnvironmentsKnown(points, at)
                            && !points.get(at - 1)
                                    .environmentHashes()
                                    .equals(points.get(at).environmentHashes())));
        }
        return changes;
    }

    private static boolean areEnvironmentsKnown(List<Point> points, int at) {
        return !points.get(at - 1).environmentHashes().isEmpty()
                && !points.get(at).environmentHashes().isEmpty();
    }

    private static double level(List<Point> points) {
        return Spread.of(points.stream().mapToDouble(Point::median).toArray()).median();
    }
}
