package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.snapshot.LinkTree.Link;
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

    @Test
    void pauseFramesAndQueueDropsOfABondAreThoseOfItsSlaves() {
        var slaves = List.of(new Link("ens1f0", INDEX), new Link("ens1f1", 4));
        var nic = new NicCounters(new Link("bond0", 9), slaves, Bond::new);

        assertThat(counters(nic))
                .containsOnly(
                        entry(Counters.INTERFACE_RECEIVE_MISSED, 7L + 8L),
                        entry(Counters.CARRIER_LOSSES, 14L),
                        entry(Counters.QUEUE_DROPS, 9L + 10L),
                        entry(Counters.PAUSE_FRAMES_RECEIVED, 2L),
                        entry(Counters.PAUSE_FRAMES_SENT, 4L));
        assertThat(nic.pauseNames()).isEqualTo("rx_pause, tx_pause");
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
        return new NicCounters(new Link("ens1f0", INDEX), List.of(), () -> source);
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

    /** Which has no queue and whose driver counts nothing, over cards that do. */
    private static final class Bond implements NicCounters.Source {
        private final Card card = new Card(List.of("rx_packets", "rx_pause", "tx_pause"));

        @Override
        public OptionalLong missedFrames(int index) {
            return card.missedFrames(index);
        }

        @Override
        public OptionalLong carrierLosses(int index) {
            return card.carrierLosses(index);
        }

        @Override
        public OptionalLong queueDrops(int index) {
            return index == 9 ? OptionalLong.empty() : card.queueDrops(index);
        }

        @Override
        public List<String> driverNames(String networkInterface) {
            return networkInterface.equals("bond0") ? List.of() : card.names();
        }

        @Override
        public long[] driverValues(String networkInterface) {
            return card.driverValues(networkInterface);
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
