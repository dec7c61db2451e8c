package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import io.jgbench.workload.EndSignal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MulticastDrainTest {
    private static final int KIND = 3;
    private static final Duration QUIET = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(12);

    private final MessageFlow flow = new MessageFlow(KIND, 1, 1, 1, 2, false, 0, () -> 1);

    @Test
    void messageThatWaitsBehindASlowOneIsNotTakenForLost() throws Exception {
        await(QUIET.plus(PAUSE));

        assertThat(flow.received()).isEqualTo(2);
    }

    @Test
    void longSilenceIsTheEndWhereNobodyTellsIt() throws Exception {
        await(QUIET);

        assertThat(flow.received()).isEqualTo(1);
    }

    /** Where the second message comes late and its sender's end never. */
    private void await(Duration quietWithoutEnd) throws Exception {
        receive(0);
        var member = new SendingMember(List.of(), new EndSignal(), () -> {});
        new MulticastDrain(member, flow, false, quietWithoutEnd, new SecondByNewSecond())
                .await(Long.MAX_VALUE, "workload");
    }

    private void receive(long sequence) {
        assertThat(flow.receive(MulticastHeader.of(KIND, 0, 0, sequence), new byte[0], 0))
                .isTrue();
    }

    private final class SecondByNewSecond implements EpochClock {
        private long seconds;

        @Override
        public long epochNanos() {
            seconds++;
            if (seconds == 1 + PAUSE.toSeconds()) {
                receive(1);
            }
            return seconds * 1_000_000_000;
        }
    }
}
