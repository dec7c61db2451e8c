package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.jgbench.coordination.protocol.Counters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NicCountersTest {
    private static final int INDEX = 3;

    @Test
    void framesThatWereMissedLossesOfTheCarrierAndDropsOfTheQueueAreCounted() {
        assertThat(counters(new Card(List.of("rx_packets", "tx_packets"))))
                .containsOnly(
                        entry(Counters.INTERFACE_RECEIVE_MISSED, 7L),
                        entry(Counters.CARRIER_LOSSES, 8L),
                        entry(Counters.QUEUE_DROPS, 9L));
    }

    @Test
    void pauseFramesAreFoundByTheNamesOfEachDriverWithoutThoseThatEndAPause() {
        var intel = List.of(
                "rx_packets",
                "tx_flow_control_xon",
                "rx_flow_control_xon",
                "tx_flow_control_xoff",
                "rx_flow_control_xoff");

        assertThat(counters(new Card(intel)))
                .containsEntry(Counters.PAUSE_FRAMES_SENT, 3L)
                .containsEntry(Counters.PAUSE_FRAMES_RECEIVED, 4L);
        assertThat(nic(new Card(intel)).pauseNames()).isEqualTo("tx_flow_control_xoff, rx_flow_control_xoff");
    }

    @Test
    void driverThatCountsPauseFramesOnOneWayOnlyIsNotSaidToHaveSeenNoneOnTheOther() {
        assertThat(counters(new Card(List.of("rx_pause_frames"))))
                .containsEntry(Counters.PAUSE_FRAMES_RECEIVED, 0L)
                .doesNotContainKey(Counters.PAUSE_FRAMES_SENT);
    }

    @Test
    void driverThatCountsNoPauseFramesIsSaidToDoSo() {
        assertThat(nic(new Card(List.of("rx_packets"))).pauseNames())
                .isEqualTo("unknown: its driver counts none by a name that is known");
    }

    @Test
    void pauseFramesOfTheDriverBnx2AreCounted() {
        assertThat(counters(new Card(List.of("rx_xon_frames", "rx_xoff_frames", "tx_xon_frames", "tx_xoff_frames"))))
                .containsEntry(Counters.PAUSE_FRAMES_RECEIVED, 1L)
                .containsEntry(Counters.PAUSE_FRAMES_SENT, 3L);
    }

    @Test
    void cardThatGetsAnotherNumberOfQueuesIsAskedForItsNamesAnew() {
        var card = new ChangedCard();
        var nic = nic(card);
        assertThat(counters(nic)).containsEntry(Counters.PAUSE_FRAMES_RECEIVED, 1L);

        card.names = List.of("rx_queue_0", "rx_queue_1", "rx_queue_2", "rx_pause");

        assertThat(counters(nic)).containsEntry(Counters.PAUSE_FRAMES_RECEIVED, 3L);
    }

    private static Map<String, Long> counters(NicCounters.Source source) {
        return counters(nic(source));
    }

    private static Map<String, Long> counters(NicCounters nic) {
        Map<String, Long> counters = new HashMap<>();
        nic.addTo(counters);
        return counters;
    }

    private static NicCounters nic(NicCounters.Source source) {
        return new NicCounters("ens1f0", INDEX, () -> source);
    }

    /** Whose driver has other counters later. */
    private static final class ChangedCard implements NicCounters.Source {
        private List<String> names = List.of("rx_queue_0", "rx_pause");

        @Override
        public OptionalLong missedFrames(int index) {
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong carrierLosses(int index) {
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong queueDrops(int index) {
            return OptionalLong.empty();
        }

        @Override
        public List<String> driverNames(String networkInterface) {
            return names;
        }

        @Override
        public long[] driverValues(String networkInterface) {
            return new Card(names).driverValues(networkInterface);
        }
    }

    /** Whose driver has counted as much of each as its place. */
    private record Card(List<String> names) implements NicCounters.Source {
        @Override
        public OptionalLong missedFrames(int index) {
            return OptionalLong.of(index + 4);
        }

        @Override
        public OptionalLong carrierLosses(int index) {
            return OptionalLong.of(index + 5);
        }

        @Override
        public OptionalLong queueDrops(int index) {
            return OptionalLong.of(index + 6);
        }

        @Override
        public List<String> driverNames(String networkInterface) {
            return names;
        }

        @Override
        public long[] driverValues(String networkInterface) {
            long[] values = new long[names.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = i;
            }
            return values;
        }
    }
}
