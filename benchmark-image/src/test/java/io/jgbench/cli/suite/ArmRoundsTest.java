package io.jgbench.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.LookPlan;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.ArmComparison;
import io.jgbench.coordination.suite.result.ArmComparison.Look;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.files.SuiteFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many rounds two arms get; their visits are digests that this test writes. */
final class ArmRoundsTest {
    private static final ClaimRule RULE = new ClaimRule(0.99, 0.05, true);

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final List<Integer> measured = new ArrayList<>();

    /** Rounds of each suite whose visits were asked for. */
    private final List<Integer> made = new ArrayList<>();

    @TempDir
    private Path results;

    private Path file;
    private RequestedArms arms;

    @BeforeEach
    void declare() throws Exception {
        file = Files.writeString(results.resolve("run.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: small}
                spec: {members: 2, messages: 500, messageSize: 1k, transport: {name: tcp}}
                """);
        arms = RequestedArms.read(file, Map.of("messageSize", "1k"), Map.of("messageSize", "1000"), 1);
    }

    /** Ratios of B to A by the round: change, and a spread that alternates. */
    private static IntToDoubleFunction ratios(double change, double spread) {
        return round -> (1 + change) * (1 + (round % 2 == 0 ? spread : -spread) * (1 + round % 5 / 10.0));
    }

    @Test
    void quietArmsAreLookedAtOnceWhenThePilotsSpreadAllows() throws Exception {
        ArmComparison found = compared(40, ratios(0.2, 0.002));

        assertThat(found.verdict().orElseThrow().claim()).isEqualTo(Claim.FASTER);
        assertThat(found.looks()).containsExactly(new Look(9, found.rule().confidence(), Claim.FASTER));
        assertThat(found.rule().confidence()).isEqualTo(0.995);
        assertThat(told.toString(StandardCharsets.UTF_8))
                .isEqualTo("jgbench: by the spread of 8 rounds it takes 9 to find a difference of 5 %\n");
    }

    /** 0.07 times 100 is 7.000000000000001. */
    @Test
    void changeThatMattersIsToldAsItWasAsked() throws Exception {
        compared(new LookPlan(new ClaimRule(0.99, 7 / 100.0, true), 0.95, 40), ratios(0.2, 0.002));

        assertThat(told.toString(StandardCharsets.UTF_8)).endsWith("to find a difference of 7 %\n");
    }

    @Test
    void inconclusiveLookIsFollowedByAnotherOneThatHasToBeSurer() throws Exception {
        ArmComparison found = compared(40, ratios(0.028, 0.035));

        assertThat(found.looks()).hasSizeGreaterThan(1);
        assertThat(found.looks().getFirst().claim()).isEqualTo(Claim.INCONCLUSIVE);
        for (int i = 1; i < found.looks().size(); i++) {
            Look before = found.looks().get(i - 1);
            Look look = found.looks().get(i);
            assertThat(look.rounds()).isBetween(before.rounds() + 1, 2 * before.rounds());
            assertThat(1 - look.confidence()).isCloseTo((1 - before.confidence()) / 2, within(1e-12));
        }
        assertThat(told.toString(StandardCharsets.UTF_8))
                .contains("jgbench: Inconclusive after "
                        + found.looks().getFirst().rounds() + " rounds: measuring up to round ");
    }

    @Test
    void roundsAreNoMoreThanTheMost() throws Exception {
        ArmComparison found = compared(12, ratios(0.028, 0.2));

        assertThat(found.looks()).containsExactly(new Look(12, 0.995, Claim.INCONCLUSIVE));
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("; --max-rounds allows 12\n");
    }

    @Test
    void whoAllowsMoreRoundsLaterDoesNotLookForFree() throws Exception {
        compared(12, ratios(0.028, 0.2));

        ArmComparison more = compared(18, ratios(0.028, 0.2));

        assertThat(more.looks())
                .containsExactly(new Look(12, 0.995, Claim.INCONCLUSIVE), new Look(18, 0.9975, Claim.INCONCLUSIVE));
    }

    @Test
    void sameCommandAgainMeasuresNothingAndSaysTheSame() throws Exception {
        ArmComparison first = compared(40, ratios(0.028, 0.035));
        measured.clear();

        ArmComparison again = compared(40, ratios(0.028, 0.035));

        assertThat(again).isEqualTo(first);
        assertThat(measured).isEmpty();
    }

    @Test
    void anotherQuestionHasLooksOfItsOwn() throws Exception {
        compared(12, ratios(0.028, 0.2));

        ArmComparison coarser = compared(new LookPlan(new ClaimRule(0.95, 0.05, true), 0.95, 12), ratios(0.028, 0.2));

        assertThat(coarser.looks()).containsExactly(new Look(12, 0.975, Claim.INCONCLUSIVE));
        assertThat(compared(20, ratios(0.028, 0.2)).looks())
                .as("the first question goes on where it was, with what is left of its error")
                .extracting(Look::confidence)
                .startsWith(0.995, 0.9975);
    }

    /** Whoever reads the suite afterwards has all that was measured. */
    @Test
    void questionThatTakesFewerRoundsLeavesTheSuiteWithAllOfThem() throws Exception {
        ArmComparison first = compared(40, ratios(0.028, 0.035));
        int most = first.looks().getLast().rounds();

        ArmComparison coarser = compared(new LookPlan(new ClaimRule(0.9, 0.5, true), 0.95, 40), ratios(0.028, 0.035));

        assertThat(coarser.looks().getLast().rounds()).isLessThan(most);
        assertThat(made).endsWith(most);
    }

    @Test
    void whoAsksForASmallerChangeDoesNotLookForFree() throws Exception {
        IntToDoubleFunction ratios = ratios(0.028, 0.035);
        ArmComparison first = compared(40, ratios);
        measured.clear();

        ArmComparison again = compared(new LookPlan(new ClaimRule(0.99, 0.01, true), 0.95, 40), ratios);

        assertThat(again.looks())
                .extracting(Look::confidence)
                .startsWith(first.looks().stream().map(Look::confidence).toArray(Double[]::new));
        assertThat(again.rule().confidence())
                .isGreaterThanOrEqualTo(first.rule().confidence());
        assertThat(again.otherLooks()).isEmpty();
    }

    @Test
    void sameIntervalMayAnswerAnotherChangeThatMatters() throws Exception {
        ArmComparison narrow = compared(12, ratios(0.028, 0.2));
        assertThat(narrow.verdict().orElseThrow().claim()).isEqualTo(Claim.INCONCLUSIVE);
        measured.clear();

        ArmComparison wide = compared(new LookPlan(new ClaimRule(0.99, 0.9, true), 0.95, 12), ratios(0.028, 0.2));

        assertThat(wide.looks()).containsExactly(new Look(12, 0.995, Claim.NO_DIFFERENCE_ABOVE));
        assertThat(wide.verdict().orElseThrow().effect())
                .isEqualTo(narrow.verdict().orElseThrow().effect());
        assertThat(measured).isEmpty();
    }

    /** The pilot's rounds are quiet, and all others are not. */
    @Test
    void pilotThatSawTooSmallASpreadIsPlannedAgainBeforeAnybodyLooks() throws Exception {
        IntToDoubleFunction later = ratios(0.05, 0.06);
        ArmComparison found = compared(
                200, round -> round <= 8 ? ratios(0.05, 0.03).applyAsDouble(round) : later.applyAsDouble(round));

        assertThat(told.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("by the spread of")))
                .hasSizeGreaterThan(1);
        assertThat(found.looks().getFirst().rounds()).isEqualTo(measured.get(measured.size() - 1));
    }

    @Test
    void roundsThatAreNotValidAreMadeUpForBeforeAnybodyLooks() throws Exception {
        ArmComparison found = compared(new LookPlan(RULE, 0.95, 40), ratios(0.2, 0.002), round -> round == 9);

        assertThat(found.looks()).containsExactly(new Look(10, 0.995, Claim.FASTER));
    }

    @Test
    void armsOfWhichMostVisitsAreNotValidAreNotMeasuredFurther() throws Exception {
        ArmComparison found = compared(new LookPlan(RULE, 0.95, 40), ratios(0.2, 0.002), round -> round > 3);

        assertThat(found.verdict().orElseThrow().claim()).isEqualTo(Claim.INCONCLUSIVE);
        assertThat(measured).containsExactly(8);
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("the pilot has too few valid rounds");
    }

    @Test
    void stoppedComparisonIsNone() throws Exception {
        try (SuiteFolder folder = open()) {
            var stopped = new ArmRounds(
                    arms,
                    folder,
                    (suite, there) -> SuiteResult.of(suite.spec(), SuiteStatus.pending(), List.of()),
                    new LookPlan(RULE, 0.95, 40),
                    VisitDigest.UNITS_PER_SECOND,
                    new PrintStream(told, true, StandardCharsets.UTF_8));

            SuiteResult unfinished = stopped.measure();

            assertThat(unfinished.phase().isOver()).isFalse();
            assertThat(unfinished.comparisons()).isEmpty();
        }
    }

    @Test
    void fileThatIsEditedMeanwhileChangesNoRound() throws Exception {
        Set<Long> messages = new HashSet<>();
        try (SuiteFolder folder = open()) {
            var rounds = new ArmRounds(
                    arms,
                    folder,
                    (suite, there) -> {
                        messages.add(suite.declared().template().messages());
                        Files.writeString(file, Files.readString(file).replace("500", "9000"));
                        return make(suite, there, ratios(0.2, 0.002), _ -> false);
                    },
                    new LookPlan(RULE, 0.95, 40),
                    VisitDigest.UNITS_PER_SECOND,
                    new PrintStream(told, true, StandardCharsets.UTF_8));

            rounds.measure();
        }

        assertThat(measured).hasSizeGreaterThan(1);
        assertThat(messages).containsExactly(500L);
    }

    private ArmComparison compared(int mostRounds, IntToDoubleFunction ratios) throws Exception {
        return compared(new LookPlan(RULE, 0.95, mostRounds), ratios);
    }

    private ArmComparison compared(LookPlan plan, IntToDoubleFunction ratios) throws Exception {
        return compared(plan, ratios, _ -> false);
    }

    private ArmComparison compared(LookPlan plan, IntToDoubleFunction ratios, IntPredicate isInvalid) throws Exception {
        try (SuiteFolder folder = open()) {
            SuiteResult result = new ArmRounds(
                            arms,
                            folder,
                            (suite, there) -> make(suite, there, ratios, isInvalid),
                            plan,
                            VisitDigest.UNITS_PER_SECOND,
                            new PrintStream(told, true, StandardCharsets.UTF_8))
                    .measure();
            ArmComparison found = result.comparisons().getFirst();
            assertThat(folder.comparison()).contains(found);
            return found;
        }
    }

    private SuiteFolder open() throws Exception {
        RequestedSuite pilot = arms.suite(LookPlan.PILOT);
        return SuiteFolder.open(results, pilot.spec().name(), pilot.declared(), List.of());
    }

    /** Those of the rounds that are not there yet. */
    private SuiteResult make(
            RequestedSuite suite, SuiteFolder folder, IntToDoubleFunction ratios, IntPredicate isInvalid)
            throws IOException {
        made.add(suite.spec().rounds());
        var digests = new StoredDigests(results, suite.spec().name(), Instant.parse("2026-11-01T10:00:00Z"));
        for (int round = 1; round <= suite.spec().rounds(); round++) {
            if (Files.notExists(folder.path().resolve("digests/small-c1-r" + round + ".json"))) {
                VisitOutcome outcome = isInvalid.test(round) ? VisitOutcome.INVALID : VisitOutcome.VALID;
                write(digests, 0, round, outcome, 1000);
                write(digests, 1, round, outcome, 1000 * ratios.applyAsDouble(round));
                if (round == suite.spec().rounds()) {
                    measured.add(round);
                }
            }
        }
        return SuiteResult.of(
                suite.spec(),
                new SuiteStatus(SuiteStatus.SCHEMA_VERSION, SuitePhase.COMPLETED, Optional.empty(), 0, List.of()),
                List.of());
    }

    private static void write(StoredDigests digests, int cell, int round, VisitOutcome outcome, double rate)
            throws IOException {
        digests.write(
                new StoredDigests.Visit(
                        VisitId.first(cell, round), Map.of("arm", cell == 0 ? "a" : "b"), outcome, "same"),
                outcome == VisitOutcome.VALID ? Map.of(VisitDigest.UNITS_PER_SECOND, rate) : Map.of());
    }
}
