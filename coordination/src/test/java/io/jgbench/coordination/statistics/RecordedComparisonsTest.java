package io.jgbench.coordination.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A hundred comparisons on rates that were recorded of real runs: two arms that are equal, and two of which one is
 * given 5 % more. The rounds are those that the pilot computes, and more where these say nothing. The table in
 * docs/decisions/statistics.md has what came of it.
 */
@Tag("beside")
class RecordedComparisonsTest {
    private static final double CONFIDENCE = 0.99;
    private static final double PLANTED = 0.05;
    private static final int COMPARISONS = 100;
    private static final long SEED = 5;

    /** Their rates lie so near to each other that a few hundred rounds are enough. */
    private static final Set<String> QUICK = Set.of("warm-tcp", "warm-jgroups-tcp");

    private static final ClaimRule RULE = new ClaimRule(CONFIDENCE, PLANTED, true);
    private static final double POWER = 0.95;
    private static final LookPlan PLAN = new LookPlan(RULE, POWER, Integer.MAX_VALUE);

    /** Most pilots compute enough; a few see too small a spread. */
    private static final int MORE = 4;

    /**
     * Rates of the same run, again and again.
     *
     * @param rates in the order in which they were measured
     * @param isNeighbouring whether the two arms of a round have rates that were measured one after the other; else
     *     each has any of them
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Recording(String name, double[] rates, boolean isNeighbouring) {

        double[] round(Random random) {
            int first = random.nextInt(rates.length);
            int second = isNeighbouring ? (first + 1) % rates.length : random.nextInt(rates.length);
            return random.nextBoolean()
                    ? new double[] {rates[first], rates[second]}
                    : new double[] {rates[second], rates[first]};
        }

        @Override
        public String toString() {
            return name + (isNeighbouring ? ", neighbours" : ", any two");
        }
    }

    static Stream<Recording> quickRecordings() throws IOException {
        return recordings().filter(recording -> QUICK.contains(recording.name()));
    }

    static Stream<Recording> recordings() throws IOException {
        try (var in = RecordedComparisonsTest.class.getResourceAsStream("recorded-rates.csv")) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
            return lines.stream().flatMap(line -> {
                String[] fields = line.split(",", -1);
                double[] rates = Arrays.stream(fields, 1, fields.length)
                        .mapToDouble(Double::parseDouble)
                        .toArray();
                return Stream.of(new Recording(fields[0], rates, false), new Recording(fields[0], rates, true));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("quickRecordings")
    void equalArmsAreNotClaimedToDiffer(Recording recording) {
        assertThatEqualArmsAreNotClaimedToDiffer(recording);
    }

    @ParameterizedTest
    @MethodSource("quickRecordings")
    void plantedChangeIsFoundWithTheRoundsThatThePilotComputes(Recording recording) {
        assertThatAPlantedChangeIsFound(recording);
    }

    /** Thousands of rounds. */
    @ParameterizedTest
    @MethodSource("recordings")
    @Tag("slow")
    void allRecordingsGiveTheSame(Recording recording) {
        assertThatEqualArmsAreNotClaimedToDiffer(recording);
        assertThatAPlantedChangeIsFound(recording);
    }

    private static void assertThatEqualArmsAreNotClaimedToDiffer(Recording recording) {
        Map<Claim, Integer> claims = claims(recording, 0);

        assertThat(claims.getOrDefault(Claim.FASTER, 0) + claims.getOrDefault(Claim.SLOWER, 0))
                .as("%s: %s", recording, claims)
                .isLessThanOrEqualTo(COMPARISONS * 5 / 100);
    }

    private static void assertThatAPlantedChangeIsFound(Recording recording) {
        Map<Claim, Integer> claims = claims(recording, PLANTED);

        assertThat(claims.getOrDefault(Claim.FASTER, 0))
                .as("%s: %s", recording, claims)
                .isGreaterThanOrEqualTo(COMPARISONS * 9 / 10);
        assertThat(claims.getOrDefault(Claim.SLOWER, 0)).isZero();
    }

    private static Map<Claim, Integer> claims(Recording recording, double change) {
        var random = new Random(SEED);
        Map<Claim, Integer> claims = new EnumMap<>(Claim.class);
        for (int i = 0; i < COMPARISONS; i++) {
            claims.merge(claim(recording, change, random), 1, Integer::sum);
        }
        return claims;
    }

    /** As {@code ./jgbench compare} goes on, with {@link #MORE} rounds for each that the pilot computes. */
    private static Claim claim(Recording recording, double change, Random random) {
        double[][] arms = arms(recording, LookPlan.PILOT, change, random);
        int pilot = PLAN.needed(LookPlan.PILOT, arms[0], arms[1]);
        var plan = new LookPlan(RULE, POWER, MORE * pilot);
        int rounds = LookPlan.PILOT;
        for (int planned = pilot; planned > rounds; planned = plan.beforeFirstLook(rounds, arms[0], arms[1])) {
            arms = more(arms, planned, recording, change, random);
            rounds = planned;
        }
        for (int look = 1; ; look++) {
            ClaimRule rule = plan.ruleOf(look);
            double[] a = arms[0];
            double[] b = arms[1];
            Claim claim = rule.judge(List.of(confidence -> PairedEffect.of(a, b, confidence)))
                    .getFirst()
                    .claim();
            int next = plan.beforeNextLook(arms[0].length);
            if (claim != Claim.INCONCLUSIVE || next == arms[0].length) {
                return claim;
            }
            arms = more(arms, next, recording, change, random);
        }
    }

    private static double[][] more(double[][] arms, int rounds, Recording recording, double change, Random random) {
        double[][] rest = arms(recording, rounds - arms[0].length, change, random);
        return new double[][] {joined(arms[0], rest[0]), joined(arms[1], rest[1])};
    }

    private static double[][] arms(Recording recording, int rounds, double change, Random random) {
        double[][] arms = new double[2][rounds];
        for (int round = 0; round < rounds; round++) {
            double[] rates = recording.round(random);
            arms[0][round] = rates[0];
            arms[1][round] = rates[1] * (1 + change);
        }
        return arms;
    }

    private static double[] joined(double[] one, double[] other) {
        double[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
