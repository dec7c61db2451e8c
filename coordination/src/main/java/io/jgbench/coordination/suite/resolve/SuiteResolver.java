package io.jgbench.coordination.suite.resolve;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.AxisSettings;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.api.v1alpha1.ExcludeSettings;
import io.jgbench.api.v1alpha1.OnInvalidSettings;
import io.jgbench.api.v1alpha1.SuiteRetentionSettings;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.CellComparison;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteSpecBuilder;
import io.jgbench.coordination.suite.Threshold;
import io.jgbench.coordination.suite.VisitId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes of what a user declared what a suite does: every cell made and resolved, every rule checked, before anything is
 * started.
 */
public final class SuiteResolver {
    /** The most cells of one suite. */
    public static final int MAX_CELLS = 1000;

    /** The most visits of one suite, retries left out. */
    public static final int MAX_VISITS = 10_000;

    /** The most combinations of the axes' values from which cells may be left out: all of them are made for that. */
    private static final int MAX_COMBINATIONS = 10 * MAX_CELLS;

    private static final Pattern NAME = Pattern.compile(BenchmarkSuite.NAME_PATTERN);
    private static final String ADVICE_FEWER = "take fewer values or rounds, or make several suites of it";

    /** A bad value of one axis spoils many cells; more of the same says nothing new. */
    private static final int MOST_BAD_CELLS = 5;

    private static final String RUN = "spec.";
    private static final String TEMPLATE = "spec.template.";

    private final RunSpecResolver runs;
    private final SpecRules rules;

    /** With what resolves the runs. */
    public SuiteResolver(RunSpecResolver runs) {
        this(runs, SpecRules.NONE);
    }

    /**
     * With what resolves the runs.
     *
     * @param rules what the runs of each cell have to keep beside
     */
    public SuiteResolver(RunSpecResolver runs, SpecRules rules) {
        this.runs = Objects.requireNonNull(runs, "runs");
        this.rules = Objects.requireNonNull(rules, "rules");
    }

    /**
     * Resolves a suite.
     *
     * @param name the suite's name
     * @param spec what was declared
     * @throws InvalidSpecException with all that is wrong with it; what is wrong with a cell names the cell
     */
    public SuiteSpec resolve(String name, BenchmarkSuiteSpec spec) throws InvalidSpecException {
        var reader = new SettingReader();
        checkName(reader, name);
        int rounds = (int) reader.number(top("rounds"), spec.rounds(), 1);
        long seed = reader.number(top("seed"), spec.seed(), 1);
        int retries = (int) reader.number(
                Setting.of("spec.onInvalid", OnInvalidSettings.class, "retries"),
                requireNonNullElse(spec.onInvalid(), OnInvalidSettings.defaults())
                        .retries(),
                1);
        Optional<Duration> budget =
                Optional.ofNullable(spec.budget()).map(text -> reader.duration(top("budget"), text));
        reader.number(
                Setting.of("spec.retention", SuiteRetentionSettings.class, "runs"),
                requireNonNullElse(spec.retention(), SuiteRetentionSettings.defaults())
                        .runs(),
                SuiteRetentionSettings.DEFAULT_RUNS);
        checkTemplate(reader, spec.template());
        new AxesCheck(reader).check(spec.axes());
        checkCombinations(reader, spec);
        throwIfAny(reader);

        List<CellDraft> drafts = left(reader, spec);
        throwIfAny(reader);
        checkSize(reader, spec, drafts.size(), rounds);
        throwIfAny(reader);
        List<Cell> cells = cells(reader, name, spec, drafts);
        throwIfAny(reader);
        var judgement = new JudgementReader(reader, spec.axes(), cells);
        List<Threshold> thresholds = judgement.thresholds(spec.thresholds());
        Optional<CellComparison> comparison = judgement.comparison(spec);
        Optional<BaselineRequest> baseline = judgement.baseline(name, spec.baseline());
        throwIfAny(reader);
        return SuiteSpecBuilder.builder()
                .name(name)
                .axes(spec.axes().stream().map(AxisSettings::name).toList())
                .cells(cells)
                .rounds(rounds)
                .order(requireNonNullElse(spec.order(), Order.INTERLEAVED))
                .seed(seed)
                .retries(retries)
                .budget(budget)
                .thresholds(thresholds)
                .comparison(comparison)
                .baseline(baseline)
                .suspended(Boolean.TRUE.equals(spec.suspend()))
                .build();
    }

    /**
     * What is wrong with a template before axes vary it. An API server checks the template by the rules of a run when
     * the suite is created, whatever its cells are. Without an API server, callers use this method. It looks up no
     * stack, as an API server knows none.
     *
     * @param suite the suite's name
     * @return the problems, whose paths begin with {@code spec.template}
     */
    public static List<SpecProblem> templateProblems(String suite, BenchmarkRunSpec template) {
        var resolver = new RunSpecResolver(_ -> TransportSpec.Stack.ofUnknownText("template"));
        try {
            resolver.resolve(VisitId.first(0, 1).runName(suite), template);
            return List.of();
        } catch (InvalidSpecException e) {
            return e.problems().stream()
                    .filter(problem -> problem.path().startsWith(RUN))
                    .map(problem -> new SpecProblem(
                            TEMPLATE + problem.path().substring(RUN.length()),
                            "spec.template must be valid before axes vary it: " + problem.sentence()))
                    .toList();
        }
    }

    private static void throwIfAny(SettingReader reader) throws InvalidSpecException {
        if (!reader.problems().isEmpty()) {
            throw new InvalidSpecException(reader.problems());
        }
    }

    private static void checkName(SettingReader reader, String name) {
        if (name == null || !NAME.matcher(name).matches()) {
            String found = name == null ? "nothing" : name;
            reader.add(new SpecProblem("metadata.name", BenchmarkSuite.NAME_RULE, found, "a good value is stacks"));
        }
    }

    private static void checkTemplate(SettingReader reader, BenchmarkRunSpec template) {
        if (template.repetitions() != null && template.repetitions() != 1) {
            reader.add(new SpecProblem(
                    "spec.template.repetitions",
                    "spec." + BenchmarkSuiteSpec.REPETITIONS_RULE,
                    template.repetitions(),
                    "leave it out and write rounds"));
        }
        if (Boolean.TRUE.equals(template.suspend())) {
            reader.add(new SpecProblem(
                    "spec.template.suspend", "spec." + BenchmarkSuiteSpec.SUSPEND_RULE, true, "leave it out"));
        }
        if (Boolean.TRUE.equals(template.cancel())) {
            reader.add(new SpecProblem(
                    "spec.template.cancel", "spec." + BenchmarkSuiteSpec.CANCEL_RULE, true, "leave it out"));
        }
        if (template.retention() != null && template.retention().ttlAfterFinished() != null) {
            reader.add(new SpecProblem(
                    "spec.template.retention.ttlAfterFinished",
                    "spec." + BenchmarkSuiteSpec.TIME_TO_LIVE_RULE,
                    template.retention().ttlAfterFinished(),
                    "leave it out and write retention: {runs: 20}"));
        }
    }

    /** Multiplies before anything is made, so that a million cells cost nothing. */
    private static void checkCombinations(SettingReader reader, BenchmarkSuiteSpec spec) {
        double combinations = spec.axes().stream()
                .mapToDouble(axis -> AxisValue.of(axis).size())
                .reduce(1, (product, values) -> product * values);
        String found = "%.0f (%s)".formatted(combinations, product(spec));
        if (spec.exclude().isEmpty() && combinations > MAX_CELLS) {
            reader.add(tooManyCells(found));
        } else if (combinations > MAX_COMBINATIONS) {
            reader.add(new SpecProblem(
                    "spec.axes",
                    "spec.axes must give at most " + MAX_COMBINATIONS + " cells before spec.exclude leaves some out",
                    found,
                    ADVICE_FEWER));
        }
    }

    /** Cells that are left out are no part of the suite. */
    private static void checkSize(SettingReader reader, BenchmarkSuiteSpec spec, int cells, int rounds) {
        if (cells > MAX_CELLS) {
            reader.add(tooManyCells("%d of %s, without those of spec.exclude".formatted(cells, product(spec))));
        } else if ((long) cells * rounds > MAX_VISITS) {
            reader.add(new SpecProblem(
                    "spec.rounds",
                    "cells times rounds must be at most " + MAX_VISITS,
                    cells + " x " + rounds,
                    ADVICE_FEWER));
        }
    }

    private static SpecProblem tooManyCells(String found) {
        return new SpecProblem("spec.axes", "spec.axes must give at most " + MAX_CELLS + " cells", found, ADVICE_FEWER);
    }

    private static String product(BenchmarkSuiteSpec spec) {
        return spec.axes().stream()
                .map(axis -> Integer.toString(AxisValue.of(axis).size()))
                .collect(Collectors.joining(" x "));
    }

    /** All combinations but those that are left out. */
    private static List<CellDraft> left(SettingReader reader, BenchmarkSuiteSpec spec) {
        List<CellDraft> drafts = CellDraft.all(spec.axes());
        for (int i = 0; i < spec.exclude().size(); i++) {
            ExcludeSettings exclude = spec.exclude().get(i);
            new WhereCheck(reader, spec.axes()).checkNotEmpty("spec.exclude[" + i + "]", "where", exclude.where());
        }
        List<CellDraft> left = drafts.stream()
                .filter(draft -> spec.exclude().stream().noneMatch(exclude -> draft.hasAll(exclude.where())))
                .toList();
        if (left.isEmpty()) {
            reader.add(new SpecProblem(
                    "spec.exclude", "spec.exclude must leave a cell", "all are left out", "leave out fewer"));
        }
        return left;
    }

    private List<Cell> cells(SettingReader reader, String name, BenchmarkSuiteSpec spec, List<CellDraft> drafts) {
        List<Cell> cells = new ArrayList<>();
        int bad = 0;
        for (CellDraft draft : drafts) {
            List<SpecProblem> problems = new ArrayList<>();
            cell(name, spec, draft, cells.size(), problems).ifPresent(cells::add);
            bad += problems.isEmpty() ? 0 : 1;
            if (bad <= MOST_BAD_CELLS) {
                problems.forEach(reader::add);
            }
        }
        if (bad > MOST_BAD_CELLS) {
            reader.add(new SpecProblem(
                    "spec.axes", (bad - MOST_BAD_CELLS) + " more cells cannot be run; the first are named above"));
        }
        return cells;
    }

    private Optional<Cell> cell(
            String name, BenchmarkSuiteSpec spec, CellDraft draft, int index, List<SpecProblem> problems) {
        String prefix = draft.coordinates().isEmpty() ? "" : "cell " + Cell.key(draft.coordinates()) + ": ";
        BenchmarkRunSpec declared = spec.template();
        for (CellDraft.Choice choice : draft.choices()) {
            for (Map.Entry<String, String> change : choice.value().changes().entrySet()) {
                try {
                    declared = new TemplatePath(change.getKey()).set(declared, change.getValue());
                } catch (IllegalArgumentException e) {
                    String rule = prefix + e.getMessage();
                    problems.add(new SpecProblem(
                            choice.path(), rule, change.getValue(), "see docs/API.md for what spec.template may hold"));
                    return Optional.empty();
                }
            }
        }
        Optional<String> missing = RequiredFields.missing(declared);
        if (missing.isPresent()) {
            problems.add(new SpecProblem(
                    draft.placeOf(missing.get()),
                    prefix + missing.get() + " must be given as well",
                    "none",
                    "write it into the template, or let the axis have points that set both"));
            return Optional.empty();
        }
        try {
            String run = VisitId.first(index, 1).runName(name);
            RunSpec resolved = runs.resolve(run, declared);
            List<SpecProblem> broken = rules.problems(declared, resolved);
            if (!broken.isEmpty()) {
                throw new InvalidSpecException(broken);
            }
            return Optional.of(new Cell(index, draft.coordinates(), declared, resolved));
        } catch (InvalidSpecException e) {
            e.problems()
                    .forEach(problem ->
                            problems.add(new SpecProblem(draft.placeOf(problem.path()), prefix + problem.sentence())));
            return Optional.empty();
        }
    }

    private static Setting top(String component) {
        return Setting.of("spec", BenchmarkSuiteSpec.class, component);
    }
}
