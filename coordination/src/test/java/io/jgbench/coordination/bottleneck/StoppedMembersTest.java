package io.jgbench.coordination.bottleneck;

import static io.jgbench.coordination.bottleneck.TestLoads.SECOND;
import static io.jgbench.coordination.bottleneck.TestLoads.bottleneck;
import static io.jgbench.coordination.bottleneck.TestLoads.loads;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.protocol.Counters;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoppedMembersTest {
    @Test
    void limitThatAllMembersHaveIsTheFaultOfNone() {
        var found = throttled(3_100, 3_000, 3_050, 3_020);

        assertThat(found.type()).isEqualTo(BottleneckType.HOST_CPU);
        assertThat(found.member()).contains("member-0 and 3 more");
        assertThat(found.fault()).isFalse();
        assertThat(found.message())
                .isEqualTo("Limits on CPU time kept member-0 and 3 more from running for up to 31 % of the time, on"
                        + " average over the CPUs that each uses: it is their limits. Give them more CPU time, or no"
                        + " limit.");
    }

    @Test
    void limitsThatHoldSomeMembersAlikeAreAtAllOfThese() {
        var found = throttled(200, 3_000, 0, 2_000);

        assertThat(found.member()).contains("member-1 and member-3");
        assertThat(found.fault()).isTrue();
    }

    @Test
    void limitThatHoldsOneMemberIsAtThatOne() {
        var found = throttled(1_400, 3_000, 0, 1_400);

        assertThat(found.member()).contains("member-1");
        assertThat(found.fault()).isTrue();
    }

    private static Bottleneck throttled(long... millis) {
        return bottleneck(loads(millis.length, i -> Map.of(Counters.CPU_THROTTLED_NANOS, millis[i] * SECOND / 1000)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, a larger heap with jvm.options",
        "199, a larger heap with jvm.options",
        "200, 'member-1 waited for 20 pages of its memory a second that had to be read from a disk: give its host more"
                + " memory, or the members a smaller heap with jvm.options.'"
    })
    void largerHeapIsNoRemedyForAHeapOnADisk(long faults, String remedy) {
        var found = bottleneck(loads(
                3, i -> i == 1 ? Map.of(Counters.GC_NANOS, 2 * SECOND, Counters.MAJOR_FAULTS, faults) : Map.of()));

        assertThat(found.type()).isEqualTo(BottleneckType.COLLECTOR);
        assertThat(found.message()).contains(remedy);
    }

    /** Three of four that stand still at one time have something in common; the fourth runs. */
    @ParameterizedTest
    @CsvSource({"0, UNKNOWN", "1100, UNKNOWN", "1300, RECEIVER"})
    void membersThatAreStoppedInTurnAreAllNamed(long aloneMillis, BottleneckType type) {
        var members = loads(4, i -> i == 3 ? Map.of() : Map.of(Counters.STALLED_NANOS, 2_400 * SECOND / 1000)).stream()
                .map(member -> MemberLoadBuilder.builder(member)
                        .stoppedAloneNanos(aloneMillis * SECOND / 1000)
                        .build())
                .toList();

        var found = bottleneck(members);

        assertThat(found.type()).as(found.message()).isEqualTo(type);
        if (type == BottleneckType.RECEIVER) {
            assertThat(found.member()).contains("member-0 and 2 more");
        }
    }
}
