package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.output.Notice;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.LookPlan;
import io.jgbench.coordination.suite.ComparisonQuestion;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.ArmComparison.AskedLooks;
import io.jgbench.coordination.suite.result.ArmComparison.Look;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.report.console.ComparisonReport;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.files.SuiteFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rounds of two arms: a pilot, the rounds that its spread requires, and more after each look that is inconclusive,
 * by a {@link LookPlan}. Looks are stored with the comparison. So a command that continues, also with more rounds
 * allowed, accounts for the earlier looks.
 */
final class ArmRounds {
    private static final int ARMS = 2;

    private final RequestedArms arms;
    private final SuiteFolder folder;
    private final Visits visits;
    private final LookPlan plan;
    private final String metric;
    private final PrintStream err;

    /**
     * Of these arms.
     *
     * @param folder where their visits are kept
     * @param visits makes those that are missing
     * @param metric the figure that is compared
     * @param err is told how many rounds there will be
     */
    ArmRounds(RequestedArms arms, SuiteFolder folder, Visits visits, LookPlan plan, String metric, PrintStream err) {
        this.arms = arms;
        this.folder = folder;
        this.visits = visits;
        this.plan = plan;
        this.metric = metric;
        this.err = err;
    }

    /** Makes the visits of a suite that are missing. */
    @FunctionalInterface
    interface Visits {
        /** What all its visits came to; its phase says whether it was stopped. */
        SuiteResult make(RequestedSuite suite, SuiteFolder folder)
                throws BadInputException, IOException, InterruptedException, ResultFilesException, SuiteFormatException;
    }

    /**
     * Measures until something can be said, or all rounds are measured that are allowed.
     *
     * @return the suite with the comparison, which is written as well; where it was stopped, the suite as far as it is
     */
    SuiteResult measure()
            throws BadInputException, IOException, InterruptedException, ResultFilesException, SuiteFormatException {
        // an earlier version kept looks for each change that matters: the most of them have had the most of the error
        List<Look> before = looksBefore()
                .filter(asked -> asked.isOf(metric, plan.ruleOf(1)))
                .map(AskedLooks::looks)
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
        SuiteResult measured = before.isEmpty()
                ? withPlannedRounds(LookPlan.PILOT)
                // the last look was at the same rounds with the same confidence: its interval is the same again
                : look(before.getLast().rounds(), before.subList(0, before.size() - 1));
        if (measured.phase().isOver()) {
            storeAllRounds(measured.rounds());
        }
        return measured;
    }

    /** Another question may have taken more than these, and what is stored of the suite is used by others. */
    private void storeAllRounds(int measured)
            throws BadInputException, IOException, InterruptedException, ResultFilesException, SuiteFormatException {
        int rounds = wholeRounds();
        if (rounds > measured) {
            visits.make(arms.suite(rounds), folder);
        }
    }

    /** Rounds from the first on in which both arms were visited. */
    private int wholeRounds() throws IOException, SuiteFormatException {
        List<VisitDigest> digests = folder.digests();
        int rounds = 0;
        while (hasBothArms(rounds + 1, digests)) {
            rounds++;
        }
        return rounds;
    }

    private static boolean hasBothArms(int round, List<VisitDigest> digests) {
        return digests.stream()
                        .map(VisitDigest::visit)
                        .filter(visit -> visit.round() == round)
                        .mapToInt(VisitId::cell)
                        .distinct()
                        .count()
                == ARMS;
    }

    /** Those of commands before this one, whatever they asked. */
    private Stream<AskedLooks> looksBefore() throws IOException, SuiteFormatException {
        return folder.comparison().stream().flatMap(stored -> stored.allLooks().stream());
    }

    /** Adds rounds until there are enough of them by their own spread. */
    private SuiteResult withPlannedRounds(int rounds)
            throws BadInputException, IOException, InterruptedException, ResultFilesException, SuiteFormatException {
        RequestedSuite suite = arms.suite(rounds);
        SuiteResult result = visits.make(suite, folder);
        if (!result.phase().isOver()) {
            return result;
        }
        int planned = planned(rounds, compared(suite, plan.ruleOf(1)));
        return planned > rounds ? withPlannedRounds(planned) : look(rounds, List.of());
    }

    private int planned(int rounds, ArmComparison measured) {
        if (measured.refusal().isPresent()) {
            Notice.print(
                    err, "no more rounds are planned: " + measured.refusal().orElseThrow());
            return rounds;
        }
        if (measured.hasTooFewValidRounds()) {
            Notice.print(err, "the pilot has too few valid rounds to plan more from");
            return rounds;
        }
        int planned = plan.beforeFirstLook(rounds, measured.numbersOfA(), measured.numbersOfB());
        if (planned > rounds) {
            int needed = plan.needed(rounds, measured.numbersOfA(), measured.numbersOfB());
            err.printf(
                    "jgbench: by the spread of %d rounds it takes %d to find a difference of %s%s%n",
                    rounds,
                    needed,
                    ComparisonReport.share(plan.rule().minChange()),
                    needed > planned ? "; --max-rounds allows " + planned : "");
        }
        return planned;
    }

    /**
     * Looks at the rounds, and measures more if they are inconclusive.
     *
     * @param before the looks at fewer rounds
     */
    private SuiteResult look(int rounds, List<Look> before)
            throws BadInputException, IOException, InterruptedException, ResultFilesException, SuiteFormatException {
        RequestedSuite suite = arms.suite(rounds);
        SuiteResult result = visits.make(suite, folder);
        if (!result.phase().isOver()) {
            return result;
        }
        ArmComparison found = compared(suite, plan.ruleOf(before.size() + 1));
        List<Look> looks = new ArrayList<>(before);
        found.verdict()
                .ifPresent(verdict -> looks.add(new Look(rounds, found.rule().confidence(), verdict.claim())));
        List<AskedLooks> ofOthers = looksBefore()
                .filter(asked -> !asked.isOf(metric, plan.ruleOf(1)))
                .toList();
        ArmComparison looked = found.lookedAt(looks, ofOthers);
        folder.write(looked);
        int next = isOpen(looked) ? plan.beforeNextLook(rounds) : rounds;
        if (next > rounds) {
            err.printf("jgbench: Inconclusive after %d rounds: measuring up to round %d%n", rounds, next);
            return look(next, looks);
        }
        return SuiteResultBuilder.builder(result).comparisons(List.of(looked)).build();
    }

    /** Of the suite's rounds alone: the folder may have more, of a command before this one. */
    private ArmComparison compared(RequestedSuite suite, ClaimRule rule) throws IOException, SuiteFormatException {
        List<VisitDigest> digests = folder.digests().stream()
                .filter(digest -> digest.visit().round() <= suite.spec().rounds())
                .toList();
        return ArmComparison.of(suite.spec(), digests, new ComparisonQuestion(metric, rule));
    }

    private static boolean isOpen(ArmComparison comparison) {
        return comparison
                        .verdict()
                        .filter(verdict -> verdict.claim() == Claim.INCONCLUSIVE)
                        .isPresent()
                // where most visits are not valid, more of them would not be either
                && !comparison.hasTooFewValidRounds();
    }
}
