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
    void standstillOfAllLastsAsLongAsTheShortestStall() {
        var all = event(stall("member-0", 3, WAITED_FOR_1), stall("member-1", 2, Map.of()));

        assertThat(all.standstill(2)).contains(new Standstill("member-1", Duration.ofSeconds(2), 0, 0));
        assertThat(all.standstill(3)).isEmpty();
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
        return new Stall(
                member,
                Duration.ofSeconds(5).toNanos(),
                Duration.ofSeconds(seconds).toNanos(),
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
