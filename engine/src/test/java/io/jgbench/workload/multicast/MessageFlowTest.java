package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageFlowTest {
    private static final int KIND = 1;
    private static final int MESSAGES = 40;
    private static final int INFLATED_BYTES = 1 << 20;

    /** As many samples as docs/method/MULTICAST.md says, so that a report of many streams fits its bound. */
    @ParameterizedTest
    @CsvSource({"8, 64, 4096", "64, 1, 512", "256, 64, 512"})
    void deliveriesOfManyStreamsAreBounded(int members, int threads, int most) {
        var flow = new MessageFlow(
                KIND, members, members, threads, (long) MESSAGES * threads, true, 1, EpochClock.system());
        byte[] message = new byte[MulticastHeader.STAMPED_BYTES];
        for (int sender = 0; sender < members; sender++) {
            for (int thread = 0; thread < threads; thread++) {
                for (int sequence = 0; sequence < MESSAGES; sequence++) {
                    assertThat(flow.receive(MulticastHeader.of(KIND, sender, thread, sequence), message, 0))
                            .isTrue();
                }
            }
        }

        assertThat(CountRows.of(MulticastReport.DELIVERY_COLUMNS.size(), flow.deliveries(), INFLATED_BYTES)
                        .size())
                .isBetween(most / 4, most);
    }
}
