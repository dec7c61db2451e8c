package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.bottleneck.Standstill;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.stalls.Stall;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StallEventTest {
    private static final Map<String, Long> WAITED_FOR_1 =
            Map.of(Counters.WAITED_FOR_NANOS + "member-1", Duration.ofSeconds(1).toNanos());

    @Test
    void memberThatAllWaitedForIsTheOnlyOneNamed() {
        var event = event(
                stall("member-0", 2, WAITED_FOR_1), stall("member-1", 2, Map.of()), stall("member-2", 2, WAITED_FOR_1));

        assertThat(event.text(3))
                .isEqualTo("From 5.0 s on all 3 members received nothing for 2.0 s;"
                        + " meanwhile senders waited for member-1.");
    }

    @Test
    void standstillOfAllLastsAsLongAsTheStallsHaveInCommon() {
        var all = event(stall("member-0", 3, WAITED_FOR_1), stall("member-1", 2, Map.of()));

        assertThat(all.standstill(2)).contains(new Standstill("member-1", Duration.ofSeconds(2), 0, 0));
        assertThat(all.standstill(3)).isEmpty();
    }

    @Test
    void stallsThatOnlyFollowEachOtherAreNoStandstillOfAll() {
        var event = event(
                stall("member-0", 5_000, 8_000, WAITED_FOR_1),
                stall("member-1", 5_100, 5_500, Map.of()),
                stall("member-2", 7_500, 7_900, WAITED_FOR_1));

        assertThat(event.standstill(3)).isEmpty();
        assertThat(event.text(3))
                .isEqualTo("From 5.1 s on member-1 received nothing for 0.4 s, member-0 from 5.0 s for 3.0 s, member-2"
                        + " from 7.5 s for 0.4 s; meanwhile senders waited for member-1.");
    }

    @Test
    void standstillOfAllIsTheTimeThatStallsHaveInCommonFromItsOwnBeginOn() {
        var event = event(
                stall("member-0", 5_000, 8_000, WAITED_FOR_1),
                stall("member-1", 5_500, 7_500, Map.of()),
                stall("member-2", 6_000, 9_000, WAITED_FOR_1));

        assertThat(event.standstill(3)).contains(new Standstill("member-1", Duration.ofMillis(1_500), 0, 0));
        assertThat(event.text(3))
                .isEqualTo("From 6.0 s on all 3 members received nothing for 1.5 s;"
                        + " meanwhile senders waited for member-1.");
    }

    @Test
    void commonTimeOfLessThanAQuarterOfTheLongestStallIsNoStandstillOfAll() {
        var event = event(stall("member-0", 5_000, 9_000, WAITED_FOR_1), stall("member-1", 8_100, 10_000, Map.of()));

        assertThat(event.standstill(2)).isEmpty();
        assertThat(event.text(2)).startsWith("From 8.1 s on member-1 received nothing for 1.9 s, member-0 from 5.0 s");
    }

    @Test
    void standstillOfAllInTwoPartsHasBoth() {
        var event = event(
                stall("member-0", 5_000, 8_000, WAITED_FOR_1),
                stall("member-1", 5_200, 6_000, Map.of()),
                stall("member-1", 7_000, 7_500, Map.of()));

        assertThat(event.standstill(2)).contains(new Standstill("member-1", Duration.ofMillis(1_300), 0, 0));
        assertThat(event.text(2)).startsWith("From 5.2 s on all 2 members received nothing in 2 stalls 1.3 s in all;");
    }

    @Test
    void eachMemberIsToldWithItsOwnBeginWhereThoseAreApart() {
        var event = event(
                stall("member-0", 5_000, 5_400, Map.of()),
                stall("member-2", 5_300, 6_900, Map.of()),
                stall("member-1", 6_800, 9_800, Map.of()),
                stall("member-3", 6_850, 7_850, Map.of()));

        assertThat(event.text(4))
                .isEqualTo("From 6.8 s on member-1 received nothing for 3.0 s, member-2 from 5.3 s for 1.6 s, member-3"
                        + " for 1.0 s, member-0 from 5.0 s for 0.4 s.");
    }

    @Test
    void memberThatStoodStillTwiceIsToldWithTheNumberOfItsStalls() {
        var event = event(
                stall("member-1", 5_000, 5_400, Map.of()),
                stall("member-0", 5_200, 6_200, Map.of()),
                stall("member-1", 6_000, 6_900, Map.of()));

        assertThat(event.text(3))
                .isEqualTo("From 5.0 s on member-1 received nothing in 2 stalls 1.3 s in all, member-0 from 5.2 s for"
                        + " 1.0 s.");
    }

    @Test
    void membersThatStandStillWhileOthersDoNotAreNamedEach() {
        var event = event(stall("member-0", 2, WAITED_FOR_1), stall("member-1", 3, Map.of()));

        assertThat(event.text(3))
                .isEqualTo("From 5.0 s on member-1 received nothing for 3.0 s, member-0 for 2.0 s; meanwhile senders"
                        + " waited for member-1.");
    }

    @Test
    void memberThatNobodySendsToIsToldByWhatItSent() {
        var publisher = List.of(stall("member-0", 2, Map.of()));
        var both = List.of(stall("member-0", 2, Map.of()), stall("member-1", 1, Map.of()));

        assertThat(new StallEvent(publisher, Set.of("member-0"), false).text(2))
                .isEqualTo("From 5.0 s on member-0 sent nothing for 2.0 s.");
        assertThat(new StallEvent(both, Set.of("member-0"), false).text(2))
                .isEqualTo("From 5.0 s on member-0 received or sent nothing for 2.0 s, member-1 for 1.0 s.");
    }

    @Test
    void segmentsThatMembersOfOneNamespaceAllCountAreToldOnce() {
        Map<String, Long> eight = new HashMap<>(WAITED_FOR_1);
        eight.put(Counters.TCP_RETRANSMITTED_SEGMENTS, 8L);
        var stalls = List.of(stall("member-0", 2, eight), stall("member-1", 2, eight));

        var together = new StallEvent(stalls, Set.of(), true);

        assertThat(together.text(2)).endsWith("; meanwhile senders waited for member-1, 8 TCP segments sent again.");
        assertThat(together.standstill(2)).contains(new Standstill("member-1", Duration.ofSeconds(2), 0, 8));
        assertThat(new StallEvent(stalls, Set.of(), false).text(2))
                .endsWith(", 16 TCP segments sent again (member-0 8).");
    }

    @Test
    void collectorThatWaitedForACpuIsToldFromOneThatWorked() {
        long second = Duration.ofSeconds(1).toNanos();
        Map<String, Long> collected = new HashMap<>(Map.of(
                Counters.GC_NANOS, second, Counters.COLLECTOR_CPU_NANOS, 10L, Counters.COLLECTOR_WAITED_NANOS, 10L));

        assertThat(event(stall("member-0", 2, collected)).text(4))
                .endsWith(
                        "; meanwhile the collector stopped member-0 for 1.0 s, in most of which it waited for a CPU.");

        collected.put(Counters.COLLECTOR_WAITED_NANOS, 9L);
        assertThat(event(stall("member-0", 2, collected)).text(4))
                .endsWith("; meanwhile the collector stopped member-0 for 1.0 s.");
    }

    private static StallEvent event(Stall... stalls) {
        return new StallEvent(List.of(stalls), Set.of(), false);
    }

    private static Stall stall(String member, int seconds, Map<String, Long> meanwhile) {
        return stall(member, 5_000, 5_000 + 1_000 * seconds, meanwhile);
    }

    private static Stall stall(String member, int fromMillis, int toMillis, Map<String, Long> meanwhile) {
        return new Stall(
                member,
                Duration.ofMillis(fromMillis).toNanos(),
                Duration.ofMillis(toMillis - fromMillis).toNanos(),
                0,
                1000,
                meanwhile);
    }

    @ParameterizedTest
    @CsvSource({
        // of the 2 s for which all waited for member-1
        "stalledNanos, 1000, false",
        "stalledNanos, 900, true",
        "gcNanos, 1500, false",
        "cpuThrottledNanos, 1500, false",
        "retransmissions, 1500, true"
    })
    void standstillForAMemberThatWasStoppedIsNoLoss(String counter, long millis, boolean standstill) {
        var event = event(
                stall("member-0", 2, WAITED_FOR_1),
                stall("member-1", 2, Map.of(counter, Duration.ofMillis(millis).toNanos())),
                stall("member-2", 2, WAITED_FOR_1));

        assertThat(event.standstill(3).isPresent()).isEqualTo(standstill);
    }

    /** The limit kept it from running for 300 ms, which the kernel told after both. */
    @Test
    void limitThatTwoStallsOfTheAwaitedMemberShareIsToldOnceAndDoesNotExplainTheStandstill() {
        Map<String, Long> half =
                Map.of(Counters.CPU_THROTTLED_NANOS, Duration.ofMillis(150).toNanos());

        var event = event(
                stall("member-0", 5_000, 6_200, WAITED_FOR_1),
                stall("member-1", 5_100, 5_500, half),
                stall("member-1", 5_700, 6_100, half));

        assertThat(event.standstill(2)).contains(new Standstill("member-1", Duration.ofMillis(800), 0, 0));
        assertThat(event.text(2)).endsWith(", a limit on CPU time stopped member-1 for 0.3 s.");
    }

    @Test
    void timeThatNoPauseOfTheCollectorExplainsIsToldThoughPausesTookLonger() {
        Map<String, Long> counted = new HashMap<>(Map.of(
                Counters.GC_NANOS,
                Duration.ofMillis(900).toNanos(),
                Counters.STALLED_NANOS,
                Duration.ofMillis(1_300).toNanos()));
        assertThat(event(stall("member-0", 2, counted)).text(4)).doesNotContain("did not run");

        counted.put(Counters.STOPPED_NANOS, Duration.ofMillis(900).toNanos());
        assertThat(event(stall("member-0", 2, counted)).text(4)).contains("member-0's process did not run for 0.9 s");
    }

    /** Short pauses of the collector were longer together than what the process stood still at a time. */
    @Test
    void processThatOnlyItsCollectorStoppedIsNotToldToHaveStoodStill() {
        Map<String, Long> counted = new HashMap<>(Map.of(
                Counters.GC_NANOS,
                Duration.ofMillis(600).toNanos(),
                Counters.STALLED_NANOS,
                Duration.ofMillis(1_300).toNanos(),
                Counters.STOPPED_NANOS,
                0L));
        assertThat(event(stall("member-0", 2, counted)).text(4)).doesNotContain("did not run");

        counted.remove(Counters.STOPPED_NANOS);
        assertThat(event(stall("member-0", 2, counted)).text(4)).contains("member-0's process did not run for 0.7 s");
    }

    @Test
    void processIsStoppedAloneWhereThoseOfTheOthersRan() {
        Map<String, Long> stopped =
                Map.of(Counters.STALLED_NANOS, Duration.ofMillis(1_500).toNanos());

        assertThat(event(stall("member-0", 2, WAITED_FOR_1), stall("member-1", 2, stopped))
                        .stoppedAloneNanos())
                .containsExactly(Map.entry("member-1", Duration.ofMillis(1_500).toNanos()));
        assertThat(event(stall("member-0", 2, stopped), stall("member-1", 2, stopped))
                        .stoppedAloneNanos())
                .isEmpty();
    }
}
