package io.jgbench.coordination.suite.resolve;

import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import io.jgbench.api.v1alpha1.AxisSettings;
import io.jgbench.api.v1alpha1.BaselineSettings;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.api.v1alpha1.CompareSettings;
import io.jgbench.api.v1alpha1.ThresholdSettings;
import io.jgbench.api.v1alpha1.ThresholdSettings.Statistic;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.CellComparison;
import io.jgbench.coordination.suite.ComparisonQuestion;
import io.jgbench.coordination.suite.Limit;
import io.jgbench.coordination.suite.Metrics;
import io.jgbench.coordination.suite.Threshold;
import io.jgbench.coordination.suite.VisitDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what a suite's figures are to be held against; collects what is wrong with it. */
record JudgementReader(SettingReader reader, List<AxisSettings> axes, List<Cell> cells) {
    private static final String COMPARE = "spec.compare";
    private static final String BASELINE = "spec.baseline";

    /** The thresholds; those with a problem are left out. */
    List<Threshold> thresholds(List<ThresholdSettings> declared) {
        List<Threshold> thresholds = new ArrayList<>();
        for (int i = 0; i < declared.size(); i++) {
            threshold("spec.thresholds[" + i + "]", declared.get(i)).ifPresent(thresholds::add);
        }
        return thresholds;
    }

    private Optional<Threshold> threshold(String at, ThresholdSettings declared) {
        int before = reader.problems().size();
        if ((declared.min() == null) == (declared.max() == null)) {
            String found = declared.min() == null ? "neither" : "both";
            add(at, at + ": " + ThresholdSettings.LIMIT_RULE, found, "a good value is min: 50M");
        }
        Limit limit = declared.min() != null ? Limit.MIN : Limit.MAX;
        long value = 0;
        if (declared.min() != null) {
            value = reader.bytes(Setting.of(at, ThresholdSettings.class, "min"), declared.min());
        } else if (declared.max() != null) {
            value = reader.bytes(Setting.of(at, ThresholdSettings.class, "max"), declared.max());
        }
        List<Integer> meant = List.of();
        if (new WhereCheck(reader, axes).check(at, "where", declared.where())) {
            meant = cells.stream()
                    .filter(cell -> cell.hasAll(declared.where()))
                    .map(Cell::index)
                    .toList();
            if (meant.isEmpty()) {
                add(at, at + ".where must leave a cell", "all such cells are excluded", "leave the threshold out");
            }
        }
        checkMetric(at, declared.metric(), meant);
        return reader.problems().size() > before
                ? Optional.empty()
                : Optional.of(new Threshold(
                        declared.metric(),
                        meant,
                        requireNonNullElseGet(declared.of(), () -> strict(declared.metric(), limit)),
                        limit,
                        value));
    }

    /**
     * The default statistic of a threshold. A bound describes where most rounds lie: one lossy round of twelve would
     * not move it.
     */
    private static Statistic strict(String metric, Limit limit) {
        if (Metrics.notCompared(metric).isPresent()) {
            return limit == Limit.MIN ? Statistic.MIN : Statistic.MAX;
        }
        return limit == Limit.MIN ? Statistic.LOWER_BOUND : Statistic.UPPER_BOUND;
    }

    private void checkMetric(String at, String metric, List<Integer> meant) {
        if (!Metrics.names().contains(metric)) {
            add(
                    at,
                    at + ".metric must be a figure of a run",
                    metric,
                    "a good value is bytesPerSecond; docs/SUITES.md has all under Figures");
            return;
        }
        Metrics.missing(metric, meant.stream().map(cells::get).toList())
                .ifPresent(found -> add(
                        at,
                        at + ".metric must be a figure of the workload of its cells",
                        found,
                        "a good value is unitsPerSecond"));
    }

    private void checkCompared(String at, String metric) {
        if (Metrics.names().contains(metric)) {
            Metrics.notCompared(metric).ifPresent(why -> add(at, at + ".metric must be a rate or a time", metric, why));
        }
    }

    /** Which cells are compared; empty where none are, or there is a problem. */
    Optional<CellComparison> comparison(BenchmarkSuiteSpec spec) {
        CompareSettings declared = spec.compare();
        if (declared == null) {
            return Optional.empty();
        }
        int before = reader.problems().size();
        if (spec.order() == Order.SEQUENTIAL) {
            add(
                    COMPARE,
                    COMPARE + " needs order: Interleaved, in which a slow hour hits both cells alike",
                    "order: Sequential",
                    "leave order out, or leave compare out");
        }
        int effect = (int) reader.number(setting("minEffectPermille"), declared.minEffectPermille(), 0);
        int confidence = (int) reader.number(setting("confidencePercent"), declared.confidencePercent(), 0);
        String metric = requireNonNullElse(declared.metric(), VisitDigest.UNITS_PER_SECOND);
        var where = new WhereCheck(reader, axes);
        List<CellComparison.CellPair> pairs = List.of();
        boolean isFirstKnown = where.checkNotEmpty(COMPARE, "a", declared.a());
        boolean isSecondKnown = where.checkNotEmpty(COMPARE, "b", declared.b());
        if (isFirstKnown && isSecondKnown) {
            if (!declared.a().keySet().equals(declared.b().keySet())) {
                add(
                        COMPARE,
                        "spec." + CompareSettings.SAME_AXES_RULE,
                        declared.a().keySet() + " and " + declared.b().keySet(),
                        "a good value is a: {stack: udp}, b: {stack: tcp}");
            } else if (declared.a().equals(declared.b())) {
                add(COMPARE, "spec." + CompareSettings.DIFFER_RULE, declared.a(), "give b another value");
            } else {
                pairs = pairs(declared);
            }
        }
        checkMetric(
                COMPARE,
                metric,
                pairs.stream()
                        .flatMap(pair -> Stream.of(pair.a(), pair.b()))
                        .distinct()
                        .toList());
        checkCompared(COMPARE, metric);
        if (reader.problems().size() > before) {
            return Optional.empty();
        }
        var question = new ComparisonQuestion(metric, rule(metric, confidence, effect));
        return Optional.of(new CellComparison(question, pairs));
    }

    /** What the cells are compared with; empty where they are not, or there is a problem. */
    Optional<BaselineRequest> baseline(String name, BaselineSettings declared) {
        if (declared == null) {
            return Optional.empty();
        }
        int before = reader.problems().size();
        long given = Stream.of(declared.suite(), declared.paper(), declared.configMapKeyRef())
                .filter(Objects::nonNull)
                .count();
        if (given != 1) {
            String found = given == 0 ? "none" : "several";
            add(BASELINE, BASELINE + ": " + BaselineSettings.SOURCE_RULE, found, "a good value is {suite: last-month}");
        } else if (name.equals(declared.suite())) {
            add(BASELINE, BASELINE + ".suite must be another suite", name, "name one that was measured before");
        }
        int effect = (int) reader.number(
                Setting.of(BASELINE, BaselineSettings.class, "minEffectPermille"), declared.minEffectPermille(), 0);
        int confidence = (int) reader.number(
                Setting.of(BASELINE, BaselineSettings.class, "confidencePercent"), declared.confidencePercent(), 0);
        String metric = requireNonNullElse(declared.metric(), VisitDigest.UNITS_PER_SECOND);
        checkMetric(BASELINE, metric, cells.stream().map(Cell::index).toList());
        checkCompared(BASELINE, metric);
        return reader.problems().size() > before
                ? Optional.empty()
                : Optional.of(new BaselineRequest(
                        Optional.ofNullable(declared.suite()),
                        Optional.ofNullable(declared.paper()),
                        Optional.ofNullable(declared.configMapKeyRef()),
                        metric,
                        rule(metric, confidence, effect)));
    }

    private static ClaimRule rule(String metric, int confidencePercent, int minEffectPermille) {
        return new ClaimRule(confidencePercent / 100.0, minEffectPermille / 1000.0, Metrics.higherIsFaster(metric));
    }

    private List<CellComparison.CellPair> pairs(CompareSettings declared) {
        List<CellComparison.CellPair> pairs = new ArrayList<>();
        for (Cell first : cells) {
            if (first.hasAll(declared.a())) {
                Map<String, String> other = new LinkedHashMap<>(first.coordinates());
                other.putAll(declared.b());
                cells.stream()
                        .filter(cell -> cell.coordinates().equals(other))
                        .findFirst()
                        .ifPresent(second -> pairs.add(new CellComparison.CellPair(first.index(), second.index())));
            }
        }
        if (pairs.isEmpty()) {
            add(
                    COMPARE,
                    COMPARE + " must leave two cells that differ in nothing else",
                    "one of each two is excluded",
                    "exclude fewer, or leave compare out");
        }
        return pairs;
    }

    private static Setting setting(String component) {
        return Setting.of(COMPARE, CompareSettings.class, component);
    }

    private void add(String path, String rule, Object found, String advice) {
        reader.add(new SpecProblem(path, rule, found, advice));
    }
}
