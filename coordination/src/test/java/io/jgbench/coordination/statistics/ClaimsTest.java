package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is claimed of arms that are equal, and of such that differ, over many simulated comparisons. */
class ClaimsTest {
    private static final double CONFIDENCE = 0.99;
    private static final double PLANTED = 0.05;
    private static final int COMPARISONS = 1000;
    private static final int PILOT = 8;
    private static final ClaimRule RULE = new ClaimRule(CONFIDENCE, PLANTED, true);

    /** How a figure differs from round to round, beside what all figures of a round share. */
    @SuppressWarnings("ImmutableEnumChecker")
    enum Noise {
        NORMAL(random -> 0.03 * random.nextGaussian()),
        /** One round in ten is disturbed and has half the rate or less. */
        DISTURBED(random -> 0.02 * random.nextGaussian() - (random.nextInt(10) == 0 ? 0.2 * random.nextDouble() : 0)),
        /** Two states, as JIT compilers give them. */
        TWO_STATES(random -> 0.01 * random.nextGaussian() + (random.nextInt(3) == 0 ? 0.06 : 0));

        private final ToDoubleFunction<Random> logarithm;

        Noise(ToDoubleFunction<Random> logarithm) {
            this.logarithm = logarithm;
        }

        double factor(Random random) {
            return Math.exp(logarithm.applyAsDouble(random));
        }
    }

    @ParameterizedTest
    @EnumSource
    void equalArmsAreHardlyEverClaimedToDiffer(Noise noise) {
        Map<Claim, Integer> claims = claims(noise, 0);

        int wrong = claims.getOrDefault(Claim.FASTER, 0) + claims.getOrDefault(Claim.SLOWER, 0);
        assertThat(wrong).as("%s", claims).isLessThanOrEqualTo(COMPARISONS * 2 / 100);
    }

    @ParameterizedTest
    @EnumSource
    void plantedChangeIsFoundWithTheRoundsThatThePilotPlans(Noise noise) {
        Map<Claim, Integer> claims = claims(noise, PLANTED);

        assertThat(claims.getOrDefault(Claim.FASTER, 0)).as("%s", claims).isGreaterThanOrEqualTo(COMPARISONS * 9 / 10);
        assertThat(claims.getOrDefault(Claim.SLOWER, 0)).isZero();
    }

    /** Nine rounds of ten agree. The logarithms of 10 to 11 and of 11 to 10 may differ in their last bit. */
    @ParameterizedTest
    @CsvSource({"10, 11", "40, 43", "12, 13", "30, 32"})
    void armsThatChangePlacesGiveTheSameProbability(double low, double high) {
        double[] a = new double[10];
        double[] b = new double[10];
        Arrays.fill(a, low);
        Arrays.fill(b, high);
        a[3] = high;
        b[3] = low;

        var higher = PairedEffect.of(a, b, CONFIDENCE);
        var lower = PairedEffect.of(b, a, CONFIDENCE);

        assertThat(higher.pValue()).isCloseTo(22 / 1024.0, within(1e-12)).isEqualTo(lower.pValue());
        assertThat(higher.interval().orElseThrow().holds(0)).isTrue();
        assertThat(lower.interval().orElseThrow().holds(0)).isTrue();
    }

    private static Map<Claim, Integer> claims(Noise noise, double change) {
        var random = new Random(noise.name().hashCode());
        Map<Claim, Integer> counts = new EnumMap<>(Claim.class);
        for (int i = 0; i < COMPARISONS; i++) {
            var arms = new Arms(new ArrayList<>(), new ArrayList<>());
            arms.measure(PILOT, noise, change, random);
            int rounds = new RoundsNeeded(CONFIDENCE, 0.95).of(arms.a(), arms.b(), PLANTED);
            arms.measure(rounds - PILOT, noise, change, random);
            var verdict = RULE.judge(List.of(arms::effect)).getFirst();
            counts.merge(verdict.claim(), 1, Integer::sum);
        }
        return counts;
    }

    private record Arms(List<Double> first, List<Double> second) {

        /** A slow hour hits both arms of a round. */
        void measure(int rounds, Noise noise, double change, Random random) {
            for (int round = 0; round < rounds; round++) {
                double machine = 100_000 * Math.exp(0.1 * random.nextGaussian());
                first.add(machine * noise.factor(random));
                second.add(machine * (1 + change) * noise.factor(random));
            }
        }

        double[] a() {
            return first.stream().mapToDouble(Double::doubleValue).toArray();
        }

        double[] b() {
            return second.stream().mapToDouble(Double::doubleValue).toArray();
        }

        PairedEffect effect(double confidence) {
            return PairedEffect.of(a(), b(), confidence);
        }
    }

    /** The probability of one wrong word among all comparisons of a suite is that of one comparison. */
    @Test
    void twentyChangesThatMatterAreHardlyEverSaidToBeNone() {
        var random = new Random(20);
        int suites = 2000;
        int wrong = 0;
        for (int suite = 0; suite < suites; suite++) {
            List<DoubleFunction<PairedEffect>> pairs = new ArrayList<>();
            for (int pair = 0; pair < 20; pair++) {
                var arms = new Arms(new ArrayList<>(), new ArrayList<>());
                arms.measure(14, Noise.NORMAL, -PLANTED, random);
                pairs.add(arms::effect);
            }
            wrong += RULE.judge(pairs).stream().anyMatch(said -> said.claim() == Claim.NO_DIFFERENCE_ABOVE) ? 1 : 0;
        }

        assertThat(wrong).isLessThanOrEqualTo(suites / 100);
    }

    @Test
    void smallDifferenceIsNoneThatMatters() {
        var verdict = RULE.judge(List.of(confidence -> PairedEffect.of(
                        new double[] {100, 101, 102, 103, 104, 105, 106, 107, 108, 109},
                        new double[] {100.1, 101.2, 102.1, 103.3, 104.1, 105.2, 106.3, 107.1, 108.2, 109.4},
                        confidence)))
                .getFirst();

        assertThat(verdict.claim()).isEqualTo(Claim.NO_DIFFERENCE_ABOVE);
        assertThat(verdict.moreRounds()).isZero();
    }

    /** The interval does not hold 0, and all of it is closer to 0 than what matters. */
    @Test
    void sureDifferenceBelowTheOneThatMattersIsNoneAndFailsNothing() {
        double[] a = IntStream.range(0, 20).mapToDouble(round -> 100 + round).toArray();
        double[] b = IntStream.range(0, 20)
                .mapToDouble(round -> (100 + round) * (0.955 + 0.0005 * round))
                .toArray();

        var verdict = RULE.judge(List.of(confidence -> PairedEffect.of(a, b, confidence)))
                .getFirst();

        assertThat(verdict.effect().interval().orElseThrow().high()).isNegative();
        assertThat(verdict.adjustedPValue()).isLessThan(0.0001);
        assertThat(verdict.claim()).isEqualTo(Claim.NO_DIFFERENCE_ABOVE);
    }

    @Test
    void largerTimesAreSlower() {
        assertThat(RULE.judge(same(1)).getFirst().claim()).isEqualTo(Claim.FASTER);
        assertThat(new ClaimRule(CONFIDENCE, PLANTED, false)
                        .judge(same(1))
                        .getFirst()
                        .claim())
                .isEqualTo(Claim.SLOWER);
    }

    @Test
    void tooFewRoundsAreInconclusiveAndSayHowManyMoreItTakes() {
        var verdict = RULE.judge(List.of(confidence ->
                        PairedEffect.of(new double[] {10, 10, 10}, new double[] {20, 21, 22}, confidence)))
                .getFirst();

        assertThat(verdict.claim()).isEqualTo(Claim.INCONCLUSIVE);
        assertThat(verdict.moreRounds()).isEqualTo(5);
    }

    /**
     * One comparison alone claims the difference. Of eight rounds the least p-value is 1 in 128, which twenty
     * comparisons make 1 in 6.4; of twelve it is 1 in 2048 and 1 in 102.4.
     */
    @Test
    void manyComparisonsNeedStrongerEvidenceForEachAndSayHowManyMoreRoundsThatTakes() {
        assertThat(RULE.judge(same(20))).allSatisfy(verdict -> {
            assertThat(verdict.claim()).isEqualTo(Claim.INCONCLUSIVE);
            assertThat(verdict.moreRounds()).isEqualTo(4);
        });
        assertThat(RULE.judge(same(2)))
                .allSatisfy(verdict -> assertThat(verdict.moreRounds()).isEqualTo(1));
    }

    /** One alone is known to differ by less than matters, of twelve nobody can be so sure. */
    @Test
    void manyComparisonsNeedWiderIntervalsForNoDifferenceAndSayHowManyMoreRoundsThatTakes() {
        double[] ratios = {1.031, 0.965, 1.022, 0.981, 1.012, 0.994, 1.003, 0.975, 1.008, 0.99};
        double[] a = new double[ratios.length];
        Arrays.fill(a, 1);
        DoubleFunction<PairedEffect> narrow = confidence -> PairedEffect.of(a, ratios, confidence);

        assertThat(RULE.judge(List.of(narrow)).getFirst().claim()).isEqualTo(Claim.NO_DIFFERENCE_ABOVE);
        assertThat(RULE.judge(Collections.nCopies(12, narrow))).allSatisfy(verdict -> {
            assertThat(verdict.claim()).isEqualTo(Claim.INCONCLUSIVE);
            assertThat(verdict.moreRounds()).isPositive();
        });
    }

    /** Holm's correction no longer counts those of which something is said. */
    @Test
    void comparisonsThatAreAnsweredTakeNoMoreRoundsFromTheOthers() {
        double[] a = IntStream.range(0, 16).mapToDouble(round -> 100 + round).toArray();
        double[] b = IntStream.range(0, 16)
                .mapToDouble(round -> (100 + round) * (1.2 + round / 1000.0))
                .toArray();
        List<DoubleFunction<PairedEffect>> effects = new ArrayList<>(same(2));
        effects.addAll(Collections.nCopies(18, confidence -> PairedEffect.of(a, b, confidence)));

        List<ClaimRule.Verdict> verdicts = RULE.judge(effects);

        assertThat(verdicts.subList(0, 2)).allSatisfy(verdict -> {
            assertThat(verdict.claim()).isEqualTo(Claim.INCONCLUSIVE);
            assertThat(verdict.moreRounds()).isEqualTo(1);
        });
        assertThat(verdicts.subList(2, 20))
                .allSatisfy(verdict -> assertThat(verdict.claim()).isEqualTo(Claim.FASTER));
    }

    /** 8 rounds have an interval of 99 %, and none of the 99.5 % that two comparisons take. */
    @Test
    void sureDifferenceBelowTheOneThatMattersIsNotClaimedForWantOfRounds() {
        DoubleFunction<PairedEffect> large = effect(10, round -> 0.8 + round / 1000.0);
        DoubleFunction<PairedEffect> small = effect(8, round -> 0.992 + round / 2000.0);
        assertThat(small.apply(CONFIDENCE).interval().orElseThrow().holds(0)).isFalse();

        List<ClaimRule.Verdict> verdicts = RULE.judge(List.of(large, small));

        assertThat(verdicts).extracting(ClaimRule.Verdict::claim).containsExactly(Claim.SLOWER, Claim.INCONCLUSIVE);
        assertThat(verdicts.get(1).moreRounds()).isPositive();
    }

    private static DoubleFunction<PairedEffect> effect(int rounds, IntToDoubleFunction ratio) {
        double[] a =
                IntStream.range(0, rounds).mapToDouble(round -> 100 + round).toArray();
        double[] b = IntStream.range(0, rounds)
                .mapToDouble(round -> a[round] * ratio.applyAsDouble(round))
                .toArray();
        return confidence -> PairedEffect.of(a, b, confidence);
    }

    /** Latencies are whole microseconds, so that some ratios are equal. */
    @ParameterizedTest
    @ValueSource(ints = {8, 9, 10, 11, 14, 15})
    void leastRoundsAnswerAComparisonOfWholeMicroseconds(int rounds) {
        double[] a = IntStream.range(0, rounds)
                .mapToDouble(round -> 100 + 10 * (round % 3))
                .toArray();
        double[] b = Arrays.stream(a).map(micros -> 1.1 * micros).toArray();

        assertThat(PairedEffect.of(a, b, CONFIDENCE).pValue()).isCloseTo(Math.pow(2, 1 - rounds), within(1e-15));
    }

    @Test
    void roundsThatAllAgreeAreFasterThoughTwoRatiosAreEqual() {
        double[] a = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100};
        double[] b = {110, 110, 111, 112, 113, 114, 115, 116, 117, 118};
        int pairs = 3;
        assertThat(RULE.leastRounds(pairs)).isEqualTo(a.length);

        assertThat(RULE.judge(Collections.nCopies(pairs, confidence -> PairedEffect.of(a, b, confidence))))
                .allSatisfy(verdict -> assertThat(verdict.claim()).isEqualTo(Claim.FASTER));
    }

    /** Of 9 ratios with a sign 2 choices of 2^9 are as unequal. */
    @Test
    void roundThatIsEqualInBothArmsHasNoSign() {
        double[] a = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100};
        double[] b = {100, 110, 111, 112, 113, 114, 115, 116, 117, 118};

        assertThat(PairedEffect.of(a, b, CONFIDENCE).pValue()).isCloseTo(2 / 512.0, within(1e-15));
    }

    @Test
    void leastRoundsGrowWithTheNumberOfComparisons() {
        assertThat(IntStream.of(1, 2, 5, 6, 10, 11).map(RULE::leastRounds)).containsExactly(8, 9, 10, 11, 11, 12);
        assertThat(RULE.leastUnpairedRounds(1, 5, 1000)).hasValue(5);
        assertThat(RULE.leastUnpairedRounds(1, 6, 1000)).hasValue(4);
        assertThat(RULE.leastUnpairedRounds(1, 1, 100)).isEmpty();
    }

    private static List<DoubleFunction<PairedEffect>> same(int comparisons) {
        return Collections.nCopies(
                comparisons,
                confidence -> PairedEffect.of(
                        new double[] {10, 11, 12, 13, 14, 15, 16, 17},
                        new double[] {12, 13.1, 14.3, 15.7, 17.1, 18.1, 19.5, 20.6},
                        confidence));
    }
}
