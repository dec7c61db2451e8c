package io.jgbench.datagramtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.datagram.SocketPlan;
import io.jgbench.datagram.UnreachableSink.Cause;
import io.jgbench.testing.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Instances as they are started by hand, each in a thread of its own instead of on a host of its own. */
class DatagramTestTest {
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final long PACKETS = 3000;

    private final List<Instance> instances = new ArrayList<>();

    @AfterEach
    void endAll() {
        instances.forEach(instance -> instance.thread.interrupt());
    }

    @Test
    void publisherAndListenerPrintTheOriginalsLinesAndTheCountsAddUp(@TempDir Path folder) throws Exception {
        List<Integer> ports = FreePorts.take(2);
        Path log = folder.resolve("listener.tsv");
        Instance listener = start(config(ports.get(0), List.of(), OptionalLong.empty(), Optional.of(log), false));
        listener.awaitText("log on: 0 MBs");

        Instance publisher =
                start(config(ports.get(1), List.of(ports.get(0)), OptionalLong.of(PACKETS), Optional.empty(), false));
        publisher.result.get(1, TimeUnit.MINUTES);

        listener.awaitText("closed: it has published all");
        assertThat(listener.text())
                .contains("starting listener: at /127.0.0.1:" + ports.get(0))
                .contains("packet size: 1000 bytes")
                .contains("buffer size: 100 packets")
                .contains("  report on: 1000 packets, 0 MBs")
                .contains("    process: 4 bytes/packet")
                .contains("iiiiiiiiiI")
                .contains("Rx from publisher: /127.0.0.1:" + ports.get(1))
                .contains("Now:");
        var last = listener.text().substring(listener.text().lastIndexOf("Lifetime:"));
        var counts = Pattern.compile("received: (\\d+) of (\\d+)\\s+missing: (\\d+)\\s+success rate: [01]\\.\\d+\\s+"
                        + "out of order: \\d+\\s+avg offset: \\d+\\s+duplicate: 0")
                .matcher(last);
        assertThat(counts.find()).as(last).isTrue();
        assertThat(Long.parseLong(counts.group(1)) + Long.parseLong(counts.group(3)))
                .isEqualTo(PACKETS);
        assertThat(counts.group(2)).isEqualTo(String.valueOf(PACKETS));
        assertThat(publisher.text())
                .contains("starting publisher: at /127.0.0.1:" + ports.get(1) + " sending to localhost/127.0.0.1:"
                        + ports.get(0))
                .contains("      peers: 1")
                .contains("       rate: 4 MB/sec")
                .contains("oooooooooO")
                .containsPattern("Tx summary 1 peers:\\s+life: \\d+ MB/sec, \\d+ packets/sec\\s+now: \\d+ MB/sec, \\d+"
                        + " packets/sec");
        assertThat(numbers("Now:.*?received: (\\d+) of", listener.text()).sum())
                .isEqualTo(Long.parseLong(counts.group(1)));
        // what goes on is paced; a report that counted from the start would tell of two or three times the rate
        assertThat(numbers("now: \\d+ MB/sec, (\\d+) packets", publisher.text()))
                .allMatch(packetsPerSecond -> packetsPerSecond < 1.5 * 4 * DatagramTestConfig.MEGABYTE / 1000);
        List<String> table = Files.readAllLines(log);
        assertThat(table.getFirst()).startsWith("time\tpublisher\telapsed_ms");
        assertThat(table.stream()
                        .skip(1)
                        .map(line -> line.split("\t", -1))
                        .mapToLong(cells -> Long.parseLong(cells[5]) + Long.parseLong(cells[6]))
                        .sum())
                .isEqualTo(PACKETS);
    }

    /** Each has sent and received as many packets as make a report due, twice. */
    @Test
    void nothingIsReportedOnceMoreWhereTheLastPacketMadeAReportDue() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        Instance listener = start(config(ports.get(0), List.of(), OptionalLong.empty(), Optional.empty(), false));
        listener.awaitText("log on:");

        Instance publisher =
                start(config(ports.get(1), List.of(ports.get(0)), OptionalLong.of(2000), Optional.empty(), false));

        publisher.result.get(1, TimeUnit.MINUTES);
        listener.awaitText("closed: it has published all");
        assertThat(publisher.text()).doesNotContain("now: 0 MB/sec, 0 packets/sec");
        assertThat(listener.text()).doesNotContain("received: 0 of 0");
    }

    @Test
    void politeInstancePublishesWhenItHasBeenContacted() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        Instance polite =
                start(config(ports.get(0), List.of(ports.get(1)), OptionalLong.of(PACKETS), Optional.empty(), true));
        polite.awaitText("polite: publishing begins with the first packet");
        assertThat(polite.text()).doesNotContain("starting publisher");

        Instance first =
                start(config(ports.get(1), List.of(ports.get(0)), OptionalLong.of(PACKETS), Optional.empty(), false));

        polite.result.get(1, TimeUnit.MINUTES);
        first.result.get(1, TimeUnit.MINUTES);
        assertThat(polite.text()).contains("Rx from publisher: /127.0.0.1:" + ports.get(1));
        assertThat(first.text()).contains("Rx from publisher: /127.0.0.1:" + ports.get(0));
    }

    @Test
    void publisherThatDiesIsAConnectionThatIsClosedForSilence() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        Instance listener = start(config(ports.get(0), List.of(), OptionalLong.empty(), Optional.empty(), false));
        listener.awaitText("log on:");
        Instance publisher =
                start(config(ports.get(1), List.of(ports.get(0)), OptionalLong.empty(), Optional.empty(), false));
        listener.awaitText("Lifetime:");

        publisher.thread.interrupt();

        listener.awaitText("-- connection from /127.0.0.1:" + ports.get(1) + " closed: nothing has arrived for 500 ms");
    }

    @Test
    void whatArrivedBeforeAPauseIsNotMissingAfterIt() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        Instance listener = start(config(ports.get(0), List.of(), OptionalLong.empty(), Optional.empty(), false));
        listener.awaitText("log on:");

        // a packet each 800 ms, where a connection is closed after 500
        Instance publisher =
                start(config(ports.get(1), List.of(ports.get(0)), OptionalLong.of(3), Optional.empty(), false, 1250));

        publisher.result.get(1, TimeUnit.MINUTES);
        await().atMost(DEADLINE)
                .until(() -> numbers("Lifetime:.*?received: (\\d+) of", listener.text())
                                .sum()
                        == 3);
        assertThat(listener.text()).contains("closed: nothing has arrived for 500 ms");
        assertThat(numbers("missing: (\\d+)", listener.text())).containsOnly(0L);
    }

    @Test
    void packetsThatWereLostBetweenAPauseAndTheEndAreMissing() throws Exception {
        int port = FreePorts.take(1).getFirst();
        Instance listener = start(config(port, List.of(), OptionalLong.empty(), Optional.empty(), false));
        listener.awaitText("log on:");

        try (var publisher = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            send(publisher, port, 0);
            listener.awaitText("closed: nothing has arrived for 500 ms");
            send(publisher, port, -1 - 5);
            send(publisher, port, -1 - 5);
            listener.awaitText("closed: it has published all");
        }

        assertThat(numbers("Lifetime:.*?received: (\\d+) of", listener.text())).containsExactly(1L, 0L);
        assertThat(numbers("Lifetime:.*?missing: (\\d+)", listener.text())).containsExactly(0L, 4L);
    }

    /** A packet of its header alone. */
    private static void send(DatagramSocket from, int port, long sequence) throws IOException {
        byte[] packet = ByteBuffer.allocate(16)
                .putInt(0x4A474447)
                .putInt(7)
                .putLong(sequence)
                .array();
        from.send(new DatagramPacket(packet, packet.length, address(port)));
    }

    @Test
    void peerWhoseNameLeadsToAnAddressOfIpv6FirstIsPublishedToByIpv4() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        Instance listener = start(config(ports.get(0), List.of(), OptionalLong.empty(), Optional.empty(), false));
        listener.awaitText("log on:");
        byte[] loopback = new byte[16];
        loopback[15] = 1;
        var peer = new InetSocketAddress(InetAddress.getByAddress("localhost", loopback), ports.get(0));

        Instance publisher = start(DatagramTestConfigBuilder.builder(
                        config(ports.get(1), List.of(), OptionalLong.of(100), Optional.empty(), false))
                .peers(List.of(peer))
                .build());

        publisher.result.get(1, TimeUnit.MINUTES);
        listener.awaitText("closed: it has published all");
    }

    @Test
    void lastReportIsOfTheTimeUntilTheLastPacket() throws Exception {
        try (var listener = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            int port = FreePorts.take(1).getFirst();
            Instance publisher = start(
                    config(port, List.of(listener.getLocalPort()), OptionalLong.of(100), Optional.empty(), false));
            var packet = new DatagramPacket(new byte[2000], 2000);
            do {
                listener.receive(packet);
            } while (packet.getLength() < 16
                    || ByteBuffer.wrap(packet.getData()).getLong(Long.BYTES) >= 0);

            assertThat(publisher.text()).contains("Tx summary");
        }
    }

    @Test
    @Tag("slow")
    void addressAtWhichNobodyListensIsNamedBeforeItIsPublishedTo() throws Exception {
        List<Integer> ports = FreePorts.take(3);
        Instance listener = start(config(ports.get(0), List.of(), OptionalLong.empty(), Optional.empty(), false));
        listener.awaitText("log on:");

        Instance publisher = start(config(
                ports.get(1), List.of(ports.get(0), ports.get(2)), OptionalLong.of(100), Optional.empty(), false));

        publisher.result.get(1, TimeUnit.MINUTES);
        assertThat(publisher.text())
                .contains("-- nobody listens at /127.0.0.1:" + ports.get(2) + ", as its host says")
                .doesNotContain("-- nobody listens at /127.0.0.1:" + ports.get(0));
        listener.awaitText("received: 100 of 100");
    }

    @Test
    void addressToWhichThereIsNoWayIsToldApartFromOneAtWhichNobodyListens() throws Exception {
        int port = FreePorts.take(1).getFirst();
        var nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        // reserved for documentation, and no way leads there from the loopback interface
        var nowhere = new InetSocketAddress("192.0.2.1", port);

        var refused = new PortProbe(InetAddress.getLoopbackAddress())
                .refused(List.of(nobody, nowhere), Duration.ofSeconds(30));

        assertThat(refused).containsOnly(Map.entry(nobody, Cause.PORT), Map.entry(nowhere, Cause.HOST));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void logOnAFullDiskIsRefusedBeforeAnythingIsMeasured() throws Exception {
        int port = FreePorts.take(1).getFirst();

        Instance listener =
                start(config(port, List.of(), OptionalLong.empty(), Optional.of(Path.of("/dev/full")), false));

        assertThat(listener.result)
                .failsWithin(DEADLINE)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("-log must name a file that can be written, got: /dev/full (No space left");
    }

    @Test
    void listenerThatDiesIsNamedOnceAndThePublisherPublishesOn() throws Exception {
        List<Integer> ports = FreePorts.take(3);
        Instance dies = start(config(ports.get(0), List.of(), OptionalLong.empty(), Optional.empty(), false));
        Instance lives = start(config(ports.get(1), List.of(), OptionalLong.empty(), Optional.empty(), false));
        dies.awaitText("log on:");
        lives.awaitText("log on:");
        Instance publisher = start(config(
                ports.get(2),
                List.of(ports.get(0), ports.get(1)),
                OptionalLong.of(4 * PACKETS),
                Optional.empty(),
                false));
        dies.awaitText("Lifetime:");

        dies.thread.interrupt();

        publisher.result.get(1, TimeUnit.MINUTES);
        assertThat(publisher.text())
                .containsOnlyOnce("-- nobody listens at")
                .contains("-- nobody listens at /127.0.0.1:" + ports.get(0) + " now, as its host says: publishing on");
        lives.awaitText("closed: it has published all");
        var last = lastLifetime(lives.text());
        assertThat(numbers("(?:received|missing): (\\d+)", last).sum()).as(last).isEqualTo(4 * PACKETS);
    }

    /** The last report of all that was received, without that of the time since the one before. */
    private static String lastLifetime(String text) {
        var last = text.substring(text.lastIndexOf("Lifetime:"));
        return last.split("Now:", 2)[0];
    }

    private static LongStream numbers(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.DOTALL)
                .matcher(text)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)));
    }

    private Instance start(DatagramTestConfig config) {
        var instance = new Instance(config);
        instances.add(instance);
        return instance;
    }

    private static DatagramTestConfig config(
            int port, List<Integer> peers, OptionalLong iterations, Optional<Path> log, boolean polite) {
        return config(port, peers, iterations, log, polite, 4 * DatagramTestConfig.MEGABYTE);
    }

    private static DatagramTestConfig config(
            int port,
            List<Integer> peers,
            OptionalLong iterations,
            Optional<Path> log,
            boolean polite,
            long bytesPerSecond) {
        return DatagramTestConfigBuilder.builder()
                .local(address(port))
                .peers(peers.stream().map(DatagramTestTest::address).toList())
                .packetBytes(1000)
                .processBytes(4)
                .rxBufferPackets(100)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofMillis(500))
                .txBytesPerSecond(OptionalLong.of(bytesPerSecond))
                .txIterations(iterations)
                .reportPackets(1000)
                .tickPackets(50)
                .log(log)
                .logPackets(1000)
                .polite(polite)
                .provider(SocketPlan.Provider.AUTO)
                .build();
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static final class Instance {
        private final StringWriter output = new StringWriter();
        private final CompletableFuture<Void> result = new CompletableFuture<>();
        private final Thread thread;

        private Instance(DatagramTestConfig config) {
            thread = Thread.ofPlatform().daemon().start(() -> {
                try {
                    new DatagramTest(config, new PrintWriter(output, true)).run();
                    result.complete(null);
                } catch (Exception e) {
                    result.completeExceptionally(e);
                }
            });
        }

        private String text() {
            return output.toString();
        }

        private void awaitText(String text) {
            await().atMost(DEADLINE).until(() -> text().contains(text));
        }
    }
}
