package io.jgbench.operator.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.api.v1alpha1.StatusVisits;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How suites stand, as metrics: how many there are in which state, how many of whose visits came to what, and the
 * figures of their cells so far. Those of a suite are gone when it is.
 */
public final class SuiteMetrics {
    private static final List<CellFigure> FIGURES = List.of(
            new CellFigure(
                    "bytes.per.second",
                    "Median throughput of a cell's valid visits so far",
                    StatusCell::bytesPerSecond),
            new CellFigure(
                    "units.per.second",
                    "Median rate of a cell's valid visits so far, messages or requests",
                    StatusCell::unitsPerSecond),
            new CellFigure(
                    "units.per.second.low",
                    "Lower bound of the 95 % interval of that rate",
                    StatusCell::unitsPerSecondLow),
            new CellFigure(
                    "units.per.second.high",
                    "Upper bound of the 95 % interval of that rate",
                    StatusCell::unitsPerSecondHigh),
            new CellFigure(
                    "spread.permille",
                    "Highest less lowest rate of a cell's valid visits so far, in thousandths of the median",
                    StatusCell::spreadPermille));

    private final MeterRegistry registry;
    private final Map<String, Shown> shown = new ConcurrentHashMap<>();

    /** Registers the metrics here. */
    public SuiteMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Counts the suites of a cache by state, whenever the metrics are read. */
    public void countFrom(Supplier<Stream<BenchmarkSuite>> suites) {
        for (SuiteConditionReason state : SuiteConditionType.SUCCEEDED.reasons()) {
            Gauge.builder("jgbench.suites", () -> count(suites, state))
                    .description("Suites by state, the reason of their condition Succeeded")
                    .tag("state", state.label())
                    .register(registry);
        }
    }

    private static long count(Supplier<Stream<BenchmarkSuite>> suites, SuiteConditionReason state) {
        return suites.get()
                .filter(suite -> suite.hasReason(SuiteConditionType.SUCCEEDED, state))
                .count();
    }

    /**
     * Shows what a suite's status says.
     *
     * @param rounds how often each of its cells is to be measured; null where that is not known
     */
    public void show(SuiteRef suite, Integer rounds, BenchmarkSuiteStatus status) {
        shown.compute(suite.uid(), (_, known) -> {
            Shown now = Optional.ofNullable(known).orElseGet(() -> new Shown(suite, status, rounds));
            now.status = status;
            now.rounds = rounds;
            // in here: a suite that was forgotten in between would keep for ever what is registered after that
            now.register();
            return now;
        });
    }

    /** Shows a suite no longer. */
    public void forget(String uid) {
        shown.computeIfPresent(uid, (_, known) -> {
            known.remove();
            return null;
        });
    }

    private record ShownBottleneck(BottleneckType type, Meter meter) {}

    /** A figure of a cell, which has a metric once the cell has the figure. */
    private record CellFigure(String name, String description, Function<StatusCell, Long> of) {}

    private final class Shown {
        private final Tags tags;

        @GuardedBy("this")
        private final List<Meter> meters = new ArrayList<>();

        private volatile BenchmarkSuiteStatus status;
        private volatile Integer rounds;

        @GuardedBy("this")
        private final Map<Integer, Set<CellFigure>> figures = new HashMap<>();

        @GuardedBy("this")
        private final Map<Integer, ShownBottleneck> bottlenecks = new HashMap<>();

        Shown(SuiteRef suite, BenchmarkSuiteStatus status, Integer rounds) {
            this.tags = Tags.of("namespace", suite.namespace(), "suite", suite.name());
            this.status = status;
            this.rounds = rounds;
            visits("Valid", StatusVisits::valid);
            visits("Invalid", StatusVisits::invalid);
            visits("Failed", StatusVisits::failed);
            gauge("planned", "Cells times rounds of a suite", tags, () -> visits(StatusVisits::total));
            gauge(
                    "done",
                    "Cells and rounds of a suite of which nothing is left to do",
                    tags,
                    () -> visits(StatusVisits::done));
            gauge("cells", "Cells of a suite", tags, () -> this.status.cells());
            gauge("rounds", "Rounds that a suite is to have", tags, () -> this.rounds);
            gauge(
                    "round",
                    "The round of a suite that is under way, 0 where none is",
                    tags,
                    () -> this.status.current() == null
                            ? Integer.valueOf(0)
                            : this.status.current().round());
        }

        @GuardedBy("this")
        private void visits(String outcome, Function<StatusVisits, Integer> count) {
            gauge(
                    "visits",
                    "Visits of a suite by what they came to",
                    tags.and("outcome", outcome),
                    () -> visits(count));
        }

        private Integer visits(Function<StatusVisits, Integer> count) {
            return Optional.ofNullable(status.visits()).map(count).orElse(0);
        }

        /** A suite may have a thousand cells, and stay for ever without having measured any. */
        synchronized void register() {
            List<StatusCell> cells = status.perCell();
            for (int index = 0; index < cells.size(); index++) {
                StatusCell cell = cells.get(index);
                Tags ofCell = tags.and("cell", Integer.toString(index + 1), "values", cell.name());
                registerFigures(index, ofCell, cell);
                registerBottleneck(index, ofCell, cell.bottleneck());
            }
        }

        /** A cell has one at a time: with more visits most of them may have had another one. */
        @GuardedBy("this")
        private void registerBottleneck(int index, Tags cell, BottleneckType bottleneck) {
            ShownBottleneck before = bottlenecks.get(index);
            if (before != null && before.type() == bottleneck) {
                return;
            }
            if (before != null) {
                registry.remove(before.meter());
                bottlenecks.remove(index);
            }
            if (bottleneck != null) {
                Gauge meter = Gauge.builder("jgbench.suite.cell.bottleneck", () -> 1)
                        .description("1; the tag is what held the rate most often in a cell's valid visits so far")
                        .tags(cell.and("bottleneck", bottleneck.label()))
                        .register(registry);
                bottlenecks.put(index, new ShownBottleneck(bottleneck, meter));
            }
        }

        @GuardedBy("this")
        private void registerFigures(int index, Tags cell, StatusCell now) {
            for (CellFigure figure : FIGURES) {
                if (figure.of().apply(now) != null
                        && figures.computeIfAbsent(index, _ -> new HashSet<>()).add(figure)) {
                    gauge("cell." + figure.name(), figure.description(), cell, () -> figure(index, figure.of()));
                }
            }
        }

        private Long figure(int cell, Function<StatusCell, Long> figure) {
            List<StatusCell> known = status.perCell();
            return cell < known.size() ? figure.apply(known.get(cell)) : null;
        }

        /** What is not known yet is no number. */
        @GuardedBy("this")
        private void gauge(String name, String description, Tags withTags, Supplier<Number> value) {
            meters.add(Gauge.builder("jgbench.suite." + name, value)
                    .description(description)
                    .tags(withTags)
                    .register(registry));
        }

        synchronized void remove() {
            meters.forEach(registry::remove);
            bottlenecks.values().forEach(bottleneck -> registry.remove(bottleneck.meter()));
        }
    }
}
