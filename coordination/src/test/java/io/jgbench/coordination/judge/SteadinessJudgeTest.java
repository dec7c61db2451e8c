package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.StatusWarmup;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.result.WarmupResult;
import io.jgbench.coordination.steady.Steadiness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SteadinessJudgeTest {
    private static final long MESSAGES = 10_000;
    private static final Duration TWELVE_SECONDS = Duration.ofSeconds(12);

    @Test
    void rateThatRisesInTheMeasuredPartIsToldWithItsSlope() {
        var findings = findings(rates(i -> 1000 + 30 * i), 0);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.NOT_STEADY);
            assertThat(finding.evidence())
                    .contains("The rate rose by 23.2 %", "by 30 messages/s a member with each second");
        });
    }

    @Test
    void rateThatFallsIsToldAsWell() {
        assertThat(findings(rates(i -> 1500 - 30 * i), 0))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence()).contains("The rate fell by"));
    }

    @Test
    void rateThatHalvesInTheMiddleIsToldAsAStep() {
        assertThat(findings(rates(i -> i < 6 ? 1000 : 500), 0)).singleElement().satisfies(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.NOT_STEADY);
            assertThat(finding.evidence()).startsWith("From 6.0 s on the rate was 50.0 % lower than before");
        });
    }

    @Test
    void rateThatVariesALittleIsSteady() {
        assertThat(findings(rates(i -> i % 2 == 0 ? 1000 : 1250), 0)).isEmpty();
    }

    @Test
    void rateThatVariesTellsHowWellItsAverageIsKnown() {
        assertThat(findings(rates(i -> i % 2 == 0 ? 1000 : 1400), 0))
                .containsExactly(new Finding(
                        Reason.RATE_VARIES,
                        Severity.INFO,
                        "The rate varied from 1,000 to 1,400 messages/s a member from one tenth of the measured part to"
                                + " the next, so that its average is known to 13 % (95 % confidence). Measured for some"
                                + " 19 s it would be known to 10 %."));
    }

    @Test
    void rateThatVariesByHalfIsWarnedOf() {
        assertThat(findings(rates(i -> i % 2 == 0 ? 1000 : 2000), 0))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.reason()).isEqualTo(Reason.RATE_VARIES);
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                    assertThat(finding.evidence()).contains("known to 25 %", "Measured for some 76 s");
                });
    }

    @Test
    void slopeOfLessThanATenthIsSteady() {
        assertThat(findings(rates(i -> 1000 + 8 * i), 0)).isEmpty();
    }

    @Test
    void beginAndEndOfARunAreNoTrend() {
        assertThat(findings(rates(i -> i == 0 || i == 11 ? 400 : 1000), 0)).isEmpty();
    }

    @Test
    void compilersThatAreStillAtWorkAreToldWithTheMember() {
        long share = TWELVE_SECONDS.toNanos() * 6 / 100;

        assertThat(findings(rates(_ -> 1000), share)).singleElement().satisfies(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.NOT_STEADY);
            assertThat(finding.evidence()).contains("compilers still used 6 % of a CPU", "member-1 6 %");
        });
        assertThat(findings(rates(_ -> 1000), share - 1)).isEmpty();
    }

    @Test
    void warmupThatWasCutShortTellsHowMuchTheRateStillRose() {
        var cutShort = new WarmupResult(
                StatusWarmup.End.AT_MOST, 60_000_000_000L, 5000, Optional.of(new Steadiness(false, 0.081, 0.34, 1)));

        var findings =
                run(rates(_ -> 1000), 0).warmup(cutShort).result().verdict().findings();

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.WARMUP_CUT_SHORT);
            assertThat(finding.evidence())
                    .contains("ended after 60 s", "the rate was 8.1 % higher", "member-1 used 34 % of a CPU");
        });
    }

    @Test
    void warmupThatEndedSteadyIsNoFinding() {
        var steady = new WarmupResult(
                StatusWarmup.End.STEADY, 60_000_000_000L, 5000, Optional.of(new Steadiness(true, 0.01, 0.02, 1)));

        assertThat(run(rates(_ -> 1000), 0).warmup(steady).result().verdict().findings())
                .isEmpty();
    }

    private static List<Finding> findings(long[] rates, long compilerNanosOfTheSecond) {
        return run(rates, compilerNanosOfTheSecond).result().verdict().findings();
    }

    private static TestRun run(long[] rates, long compilerNanosOfTheSecond) {
        return TestRun.of(
                2,
                1,
                TestReport.whole(0, 1, MESSAGES).in(TWELVE_SECONDS).rates(rates),
                TestReport.whole(1, 1, MESSAGES)
                        .in(TWELVE_SECONDS)
                        .rates(rates)
                        .counter(Counters.COMPILER_NANOS, compilerNanosOfTheSecond));
    }

    private static long[] rates(java.util.function.LongUnaryOperator ofSecond) {
        return LongStream.range(0, 12).map(ofSecond).toArray();
    }
}
