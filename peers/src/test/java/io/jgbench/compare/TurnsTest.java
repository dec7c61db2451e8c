package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnsTest {
    private static final WorkDone THOUSAND_BYTES_EACH = new WorkDone(1_000, 1_000, 1_000_000, true);

    @Test
    void eachTurnOfJgbenchLiesBetweenTwoOfTheOther() {
        assertThat(new Turns(Duration.ofSeconds(5), 0, 1).count()).isEqualTo(3);
        assertThat(new Turns(Duration.ofSeconds(5), 2, 3).count()).isEqualTo(11);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 20, 30})
    void bothHaveWorkedForTwoMinutesBeforeTheFirstPair(int seconds) {
        var turns = Turns.afterWarmup(Duration.ofSeconds(seconds), 10);

        assertThat(Turns.SETTLING.plusSeconds(seconds).multipliedBy(turns.warmup()))
                .isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void bothWorkUntilTheLastTurnIsOver() {
        var turns = new Turns(Duration.ofSeconds(5), 2, 3);

        assertThat(turns.work()).isGreaterThan(Duration.ofSeconds(7).multipliedBy(turns.count()));
    }

    @Test
    void turnsThatGoOnWhenBothProgramsHaveEndedAreRefused() throws Exception {
        var turns = new Turns(Duration.ofSeconds(5), 2, 3);

        turns.check(turns.work());
        assertThatThrownBy(() -> turns.check(turns.work().plusSeconds(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("the turns took 90 s, and both programs work for 89 s alone, so that the last turns have"
                        + " less in them: the machine is too busy to compare on");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31})
    void turnInWhichTheOthersMembersWouldBeSuspectedIsRefused(int seconds) {
        assertThatThrownBy(() -> new Turns(Duration.ofSeconds(seconds), 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a turn must be measured for 1 to 30 s, as members that are stopped for longer are"
                        + " suspected, got: " + seconds + " s");
    }

    @Test
    void noPairAtAllIsRefused() {
        assertThatThrownBy(() -> new Turns(Duration.ofSeconds(5), 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there must be at least one pair, got: 0");
    }

    @Test
    void negativeWarmUpIsRefused() {
        assertThatThrownBy(() -> new Turns(Duration.ofSeconds(5), -1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a number of turns of warm-up is 0 or more, got: -1");
    }

    @Test
    void rateOfATurnIsWhatWasSentOverWhatAMessageTakes() {
        var reading = reading(10, 50_000_000, 2_000_000_000L);

        TurnFigures figures = TurnFigures.of(reading, THOUSAND_BYTES_EACH);

        assertThat(figures.perSecond()).isEqualTo(5_000);
        // two seconds of CPU time for 50,000 messages, which each member received
        assertThat(figures.cpuCost().orElseThrow().nanosEach()).isEqualTo(40_000);
    }

    @Test
    void requestsOfAllMembersShareTheCpuTime() {
        var reading = reading(10, 50_000_000, 2_000_000_000L);
        double each = 1_000;
        double ofAll = new UPerf().counted().ofAll(each, 4);

        TurnFigures figures = TurnFigures.of(reading, new WorkDone(each, ofAll, 1_000_000, true));

        // 50,000 requests of each of four members
        assertThat(figures.cpuCost().orElseThrow().nanosEach()).isEqualTo(10_000);
        assertThat(new MPerf().counted().ofAll(each, 4)).isEqualTo(each);
    }

    @Test
    void requestUnderWayIsNotGivenUpWhileTheMembersStandStill() {
        assertThat(new Turns(Duration.ofSeconds(30), 0, 1).length().plusSeconds(5))
                .isLessThan(JgbenchRun.REQUEST_TIMEOUT);
    }

    @Test
    void runIsNotGivenUpAsStalledWhileItStandsStill() {
        var spec = new JgbenchRun(List.of())
                .spec(
                        2,
                        JgbenchRun.multicast(1000, 2).of(RunLength.of(Duration.ofMinutes(1)), Warmup.of(1)),
                        JgbenchRun.jgroups("tcp"),
                        Duration.ofHours(1));

        assertThat(new Turns(Duration.ofSeconds(30), 0, 1).length().plusSeconds(5))
                .isLessThan(spec.stallTimeout());
    }

    @Test
    void turnsBeforeAndAfterCountTogether() {
        TurnReading around = reading(10, 40_000_000, 1_000_000_000).plus(reading(10, 60_000_000, 3_000_000_000L));

        assertThat(around.minus(reading(10, 0, 0))).isEqualTo(reading(10, 100_000_000, 4_000_000_000L));
        assertThat(TurnFigures.of(around, THOUSAND_BYTES_EACH).perSecond()).isEqualTo(5_000);
    }

    @Test
    void ratioIsThatOfJgbench() {
        var other = new TurnFigures(5_000, new KernelLosses(0, OptionalLong.of(0)), Optional.of(new CpuCost(1_000, 0)));
        var jgbench =
                new TurnFigures(6_000, new KernelLosses(0, OptionalLong.of(0)), Optional.of(new CpuCost(1_100, 0)));

        var pair = new TurnPair(other, jgbench, other, other);

        assertThat(pair.ratio()).isCloseTo(1.2, within(1e-9));
        assertThat(jgbench.cpuCost().orElseThrow().over(other.cpuCost().orElseThrow()))
                .isCloseTo(1.1, within(1e-9));
    }

    private static TurnReading reading(int seconds, long sentBytes, long cpuNanos) {
        return new TurnReading(
                Duration.ofSeconds(seconds).toNanos(),
                sentBytes,
                new CpuTime(cpuNanos, 0),
                new KernelLosses(0, OptionalLong.of(0)));
    }
}
