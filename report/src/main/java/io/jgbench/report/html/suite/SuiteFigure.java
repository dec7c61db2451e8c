package io.jgbench.report.html.suite;

import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.report.chart.Magnitude;
import io.jgbench.report.papers.PublishedPoint;
import io.jgbench.report.papers.PublishedPoint.Range;
import io.jgbench.report.stored.StoredSuite;
import java.util.List;
import java.util.Optional;

/** The figures of a cell that are drawn. */
enum SuiteFigure {
    /** Payload that a member gets, bytes a second. */
    THROUGHPUT("throughput", "Throughput of a %s", VisitDigest.BYTES_PER_SECOND),
    /** Units of work of a member, a second. */
    RATE("rate", "Rate of a %s", VisitDigest.UNITS_PER_SECOND),
    /** Payload that a member gets, as a share of the line rate, in percent. */
    LINE_SHARE("line-share", "Share of the line rate", VisitDigest.BYTES_PER_SECOND);

    private static final String WHOSE = "%s";
    private static final String LIMIT = "limitBytesPerSecond";

    private final String id;
    private final String title;
    private final String key;

    SuiteFigure(String id, String title, String key) {
        this.id = id;
        this.title = title;
        this.key = key;
    }

    /**
     * A figure with its interval.
     *
     * @param median over the rounds
     * @param low the lower end of its interval; the median without one
     * @param high the upper end
     */
    record Measured(double median, double low, double high) {

        boolean hasInterval() {
            return high > low;
        }
    }

    String id() {
        return id;
    }

    /** Names whose figure it is; a member's where cells have different ones, or it is not known what was done. */
    String title(StoredSuite suite) {
        List<String> whose = suite.specs().values().stream()
                .map(spec -> Workloads.rate(spec.workload()).of())
                .distinct()
                .toList();
        return title.replace(WHOSE, whose.size() == 1 ? whose.getFirst() : "member");
    }

    /** That of a cell; empty where it has no valid visit, or no line rate is known of which it would be a share. */
    Optional<Measured> of(CellResult cell) {
        return figure(cell, key)
                .flatMap(summary -> factor(cell).map(factor -> {
                    double median = summary.median();
                    return new Measured(
                            median * factor,
                            summary.interval().map(Interval::low).orElse(median) * factor,
                            summary.interval().map(Interval::high).orElse(median) * factor);
                }));
    }

    /** The upper end of the largest one of all cells; 0 where none has a valid figure. */
    double largest(SuiteResult suite) {
        return suite.cells().stream()
                .flatMap(cell -> of(cell).stream())
                .mapToDouble(Measured::high)
                .max()
                .orElse(0);
    }

    /** The most of it that the network allows the cell; empty where that is not known. */
    Optional<Double> limit(CellResult cell) {
        Optional<Double> bytes = figure(cell, LIMIT).map(FigureSummary::median);
        return switch (this) {
            case THROUGHPUT -> bytes;
            case LINE_SHARE -> bytes.flatMap(most -> factor(cell).map(factor -> most * factor));
            case RATE ->
                bytes.flatMap(most -> figure(cell, VisitDigest.BYTES_PER_SECOND)
                        .map(FigureSummary::median)
                        .filter(median -> median > 0)
                        .flatMap(median -> figure(cell, key).map(units -> most * units.median() / median)));
        };
    }

    /** That of a published point, with messages of one of its sizes. */
    Range of(PublishedPoint point, int messageBytes) {
        return switch (this) {
            case THROUGHPUT -> point.bytesPerSecond(messageBytes);
            case RATE -> point.unitsPerSecond();
            case LINE_SHARE -> point.bytesPerSecond(messageBytes).times(100.0 / point.lineBytesPerSecond());
        };
    }

    private Optional<Double> factor(CellResult cell) {
        return this == LINE_SHARE ? lineBytesPerSecond(cell).map(line -> 100 / line) : Optional.of(1.0);
    }

    /** The line rate of a cell's network, bytes a second; empty where it is not known. */
    static Optional<Double> lineBytesPerSecond(CellResult cell) {
        return figure(cell, VisitDigest.LINE_BYTES_PER_SECOND)
                .map(FigureSummary::median)
                .filter(line -> line > 0);
    }

    private static Optional<FigureSummary> figure(CellResult cell, String key) {
        return Optional.ofNullable(cell.figures().get(key));
    }

    /** How numbers up to this one are told. */
    Magnitude magnitude(double largest, SuiteResult suite) {
        return switch (this) {
            case THROUGHPUT -> new Magnitude(Numbers.MEGABYTE, "MB/s");
            case RATE -> Magnitude.ofCounts(largest, suite.unitOfWork() + "/s");
            case LINE_SHARE -> new Magnitude(1, "% of the line rate");
        };
    }

    /** The unit of {@link #text}. */
    String unit(SuiteResult suite) {
        return this == RATE ? suite.unitOfWork() + "/s" : magnitude(1, suite).unit();
    }

    /** A number without its unit. */
    String text(double value) {
        return switch (this) {
            case THROUGHPUT -> Numbers.megabytes(value);
            case RATE -> Numbers.rounded(value);
            case LINE_SHARE -> Numbers.share(value);
        };
    }
}
