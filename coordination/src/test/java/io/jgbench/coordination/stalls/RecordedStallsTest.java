package io.jgbench.coordination.stalls;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What four members in network namespaces on two cores, beside builds, sampled. */
class RecordedStallsTest {
    private static final Duration RPC = Duration.ofSeconds(15);
    private static final Duration MULTICAST = Duration.ofSeconds(20);

    private record Recording(List<Member> members) {}

    private record Member(String name, long beganAtEpochNanos, Activity activity) {
        List<Stall> stalls(Duration measured) {
            return StallRule.stalls(name, ActivitySeries.of(activity, beganAtEpochNanos), 0, measured.toNanos());
        }
    }

    @Test
    void runWithoutAFaultHasNoStall() throws Exception {
        assertThat(recording("clean-rpc-udp").members())
                .hasSize(4)
                .allSatisfy(member -> assertThat(member.stalls(RPC)).isEmpty());
    }

    @Test
    void linkThatWasDownForASecondIsAStallOfAllMembersWhoseSendersWaitedForOne() throws Exception {
        assertThat(recording("cut-of-one-second-udp").members())
                .hasSize(4)
                .allSatisfy(member -> assertThat(member.stalls(MULTICAST))
                        .singleElement()
                        .satisfies(stall -> {
                            assertThat(Duration.ofNanos(stall.fromNanos()))
                                    .isBetween(Duration.ofSeconds(9), Duration.ofMillis(9_500));
                            assertThat(Duration.ofNanos(stall.durationNanos()))
                                    .isBetween(Duration.ofMillis(1_300), Duration.ofMillis(1_700));
                        }));
        assertThat(recording("cut-of-one-second-udp").members().getFirst().stalls(MULTICAST))
                .allSatisfy(stall -> assertThat(stall.meanwhile())
                        .containsKeys(Counters.RETRANSMISSIONS, Counters.WAITED_FOR_NANOS + "member-1"));
    }

    private static Recording recording(String name) throws Exception {
        try (var in =
                RecordedStallsTest.class.getResourceAsStream("/io/jgbench/coordination/stalls/" + name + ".json")) {
            return ProtocolJson.readRequest(in.readAllBytes(), Recording.class);
        }
    }
}
