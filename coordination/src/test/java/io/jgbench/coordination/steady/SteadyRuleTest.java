package io.jgbench.coordination.steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyRuleTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Steadiness TOO_EARLY = new Steadiness(false, 0, 0, 0);

    @ParameterizedTest
    @CsvSource({"udp, 45, 60", "tcp, 45, 80", "jgroups-udp, 45, 65", "jgroups-tcp, 45, 65"})
    void recordedMembersOnTwoCoresAreSteadyWhenTheirCodeIsCompiled(String stack, int earliest, int latest)
            throws IOException {
        List<Steadiness> judged = judgedEachReading(Recording.of(stack).readings());

        assertThat(firstSteady(judged)).isBetween(earliest, latest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp", "jgroups-udp", "jgroups-tcp"})
    void rateOfTheNextTwentySecondsIsThatOfAllTheRest(String stack) throws IOException {
        var recording = Recording.of(stack);
        int steady = firstSteady(judgedEachReading(recording.readings())) - 1;

        double next = recording.unitsPerSecond(steady, steady + 20);
        double rest = recording.unitsPerSecond(steady, recording.readings().size() - 1);

        assertThat(next / rest).isBetween(0.9, 1.1);
    }

    @Test
    void rateThatStandsStillWhileCodeIsCompiledIsNotSteady() {
        assertThat(judge(member(1000, 1000, 0.3), member(1000, 1000, 0))).isFalse();
    }

    @Test
    void oneMemberThatCompilesHoldsAllOthersAndIsNamed() {
        var judged = SteadyRule.judge(List.of(member(1000, 1000, 0), member(1000, 1000, 0.5)))
                .orElseThrow();

        assertThat(judged.steady()).isFalse();
        assertThat(judged.busiestMember()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1049, true", "1000, 1051, false", "1000, 951, true", "1000, 940, false"})
    void rateOfTheLastSpanMayDifferByLessThanOneInTwenty(double earlier, double now, boolean steady) {
        assertThat(judge(member(now, earlier, 0))).isEqualTo(steady);
    }

    @Test
    void rateIsThatOfAllMembersTogether() {
        assertThat(judge(member(1200, 1000, 0), member(800, 1000, 0))).isTrue();
    }

    @Test
    void membersThatDoNothingAreNotSteady() {
        assertThat(judge(member(0, 0, 0))).isFalse();
    }

    @Test
    void membersAreNotJudgedBeforeTwoSpansHavePassed() {
        assertThat(SteadyRule.judge(List.of(member(1, 1, 0), WarmupProgress.NONE)))
                .isEmpty();
    }

    @Test
    void historyComparesTheLastTwoSpans() {
        var history = new WarmupHistory();
        for (int i = 1; i <= 60; i++) {
            // 100 units a second, 200 in the last 10 s, in which a compiler works for a tenth of the time
            int lastSpan = Math.max(0, i - 40);
            history.add(new WarmupReading(i * SECOND / 2, i * 50L + lastSpan * 50L, lastSpan * SECOND / 20));
        }

        WarmupProgress progress = history.progress();

        assertThat(progress.elapsedNanos()).isEqualTo(30 * SECOND);
        assertThat(progress.units()).isEqualTo(4000);
        assertThat(progress.pace()).contains(new WarmupProgress.Pace(200, 100, 0.1));
    }

    @Test
    void compilersThatWereBusyInTheEarlierSpanHoldTheWarmup() {
        var history = new WarmupHistory();
        for (int i = 1; i <= 40; i++) {
            history.add(new WarmupReading(i * SECOND / 2, i * 50L, Math.min(i, 20) * SECOND / 50));
        }

        assertThat(judge(history.progress())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0.029, true", "0.031, false"})
    void compilersMayUseLessThanThreeHundredthsOfACpu(double share, boolean steady) {
        assertThat(judge(member(1000, 1000, share))).isEqualTo(steady);
    }

    @Test
    void membersThatAreSteadyWhenTheFirstOfThemReachesTheMostEndAsSteady() {
        var minute = Duration.ofMinutes(1);
        var steady = Optional.of(new WarmupProgress.Pace(1000, 1000, 0));
        var rising = Optional.of(new WarmupProgress.Pace(1200, 1000, 0));
        var first = new WarmupProgress(60 * SECOND, 1, steady);

        assertThat(SteadyRule.end(minute, minute, List.of(first, new WarmupProgress(59 * SECOND, 1, steady)))
                        .map(WarmupOutcome::end))
                .contains(WarmupOutcome.End.STEADY);
        assertThat(SteadyRule.end(minute, minute, List.of(first, new WarmupProgress(59 * SECOND, 1, rising)))
                        .map(WarmupOutcome::end))
                .contains(WarmupOutcome.End.AT_MOST);
    }

    private static boolean judge(WarmupProgress... members) {
        return SteadyRule.judge(List.of(members)).orElseThrow().steady();
    }

    private static WarmupProgress member(double rate, double earlier, double compilerShare) {
        return new WarmupProgress(20 * SECOND, 1, Optional.of(new WarmupProgress.Pace(rate, earlier, compilerShare)));
    }

    /** Seconds, as there is one reading a second. */
    private static int firstSteady(List<Steadiness> judged) {
        return IntStream.range(0, judged.size())
                        .filter(i -> judged.get(i).steady())
                        .findFirst()
                        .orElse(Integer.MAX_VALUE / 2)
                + 1;
    }

    private static List<Steadiness> judgedEachReading(List<List<WarmupReading>> readings) {
        List<WarmupHistory> histories = Stream.generate(WarmupHistory::new)
                .limit(readings.getFirst().size())
                .toList();
        return readings.stream()
                .map(ofMembers -> {
                    for (int i = 0; i < histories.size(); i++) {
                        histories.get(i).add(ofMembers.get(i));
                    }
                    return SteadyRule.judge(histories.stream()
                                    .map(WarmupHistory::progress)
                                    .toList())
                            .orElse(TOO_EARLY);
                })
                .toList();
    }
}
