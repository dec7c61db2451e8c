package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.PairedEffect;
import io.jgbench.coordination.statistics.RoundsNeeded;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.CellComparison;
import io.jgbench.coordination.suite.ComparisonQuestion;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two cells of a suite against each other, round by round: only rounds in which both have a valid visit are pairs.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION}
 * @param suite the suite's name
 * @param metric the figure, by its name in {@link VisitDigest#figures}
 * @param a the key of the first cell
 * @param b the key of the second cell, which is spoken of
 * @param rule when a difference is claimed
 * @param figuresOfA the figures of A in the rounds that are pairs, in their order
 * @param figuresOfB those of B in the same rounds
 * @param unpairedVisits visits that are no part of a pair: not valid ones, and valid ones whose counterpart is not
 * @param verdict what is said; empty where nothing is
 * @param refusal why nothing is said
 * @param looks where it was looked at while rounds were added, this look as the last one; empty where the rounds were
 *     fixed before
 * @param otherLooks those at the same arms with other questions
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ArmComparison(
        int schemaVersion,
        String suite,
        String metric,
        String a,
        String b,
        ClaimRule rule,
        List<Double> figuresOfA,
        List<Double> figuresOfB,
        int unpairedVisits,
        Optional<ClaimRule.Verdict> verdict,
        Optional<String> refusal,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Look> looks,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<AskedLooks> otherLooks) {
    /** The version of this record as JSON. */
    public static final int SCHEMA_VERSION = 1;

    /** Refuses nulls and copies the lists. */
    public ArmComparison {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(rule, "rule");
        figuresOfA = List.copyOf(figuresOfA);
        figuresOfB = List.copyOf(figuresOfB);
        verdict = verdict == null ? Optional.empty() : verdict;
        refusal = refusal == null ? Optional.empty() : refusal;
        looks = looks == null ? List.of() : List.copyOf(looks);
        otherLooks = otherLooks == null ? List.of() : List.copyOf(otherLooks);
    }

    /**
     * A look at a comparison to which rounds are added.
     *
     * @param rounds how many had been visited
     * @param confidence that of this look, see {@link io.jgbench.coordination.statistics.LookPlan}
     * @param claim what was said then; another change that matters may have another word
     */
    public record Look(int rounds, double confidence, Claim claim) {

        /** Refuses nulls. */
        public Look {
            Objects.requireNonNull(claim, "claim");
        }
    }

    /**
     * All looks of one question. They share the error that its first look was allowed, however often other questions
     * are asked in between. Another {@code minChange} is not another question: the intervals of all looks together
     * contain the change with the stated confidence, whatever change matters.
     *
     * @param metric the figure that is asked about
     * @param minChange the change that mattered at the last look, such as 0.05
     * @param looks at least one
     */
    public record AskedLooks(String metric, double minChange, List<Look> looks) {

        /** Refuses nulls and copies the list. */
        public AskedLooks {
            Objects.requireNonNull(metric, "metric");
            looks = List.copyOf(looks);
        }

        /** Whether they are of the same question as this rule's first look. */
        public boolean isOf(String asked, ClaimRule first) {
            return metric.equals(asked) && looks.getFirst().confidence() == first.confidence();
        }
    }

    /** All looks at these arms that are known, with the question of each. */
    public List<AskedLooks> allLooks() {
        return looks.isEmpty()
                ? otherLooks
                : Stream.concat(otherLooks.stream(), Stream.of(new AskedLooks(metric, rule.minChange(), looks)))
                        .toList();
    }

    /**
     * Compares the second cell of a suite with the first.
     *
     * @param digests those of the visits of both, in any order
     * @param question what is asked
     */
    public static ArmComparison of(SuiteSpec suite, List<VisitDigest> digests, ComparisonQuestion question) {
        var only = new CellComparison(question, List.of(new CellComparison.CellPair(0, 1)));
        return all(suite, digests, only).getFirst();
    }

    /**
     * Compares several pairs of cells, corrected for the number of those of which something can be said.
     *
     * @param digests those of the suite's visits, in any order
     */
    static List<ArmComparison> all(SuiteSpec suite, List<VisitDigest> digests, CellComparison asked) {
        List<ArmComparison> open = asked.pairs().stream()
                .map(pair -> figures(suite, digests, asked.question(), pair))
                .toList();
        List<DoubleFunction<PairedEffect>> effects = open.stream()
                .filter(comparison -> comparison.refusal().isEmpty())
                .<DoubleFunction<PairedEffect>>map(comparison ->
                        confidence -> PairedEffect.of(comparison.numbersOfA(), comparison.numbersOfB(), confidence))
                .toList();
        Iterator<ClaimRule.Verdict> verdicts =
                asked.question().rule().judge(effects).iterator();
        return open.stream()
                .map(comparison -> comparison.refusal().isPresent() ? comparison : comparison.with(verdicts.next()))
                .toList();
    }

    /** Two cells, of which nothing is said yet. */
    private static ArmComparison figures(
            SuiteSpec suite, List<VisitDigest> digests, ComparisonQuestion question, CellComparison.CellPair pair) {
        Cell first = suite.cells().get(pair.a());
        Cell second = suite.cells().get(pair.b());
        Map<Integer, Double> ofA = byRound(digests, first, question.metric());
        Map<Integer, Double> ofB = byRound(digests, second, question.metric());
        List<Double> a = new ArrayList<>();
        List<Double> b = new ArrayList<>();
        for (int round = 1; round <= suite.rounds(); round++) {
            if (ofA.containsKey(round) && ofB.containsKey(round)) {
                a.add(ofA.get(round));
                b.add(ofB.get(round));
            }
        }
        long visits = digests.stream()
                .filter(digest ->
                        digest.visit().cell() == pair.a() || digest.visit().cell() == pair.b())
                .count();
        return new ArmComparison(
                SCHEMA_VERSION,
                suite.name(),
                question.metric(),
                first.key(),
                second.key(),
                question.rule(),
                a,
                b,
                (int) visits - 2 * a.size(),
                Optional.empty(),
                unknown(question.metric(), suite, digests, List.of(first, second))
                        .or(() -> refusalOfFigures(question.metric(), a, b))
                        .or(() -> mixture(digests, first).map(why -> "of A, " + why))
                        .or(() -> mixture(digests, second).map(why -> "of B, " + why))
                        .or(() -> refusal(digests, first, second)),
                List.of(),
                List.of());
    }

    private ArmComparison with(ClaimRule.Verdict said) {
        return ArmComparisonBuilder.builder(this).verdict(Optional.of(said)).build();
    }

    /**
     * A copy with the looks that were made at it.
     *
     * @param others those that other questions have had
     */
    public ArmComparison lookedAt(List<Look> all, List<AskedLooks> others) {
        return ArmComparisonBuilder.builder(this).looks(all).otherLooks(others).build();
    }

    /**
     * Why rounds without this figure prevent a comparison. A time below the clocks' error is not reported, so leaving
     * these rounds out would leave out the fastest.
     */
    private static Optional<String> unknown(
            String metric, SuiteSpec suite, List<VisitDigest> digests, List<Cell> cells) {
        List<VisitDigest> valid = cells.stream()
                .flatMap(cell -> valid(digests, cell))
                .filter(digest -> digest.visit().round() <= suite.rounds())
                .toList();
        long without = valid.stream()
                .filter(digest -> !digest.figures().containsKey(metric))
                .count();
        return without == 0 || without == valid.size()
                ? Optional.empty()
                : Optional.of(metric + " is not known of " + without + " of " + valid.size()
                        + " valid visits, and to leave these out would change what is said of the others");
    }

    private static Map<Integer, Double> byRound(List<VisitDigest> digests, Cell cell, String metric) {
        Map<Integer, Double> figures = new HashMap<>();
        valid(digests, cell)
                .filter(digest -> digest.figures().containsKey(metric))
                .forEach(digest ->
                        figures.put(digest.visit().round(), digest.figures().get(metric)));
        return figures;
    }

    /** Pairs without a ratio cannot just be left out: that would change the answer about the others. */
    private static Optional<String> refusalOfFigures(String metric, List<Double> a, List<Double> b) {
        if (a.isEmpty()) {
            return Optional.of("no round has a valid figure " + metric + " of both");
        }
        long rounds = IntStream.range(0, a.size())
                .filter(pair -> a.get(pair) <= 0 || b.get(pair) <= 0)
                .count();
        return rounds == 0
                ? Optional.empty()
                : Optional.of(
                        metric + " is 0 in " + rounds + " of " + a.size() + " rounds, and 0 has no ratio to anything");
    }

    private static Optional<String> mixture(List<VisitDigest> digests, Cell cell) {
        Set<String> hashes = new TreeSet<>();
        valid(digests, cell).forEach(digest -> digest.stackHash().ifPresent(hashes::add));
        return CellResult.mixture(hashes);
    }

    /** The environments of two cells may differ only in facts that their varied fields can change. */
    private static Optional<String> refusal(List<VisitDigest> digests, Cell first, Cell second) {
        Set<String> ofA = environments(digests, first);
        Set<String> ofB = environments(digests, second);
        if (ofA.size() > 1 || ofB.size() > 1) {
            Set<String> all = new TreeSet<>(ofA);
            all.addAll(ofB);
            return Optional.of(
                    "hosts or JVMs changed from round to round (environments " + String.join(", ", all) + ")");
        }
        return ofA.equals(ofB)
                ? Optional.empty()
                : EnvironmentDifference.refusal(
                        "hosts or JVMs of A and B differ",
                        CellDefinition.differences(SuiteJson.definition(first), SuiteJson.definition(second)),
                        facts(digests, first),
                        facts(digests, second),
                        String.join(", ", ofA) + " and " + String.join(", ", ofB));
    }

    /** The facts of any visit: all of them had the same hash. */
    private static Optional<EnvironmentFacts> facts(List<VisitDigest> digests, Cell cell) {
        return valid(digests, cell)
                .flatMap(digest -> digest.environmentFacts().stream())
                .findFirst();
    }

    private static Stream<VisitDigest> valid(List<VisitDigest> digests, Cell cell) {
        return digests.stream()
                .filter(digest -> digest.visit().cell() == cell.index())
                .filter(digest -> digest.outcome() == VisitOutcome.VALID);
    }

    private static Set<String> environments(List<VisitDigest> digests, Cell cell) {
        Set<String> hashes = new TreeSet<>();
        valid(digests, cell).forEach(digest -> digest.environmentHash().ifPresent(hashes::add));
        return hashes;
    }

    /** Whether too few rounds are valid for both arms to plan more rounds from them. */
    public boolean hasTooFewValidRounds() {
        return figuresOfA.size() < RoundsNeeded.LEAST_PILOT;
    }

    /** The figures of A as numbers. */
    public double[] numbersOfA() {
        return numbers(figuresOfA);
    }

    /** The figures of B as numbers. */
    public double[] numbersOfB() {
        return numbers(figuresOfB);
    }

    private static double[] numbers(List<Double> figures) {
        return figures.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
