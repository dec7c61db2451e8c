package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.HistogramText;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PublisherTest {
    private static final int PACKET_BYTES = 1000;

    @Test
    void loadEndsInTimeWhereItsNextPacketIsDueMuchLater() throws Exception {
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (PacketSocket socket =
                PacketSockets.open(new SocketPlan(any, PACKET_BYTES, 16, 16, SocketPlan.Provider.AUTO))) {
            var destination = new Destination(new Target(socket.localAddress()), 1, 1);

            // the second packet is due after 40 s
            long took = new Publisher(socket, PACKET_BYTES, 0)
                    .publish(
                            new Load(OptionalLong.of(PACKET_BYTES / 40), Long.MAX_VALUE, Duration.ofMillis(100)),
                            List.of(destination),
                            () -> false);

            assertThat(took).isLessThan(TimeUnit.SECONDS.toNanos(20));
            assertThat(destination.sent()).isEqualTo(1);
        }
    }

    @Test
    void packetsAtRandomInstantsKeepTheRateAndTellTheirLatenessAndNoEvenness() throws Exception {
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (PacketSocket socket =
                PacketSockets.open(new SocketPlan(any, PACKET_BYTES, 16, 16, SocketPlan.Provider.AUTO))) {
            var destination = new Destination(new Target(socket.localAddress()), 1, 1);
            var publisher = new Publisher(socket, PACKET_BYTES, 0);

            publisher.publish(
                    new Load(
                            OptionalLong.of(4_000_000),
                            new Load.Spread.Random(1),
                            Long.MAX_VALUE,
                            Duration.ofMillis(600)),
                    List.of(destination),
                    () -> false);

            // 2,400 are due, in blocks of 1,024
            assertThat(destination.sent()).isBetween(1L, 3100L);
            assertThat(publisher.slots()).isEmpty();
            assertThat(HistogramText.decode(publisher.openLoop().orElseThrow().lateHistogram())
                            .getTotalCount())
                    .isBetween(1L, destination.sent());
        }
    }
}
