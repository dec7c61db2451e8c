package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.api.v1alpha1.StatusJudgement.Verdict;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.SuiteFixture;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BaselineComparisonTest {
    private static final ClaimRule RULE = new ClaimRule(0.99, 0.05, true);
    private static final int ROUNDS = 10;
    private static final SuiteStatus COMPLETED =
            new SuiteStatus(SuiteStatus.SCHEMA_VERSION, SuitePhase.COMPLETED, Optional.empty(), 0, List.of());

    @Test
    void cellThatIsSlowerThanBeforeIsSaidToBe() {
        BaselineComparison comparison = compared(result("", 0.8, "same"), result("", 1, "same"));

        assertThat(comparison.suite()).isEqualTo("lab");
        assertThat(comparison.cells())
                .hasSize(2)
                .allSatisfy(cell -> assertThat(cell.says(Claim.SLOWER)).isTrue());
        var effect = comparison.cells().getFirst().verdict().orElseThrow().effect();
        assertThat(effect.change()).isCloseTo(-0.2, within(0.02));
        assertThat(effect.figuresOfA()).isEqualTo(ROUNDS);
    }

    @Test
    void equalSuitesDifferByLessThanMatters() {
        BaselineComparison comparison = compared(result("", 1.001, "same"), result("", 1, "same"));

        assertThat(comparison.cells())
                .allSatisfy(
                        cell -> assertThat(cell.says(Claim.NO_DIFFERENCE_ABOVE)).isTrue());
    }

    @Test
    void nothingIsSaidWhereHostsOrJvmsDifferUnlessThatIsVaried() {
        SuiteResult before = result("", 1, "one");

        assertThat(compared(result("", 0.8, "other"), before)
                        .cells()
                        .getFirst()
                        .refusal()
                        .orElseThrow())
                .contains("differ from the baseline's in facts that are not stored (environments one, other)");
        SuiteResult withOtherHeap = result("jvm: {options: [-Xmx2g]}", 0.8, "other");
        assertThat(compared(withOtherHeap, before).cells().getFirst().refusal()).isPresent();
        assertThat(compared(of(withOtherHeap, "other", Map.of("jvmOptions", "-Xmx2g")), of(before, "one", Map.of()))
                        .cells()
                        .getFirst()
                        .says(Claim.SLOWER))
                .isTrue();
        assertThat(compared(
                                of(withOtherHeap, "other", Map.of("jvmOptions", "-Xmx2g", "jdk", "27")),
                                of(before, "one", Map.of()))
                        .cells()
                        .getFirst()
                        .refusal()
                        .orElseThrow())
                .startsWith("hosts or JVMs differ from the baseline's in jdk, which the varied fields do not change"
                        + " (environments");
    }

    @Test
    void environmentThatIsNotKnownIsNotTakenForTheBaselines() {
        SuiteResult known = result("", 1, "same");
        SuiteResult notKnown = SuiteResult.of(
                spec(""),
                COMPLETED,
                digests(0.8, "same", ROUNDS).stream()
                        .map(digest -> VisitDigestBuilder.builder(digest)
                                .environmentHash(Optional.empty())
                                .build())
                        .toList());
        String refusal = "hosts or JVMs differ from the baseline's in facts that are not stored (environments same)";

        assertThat(compared(notKnown, known).cells().getFirst().refusal().orElseThrow())
                .startsWith(refusal);
        assertThat(compared(known, notKnown).cells().getFirst().refusal().orElseThrow())
                .startsWith(refusal);
    }

    /** With what its environment is made of. */
    private static SuiteResult of(SuiteResult suite, String environment, Map<String, String> host) {
        Map<String, String> facts = new HashMap<>(Map.of("kernel", "6.8", "jdk", "26"));
        facts.putAll(host);
        return SuiteResultBuilder.builder(suite)
                .environments(Map.of(environment, EnvironmentFacts.of(List.of(HostSnapshot.of(facts)))))
                .build();
    }

    @Test
    void nothingIsSaidWhereAFigureIsZero() {
        BaselineComparison comparison = compared(result("", 0, "same"), result("", 1, "same"));

        assertThat(comparison.cells().getFirst().verdict()).isEmpty();
        assertThat(comparison.cells().getFirst().refusal().orElseThrow())
                .isEqualTo("unitsPerSecond is 0 in 10 of all rounds, and 0 has no ratio to anything");
    }

    @Test
    void anotherWorkloadIsNamedWithBothValues() {
        SuiteResult before = result("messageSize: 1k", 1, "same");
        SuiteResult now = result("messageSize: 2k", 1, "same");

        assertThat(BaselineCheck.obstacle(now, before, VisitDigest.UNITS_PER_SECOND)
                        .orElseThrow())
                .isEqualTo("cell messages=1000 measured another workload: workload.messageSizeBytes was 1000, and is"
                        + " 2000");
        assertThat(BaselineCheck.obstacle(spec("messageSize: 2k").cells(), before, VisitDigest.UNITS_PER_SECOND))
                .isEqualTo(BaselineCheck.obstacle(now, before, VisitDigest.UNITS_PER_SECOND));
        assertThat(BaselineCheck.obstacle(before, before, VisitDigest.UNITS_PER_SECOND))
                .isEmpty();
    }

    @Test
    void suiteWithOtherCellsOrFromAnEarlierVersionIsNoBaseline() {
        SuiteResult before = result("", 1, "same");
        SuiteResult none = SuiteResultBuilder.builder(before).cells(List.of()).build();
        SuiteResult early = SuiteResultBuilder.builder(before)
                .cells(before.cells().stream()
                        .map(cell ->
                                CellResultBuilder.builder(cell).definition(null).build())
                        .toList())
                .build();

        assertThat(BaselineCheck.obstacle(before, none, VisitDigest.UNITS_PER_SECOND)
                        .orElseThrow())
                .contains("has none of the cells");
        assertThat(BaselineCheck.obstacle(before, early, VisitDigest.UNITS_PER_SECOND)
                        .orElseThrow())
                .isEqualTo("what was measured in cell messages=1000 is not stored; measure it again");
    }

    @Test
    void cellsThatTheBaselineHasNotAreNamed() {
        SuiteResult now = result("", 1, "same");
        SuiteResult before =
                SuiteResultBuilder.builder(now).cells(now.cells().subList(0, 1)).build();

        assertThat(compared(now, before).others()).containsExactly("messages=2000");
    }

    @Test
    void suiteThatIsSlowerThanItsBaselineEndsSo() throws Exception {
        SuiteResult before = earlier(result("", 1, "same"));
        SuiteResult slower = result("", 0.8, "same").against(before, VisitDigest.UNITS_PER_SECOND, RULE);

        assertThat(SuiteVerdict.of(slower)).isEqualTo(Verdict.SLOWER_THAN_BASELINE);
        assertThat(SuiteVerdict.of(result("", 1.2, "same").against(before, VisitDigest.UNITS_PER_SECOND, RULE)))
                .isEqualTo(Verdict.PASSED);
        assertThat(SuiteVerdict.of(result("", 1.2, "other").against(before, VisitDigest.UNITS_PER_SECOND, RULE)))
                .isEqualTo(Verdict.NOT_VALID);
        assertThat(SuiteVerdict.of(result("", 1, "same").against(before, "latencyP50Micros", RULE)))
                .isEqualTo(Verdict.NOT_VALID);
        assertThat(SuiteJson.result(SuiteJson.write(slower), "suite.json")).isEqualTo(slower);
    }

    @Test
    void suiteIsNotComparedWithItselfNeitherWhenItHasMoreRoundsThanBefore() {
        SuiteResult before = result("", 1, "same", ROUNDS - 1);
        SuiteResult now = result("", 1, "same");

        assertThat(BaselineComparison.of(now, before, VisitDigest.UNITS_PER_SECOND, RULE)
                        .cells())
                .hasSize(2)
                .allSatisfy(cell -> {
                    assertThat(cell.verdict()).isEmpty();
                    assertThat(cell.refusal().orElseThrow()).startsWith("both hold the same measurement, suite lab");
                });
    }

    @Test
    void environmentOfAVisitThatIsNotValidKeepsNothingFromBeingCompared() {
        SuiteResult before = earlier(result("", 1, "same"));
        List<VisitDigest> digests = digests(1, "same", ROUNDS);
        digests.set(
                0,
                VisitDigestBuilder.builder(digests.getFirst())
                        .outcome(VisitOutcome.INVALID)
                        .environmentHash(Optional.of("other"))
                        .build());
        SuiteResult now = SuiteResult.of(spec(""), COMPLETED, digests);

        assertThat(now.cells().getFirst().environmentHashes()).containsExactly("same");
        assertThat(compared(now, before).cells().getFirst().verdict()).isPresent();
    }

    @Test
    void nothingIsSaidOfACellWhoseStackChangedFromVisitToVisit() {
        SuiteResult whole = result("", 1, "same");
        SuiteResult mixed = SuiteResult.of(
                spec(""), COMPLETED, ArmComparisonTest.withStacks(digests(1, "same", ROUNDS), "one", "two"));

        assertThat(compared(mixed, whole).cells().getLast().refusal())
                .contains("its stack changed from visit to visit (stacks one, two)");
        assertThat(compared(whole, mixed).cells().getLast().refusal())
                .contains("of the baseline, its stack changed from visit to visit (stacks one, two)");
        assertThat(compared(mixed, whole).cells().getFirst().verdict()).isPresent();
        assertThat(SuiteVerdict.of(mixed)).isEqualTo(Verdict.NOT_VALID);
    }

    @Test
    void figureThatIsNotStoredIsNamedWithThoseThatAre() {
        SuiteResult before = result("", 1, "same");

        assertThat(BaselineCheck.metric(before, VisitDigest.UNITS_PER_SECOND)).isEmpty();
        assertThat(BaselineCheck.metric(before, "latencyP999Micros"))
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("suite lab does not hold latencyP999Micros; it holds ")
                        .contains(VisitDigest.UNITS_PER_SECOND)
                        .endsWith("; a figure that any valid visit of a cell lacks is not stored"));
    }

    @Test
    void figureThatOneVisitLacksIsNotSaidToBeMissingInAll() {
        SuiteResult whole = result("", 1, "same");
        List<VisitDigest> digests = digests(1, "same", ROUNDS);
        digests.set(
                0,
                VisitDigestBuilder.builder(digests.getFirst()).figures(Map.of()).build());
        SuiteResult oneLacks = SuiteResult.of(spec(""), COMPLETED, digests);
        SuiteResult noneIsValid = SuiteResult.of(
                spec(""),
                COMPLETED,
                digests(1, "same", ROUNDS).stream()
                        .map(digest -> VisitDigestBuilder.builder(digest)
                                .outcome(VisitOutcome.INVALID)
                                .build())
                        .toList());

        assertThat(compared(oneLacks, whole).cells().getFirst().refusal())
                .contains("not all of its valid visits have the figure unitsPerSecond");
        assertThat(compared(whole, oneLacks).cells().getFirst().refusal())
                .contains("not all of the baseline's valid visits have the figure unitsPerSecond");
        assertThat(compared(whole, oneLacks).cells().getLast().verdict()).isPresent();
        assertThat(compared(noneIsValid, whole).cells().getFirst().refusal())
                .contains("it has no valid figure unitsPerSecond");
        assertThat(compared(whole, noneIsValid).cells().getFirst().refusal())
                .contains("the baseline has no valid figure unitsPerSecond");
    }

    @Test
    void suiteThatIsNotOverIsNoBaseline() {
        SuiteResult now = result("", 1, "same");
        SuiteResult half =
                SuiteResultBuilder.builder(now).phase(SuitePhase.RUNNING).build();

        assertThat(BaselineCheck.obstacle(now, half, VisitDigest.UNITS_PER_SECOND))
                .contains("suite lab is not over yet");
        assertThat(BaselineCheck.obstacle(spec("").cells(), half, VisitDigest.UNITS_PER_SECOND))
                .contains("suite lab is not over yet");
    }

    private static BaselineComparison compared(SuiteResult now, SuiteResult before) {
        return BaselineComparison.of(now, earlier(before), VisitDigest.UNITS_PER_SECOND, RULE);
    }

    /** The same as measured on the day before. */
    private static SuiteResult earlier(SuiteResult suite) {
        return SuiteResultBuilder.builder(suite)
                .startTime(suite.startTime().map(begun -> begun.minus(Duration.ofDays(1))))
                .completionTime(suite.completionTime().map(over -> over.minus(Duration.ofDays(1))))
                .build();
    }

    private static SuiteSpec spec(String more) {
        try {
            String size = more.contains("messageSize") ? "" : ", messageSize: 1k";
            return SuiteFixture.resolved("template: {members: 2, messages: 1" + size + (more.isEmpty() ? "" : ", ")
                    + more + "}, axes: [{name: messages, path: messages, values: ['1000', '2000']}], rounds: "
                    + ROUNDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A suite of two cells. */
    static SuiteResult suite(int rounds) {
        return result("", 1, "same", rounds);
    }

    private static SuiteResult result(String more, double factor, String environment) {
        return result(more, factor, environment, ROUNDS);
    }

    private static SuiteResult result(String more, double factor, String environment, int rounds) {
        return SuiteResult.of(spec(more), COMPLETED, digests(factor, environment, rounds));
    }

    private static List<VisitDigest> digests(double factor, String environment, int rounds) {
        List<VisitDigest> digests = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            double rate = factor * (1000 + 3 * ((round * 7) % 10));
            digests.add(ArmComparisonTest.digest(0, round, rate, environment));
            digests.add(ArmComparisonTest.digest(1, round, rate * 2, environment));
        }
        return digests;
    }
}
