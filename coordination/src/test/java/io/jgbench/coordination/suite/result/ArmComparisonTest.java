package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.ComparisonQuestion;
import io.jgbench.coordination.suite.SuiteFixture;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArmComparisonTest {
    private static final ComparisonQuestion RATE =
            new ComparisonQuestion(VisitDigest.UNITS_PER_SECOND, new ClaimRule(0.99, 0.05, true));
    private static final int ROUNDS = 10;

    @Test
    void armThatIsFasterInEachRoundIsClaimedToBe() {
        ArmComparison comparison = compared(digests(1.1, "same", "same"));

        var verdict = comparison.verdict().orElseThrow();
        assertThat(verdict.claim()).isEqualTo(Claim.FASTER);
        assertThat(verdict.effect().pairs()).isEqualTo(ROUNDS);
        assertThat(verdict.effect().change()).isCloseTo(0.1, within(0.02));
        assertThat(comparison.unpairedVisits()).isZero();
        assertThat(comparison.a()).isEqualTo("messages=1000");
    }

    @Test
    void roundsInWhichOneArmIsNotValidAreNoPairs() {
        List<VisitDigest> digests = new ArrayList<>(digests(1.1, "same", "same"));
        digests.set(
                0,
                VisitDigestBuilder.builder(digests.getFirst())
                        .outcome(VisitOutcome.INVALID)
                        .build());

        ArmComparison comparison = compared(digests);

        assertThat(comparison.figuresOfA()).hasSize(ROUNDS - 1);
        assertThat(comparison.unpairedVisits()).isEqualTo(2);
    }

    @Test
    void nothingIsSaidOfArmsInOtherEnvironmentsUnlessWhatIsVariedChangesThem() throws Exception {
        List<VisitDigest> digests = inEnvironments(Map.of("gc", "Serial"), Map.of("gc", "G1 Young, G1 Old"));

        assertThat(compared(digests).verdict()).isEmpty();
        assertThat(compared(digests).refusal().orElseThrow())
                .startsWith("hosts or JVMs of A and B differ in gc, which the varied fields do not change"
                        + " (environments ");
        assertThat(ArmComparison.of(withTwoCollectors(), digests, RATE).verdict())
                .isPresent();
    }

    /** That of a third cell is none of their business. */
    @Test
    void fieldsThatOtherPointsOfTheAxisVaryMayNotDiffer() throws Exception {
        SuiteSpec suite = SuiteFixture.suite("""
                axes: [{name: load, points: [{name: few, values: {messages: "1000"}},
                                             {name: many, values: {messages: "2000"}},
                                             {name: zgc, values: {jvm.options: -XX:+UseZGC}}]}],
                compare: {a: {load: few}, b: {load: many}}""");
        List<VisitDigest> digests = inEnvironments(Map.of("gc", "Serial"), Map.of("gc", "G1 Young, G1 Old"));

        ArmComparison comparison = ArmComparison.all(
                        suite, digests, suite.comparison().orElseThrow())
                .getFirst();

        assertThat(comparison.refusal().orElseThrow())
                .startsWith("hosts or JVMs of A and B differ in gc, which the varied fields do not change"
                        + " (environments ");
    }

    /** Two cells that differ in the options of the JVM. */
    private static SuiteSpec withTwoCollectors() throws InvalidSpecException {
        return SuiteFixture.suite(
                "axes: [{name: gc, path: jvm.options, values: ['-XX:+UseSerialGC', '-XX:+UseG1GC']}], rounds: "
                        + ROUNDS);
    }

    @Test
    void otherFactsThanThoseThatOptionsOfTheJvmChangeAreNamed() throws Exception {
        List<VisitDigest> digests = inEnvironments(
                Map.of("gc", "Serial", "kernel", "6.1", "net.core.rmem_max", "1"),
                Map.of("gc", "G1 Young, G1 Old", "kernel", "6.8", "net.core.rmem_max", "2"));

        ArmComparison comparison = ArmComparison.of(withTwoCollectors(), digests, RATE);

        assertThat(comparison.verdict()).isEmpty();
        assertThat(comparison.refusal().orElseThrow())
                .startsWith("hosts or JVMs of A and B differ in kernel, net.*, which the varied fields do not change"
                        + " (environments ");
    }

    @Test
    void whatAnEarlierVersionStoredDoesNotSayInWhatItDiffers() throws Exception {
        assertThat(ArmComparison.of(withTwoCollectors(), digests(1.1, "one", "other"), RATE)
                        .refusal()
                        .orElseThrow())
                .contains("differ in facts that are not stored (environments one and other)");
    }

    private static List<VisitDigest> inEnvironments(Map<String, String> ofA, Map<String, String> ofB) {
        return digests(1.1, "one", "other").stream()
                .map(digest -> VisitDigestBuilder.builder(digest)
                        .environmentFacts(Optional.of(EnvironmentFacts.of(
                                List.of(HostSnapshot.of(digest.visit().cell() == 0 ? ofA : ofB)))))
                        .build())
                .toList();
    }

    @Test
    void nothingIsSaidWhereHostsChangedFromRoundToRound() {
        List<VisitDigest> digests = new ArrayList<>(digests(1.1, "same", "same"));
        digests.set(
                4,
                VisitDigestBuilder.builder(digests.get(4))
                        .environmentHash(Optional.of("another"))
                        .build());

        assertThat(compared(digests).refusal().orElseThrow()).startsWith("hosts or JVMs changed from round to round");
    }

    @Test
    void nothingIsSaidWhereTheStackOfAnArmChangedFromRoundToRound() {
        assertThat(compared(withStacks(digests(1.1, "same", "same"), "one", "one"))
                        .verdict())
                .isPresent();
        assertThat(compared(withStacks(digests(1.1, "same", "same"), "one", "other"))
                        .refusal())
                .contains("of B, its stack changed from visit to visit (stacks one, other)");
    }

    /** The last visit, one of B, has another stack than those before. */
    static List<VisitDigest> withStacks(List<VisitDigest> digests, String first, String last) {
        List<VisitDigest> changed = new ArrayList<>();
        digests.forEach(digest -> changed.add(VisitDigestBuilder.builder(digest)
                .stackHash(Optional.of(changed.size() == digests.size() - 1 ? last : first))
                .build()));
        return changed;
    }

    @Test
    void nothingIsSaidOfAFigureThatThereIsNot() {
        var unknown = new ComparisonQuestion("latencyP99Micros", RATE.rule());

        assertThat(ArmComparison.of(suite(), digests(1.1, "same", "same"), unknown)
                        .refusal()
                        .orElseThrow())
                .isEqualTo("no round has a valid figure latencyP99Micros of both");
    }

    /** A time below the clocks' error is not known, so that these would be the fastest rounds. */
    @Test
    void nothingIsSaidWhereAFigureIsKnownOfSomeRoundsOnly() {
        List<VisitDigest> digests = new ArrayList<>(digests(1.1, "same", "same"));
        digests.set(
                4, VisitDigestBuilder.builder(digests.get(4)).figures(Map.of()).build());

        assertThat(compared(digests).verdict()).isEmpty();
        assertThat(compared(digests).refusal().orElseThrow())
                .startsWith(RATE.metric() + " is not known of 1 of " + 2 * ROUNDS + " valid visits");
    }

    /** Left out, the worst rounds of an arm would make it look faster. */
    @Test
    void nothingIsSaidWhereAFigureIsZero() {
        List<VisitDigest> digests = new ArrayList<>(digests(1.1, "same", "same"));
        digests.set(5, digest(1, 3, 0, "same"));

        assertThat(compared(digests).verdict()).isEmpty();
        assertThat(compared(digests).refusal().orElseThrow())
                .isEqualTo("unitsPerSecond is 0 in 1 of 10 rounds, and 0 has no ratio to anything");
    }

    @Test
    void equalArmsDifferByLessThanMatters() {
        assertThat(compared(digests(1.001, "same", "same"))
                        .verdict()
                        .orElseThrow()
                        .claim())
                .isEqualTo(Claim.NO_DIFFERENCE_ABOVE);
    }

    private static ArmComparison compared(List<VisitDigest> digests) {
        return ArmComparison.of(suite(), digests, RATE);
    }

    private static SuiteSpec suite() {
        return SuiteFixture.suite(2, ROUNDS, 0, "");
    }

    private static List<VisitDigest> digests(double ratio, String environmentOfA, String environmentOfB) {
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            double rate = 1000 + 13 * (round % 4);
            digests.add(digest(0, round, rate, environmentOfA));
            digests.add(digest(1, round, rate * ratio * (1 + round / 1000.0), environmentOfB));
        }
        return digests;
    }

    static VisitDigest digest(int cell, int round, double rate, String environment) {
        return VisitDigestBuilder.builder()
                .schemaVersion(VisitDigest.SCHEMA_VERSION)
                .suite("lab")
                .cell("messages=" + (cell + 1) * 1000)
                .coordinates(Map.of())
                .visit(VisitId.first(cell, round))
                .run("lab-x")
                .runId("lab-x-1")
                .workload(WorkloadSettings.Type.MULTICAST)
                .unitOfWork("messages")
                .startTime(Instant.EPOCH)
                .completionTime(Instant.EPOCH)
                .outcome(VisitOutcome.VALID)
                .figures(Map.of(VisitDigest.UNITS_PER_SECOND, rate))
                .findings(List.of())
                .environmentHash(Optional.of(environment))
                .histograms(Map.of())
                .build();
    }
}
