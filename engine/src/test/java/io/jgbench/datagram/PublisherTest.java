package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.HistogramText;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

    /** Instants that a preparation took from the load would be due at once, as one burst. */
    @Test
    void preparedLoadBeginsWhenItIsPublished() throws Exception {
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (PacketSocket socket =
                PacketSockets.open(new SocketPlan(any, PACKET_BYTES, 16, 16, SocketPlan.Provider.AUTO))) {
            var publisher = new Publisher(socket, PACKET_BYTES, 0);
            var load = new Load(
                    OptionalLong.of(4_000_000), new Load.Spread.Random(1), Long.MAX_VALUE, Duration.ofMillis(200));
            var first = new Destination(new Target(socket.localAddress()), 1, 1);
            var second = new Destination(new Target(socket.localAddress()), 1, 2);

            publisher.prepare(load);
            publisher.publish(load, List.of(first), () -> false);
            publisher.publish(load, List.of(second), () -> false);

            // a publisher that stands still sends less
            long each = 4_000_000 / PACKET_BYTES / 5;
            assertThat(List.of(first.sent(), second.sent()))
                    .allSatisfy(sent -> assertThat(sent).isBetween(1L, each * 3 / 2));
        }
    }

    @Test
    void delayInWhichTheKernelHeldThePublisherIsNotItsOwn() throws Exception {
        var target = new Target(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9));
        var publisher = new Publisher(new SocketWithAFullBuffer(Duration.ofMillis(300)), PACKET_BYTES, 0);

        publisher.publish(
                new Load(OptionalLong.of(1_000_000), Long.MAX_VALUE, Duration.ofMillis(900)),
                List.of(new Destination(target, 1, 1)),
                () -> false);

        var openLoop = publisher.openLoop().orElseThrow();
        assertThat(HistogramText.decode(openLoop.lateHistogram()).getValueAtPercentile(50))
                .isGreaterThan(Duration.ofMillis(150).toNanos());
        assertThat(HistogramText.decode(openLoop.generatorHistogram()).getValueAtPercentile(50))
                .isLessThan(Duration.ofMillis(100).toNanos());
    }

    /** Holds its first call. */
    private static final class SocketWithAFullBuffer implements PacketSocket {
        private final long fullUntilNanos;

        private SocketWithAFullBuffer(Duration full) {
            fullUntilNanos = System.nanoTime() + full.toNanos();
        }

        @Override
        public int send(MemorySegment packets, int count, int packetBytes, Target to) {
            while (System.nanoTime() < fullUntilNanos) {
                LockSupport.parkNanos(this, fullUntilNanos - System.nanoTime());
            }
            return count;
        }

        @Override
        public int mostPackets(int packetBytes) {
            return 16;
        }

        @Override
        public InetSocketAddress localAddress() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String path() {
            return "none";
        }

        @Override
        public long filtered() {
            return 0;
        }

        @Override
        public int receiveBufferBytes() {
            return 0;
        }

        @Override
        public int sendBufferBytes() {
            return 0;
        }

        @Override
        public int receive(PacketSink sink) {
            return 0;
        }

        @Override
        public void dontFragment(boolean forbidden) {
            // nothing is sent
        }

        @Override
        public void tellUnreachable(UnreachableSink sink) {
            // nothing is sent
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
