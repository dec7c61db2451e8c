package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sockets of each kind, with a publisher and a listener on them, on the loopback interface. */
class PacketSocketTest {
    private static final int KEY = 0x4A474247;

    @ParameterizedTest
    @CsvSource({"AUTO, 1468", "AUTO, 16", "AUTO, 30000", "AUTO, 65507", "CHANNEL, 1468", "CHANNEL, 65507"})
    void whatIsSentIsReceivedOrMissing(SocketPlan.Provider provider, int packetBytes) throws Exception {
        try (var from = open(provider, packetBytes);
                var to = open(provider, packetBytes);
                var listener = new Listener(to, KEY, 8, Duration.ofMillis(300), StreamListener.NONE)) {
            var destination = new Destination(new Target(to.localAddress()), KEY, 7);
            var load = new Load(OptionalLong.of(packetBytes * 5000L), 500, Duration.ofMinutes(1));

            new Publisher(from, packetBytes, 8).publish(load, List.of(destination), () -> false);

            StreamCount count = listener.ended(7, destination.sent()).get(1, TimeUnit.MINUTES);
            assertThat(destination.sent()).isEqualTo(500);
            assertThat(count.received() + count.missing()).isEqualTo(500);
            assertThat(count.received()).isPositive();
            assertThat(count.corrupt() + count.duplicate() + count.late()).isZero();
            assertThat(count.bytes()).isEqualTo(count.received() * packetBytes);
            assertThat(Target.address(count.source()).getPort())
                    .isEqualTo(from.localAddress().getPort());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "CHANNEL"})
    void bufferThatNoSocketCanHaveIsRefused(SocketPlan.Provider provider) {
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

        assertThatThrownBy(() -> PacketSockets.open(new SocketPlan(any, 65_507, 1_000_000, 16, provider)))
                .isInstanceOf(IOException.class)
                .hasMessage("a receive buffer of 65,507,000,000 bytes was asked for, 1,000,000 packets of 65,507 bytes,"
                        + " and no socket can have more than 1,073,741,823: ask for 16,391 packets or fewer");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "CHANNEL"})
    void unlimitedPublisherThatIsFasterThanItsListenerLosesAndTheSumsHold(SocketPlan.Provider provider)
            throws Exception {
        try (var from = open(provider, 1468);
                var to = open(provider, 1468);
                var listener = new Listener(to, KEY, 4, Duration.ofMillis(300), StreamListener.NONE)) {
            var destination = new Destination(new Target(to.localAddress()), KEY, 1);
            var load = new Load(OptionalLong.empty(), 50_000, Duration.ofMinutes(1));

            new Publisher(from, 1468, 4).publish(load, List.of(destination), () -> false);

            StreamCount count = listener.ended(1, destination.sent()).get(1, TimeUnit.MINUTES);
            assertThat(count.sent()).isEqualTo(50_000);
            assertThat(count.received() + count.missing()).isEqualTo(50_000);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "CHANNEL"})
    void packetsWithAnotherKeyAreStrangers(SocketPlan.Provider provider) throws Exception {
        try (var from = open(provider, 100);
                var to = open(provider, 100);
                var listener = new Listener(to, KEY, 0, Duration.ofMillis(200), StreamListener.NONE)) {
            var target = new Target(to.localAddress());
            var publisher = new Publisher(from, 100, 0);
            var load = new Load(OptionalLong.empty(), 10, Duration.ofMinutes(1));

            publisher.publish(load, List.of(new Destination(target, KEY + 1, 1)), () -> false);
            var own = new Destination(target, KEY, 2);
            publisher.publish(load, List.of(own), () -> false);

            assertThat(listener.ended(2, 10).get(1, TimeUnit.MINUTES).received())
                    .isEqualTo(10);
            assertThat(listener.strangers()).isEqualTo(10);
            assertThat(listener.received()).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1468, 65507})
    void portAtWhichNobodyListensIsToldAndNoPacketToOthersIsLostByThat(int packetBytes) throws Exception {
        Set<Long> unreachable = new HashSet<>();
        InetSocketAddress nobody;
        try (var gone = open(SocketPlan.Provider.AUTO, packetBytes)) {
            nobody = gone.localAddress();
        }
        try (var from = open(SocketPlan.Provider.AUTO, packetBytes);
                var to = open(SocketPlan.Provider.AUTO, packetBytes);
                var answers = new Listener(from, KEY, 8, Duration.ofMillis(300), StreamListener.NONE);
                var listener = new Listener(to, KEY, 8, Duration.ofMillis(300), StreamListener.NONE)) {
            var destination = new Destination(new Target(to.localAddress()), KEY, 7);
            var lost = new Destination(new Target(nobody), KEY, 7);
            var load = new Load(OptionalLong.empty(), 3000, Duration.ofMinutes(1));

            from.tellUnreachable((peer, cause) -> {
                assertThat(cause).isEqualTo(UnreachableSink.Cause.PORT);
                unreachable.add(peer);
            });
            new Publisher(from, packetBytes, 8).publish(load, List.of(lost, destination), () -> false);

            StreamCount count = listener.ended(7, destination.sent()).get(1, TimeUnit.MINUTES);
            assertThat(destination.sent()).isEqualTo(3000);
            assertThat(lost.sent()).isEqualTo(3000);
            assertThat(count.received() + count.missing()).isEqualTo(3000);
            assertThat(count.duplicate()).isZero();
            assertThat(answers.over()).isNotDone();
            assertThat(unreachable).containsExactly(Target.source(nobody));
        }
    }

    @Test
    void packetsWhoseBytesAreNotThoseThatTheListenerComputesAreCorrupt() throws Exception {
        try (var from = open(SocketPlan.Provider.AUTO, 100);
                var to = open(SocketPlan.Provider.AUTO, 100);
                var listener = new Listener(to, KEY, 8, Duration.ofMillis(300), StreamListener.NONE)) {
            var destination = new Destination(new Target(to.localAddress()), KEY, 1);

            // the second word of four bytes stays as it is
            new Publisher(from, 100, 4)
                    .publish(
                            new Load(OptionalLong.empty(), 10, Duration.ofMinutes(1)),
                            List.of(destination),
                            () -> false);

            StreamCount count = listener.ended(1, 10).get(1, TimeUnit.MINUTES);
            assertThat(count.received()).isEqualTo(10);
            assertThat(count.corrupt()).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "CHANNEL"})
    void portThatIsTakenIsNamed(SocketPlan.Provider provider) throws Exception {
        try (var first = open(provider, 100)) {
            int port = first.localAddress().getPort();

            assertThatThrownBy(() -> PacketSockets.open(plan(provider, 100, port, 16)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot bind 127.0.0.1:" + port
                            + ": Address already in use; another program, or this run's transport, has the port: end"
                            + " the program, or choose another port");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "CHANNEL"})
    void addressThatTheHostDoesNotHaveIsNamed(SocketPlan.Provider provider) {
        // TEST-NET-1 of RFC 5737, which no interface has
        var plan = new SocketPlan(new InetSocketAddress("192.0.2.1", 9999), 100, 16, 1, provider);

        assertThatThrownBy(() -> PacketSockets.open(plan))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot bind 192.0.2.1:9999: Cannot assign requested address; no interface of this host has"
                        + " the address: choose one that 'ip address' shows");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "CHANNEL"})
    void bufferThatTheKernelDoesNotGrantIsRefusedWithWhatToSet(SocketPlan.Provider provider) {
        assertThatThrownBy(() -> PacketSockets.open(plan(provider, 1468, 0, 700_000)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "a receive buffer of 1,027,600,000 bytes was asked for, 700,000 packets of 1,468 bytes, and"
                                + " the kernel grants ")
                .hasMessageContaining("'sysctl -w net.core.rmem_max=1027600000'");
    }

    private static PacketSocket open(SocketPlan.Provider provider, int packetBytes) throws IOException {
        return PacketSockets.open(plan(provider, packetBytes, 0, Math.max(1, 150_000 / packetBytes)));
    }

    private static SocketPlan plan(SocketPlan.Provider provider, int packetBytes, int port, int receiveBufferPackets) {
        return new SocketPlan(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                packetBytes,
                receiveBufferPackets,
                1,
                provider);
    }
}
