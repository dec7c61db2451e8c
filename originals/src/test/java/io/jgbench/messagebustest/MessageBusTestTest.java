package io.jgbench.messagebustest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.EpochClock;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.tcp.TcpBus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of a test, in one JVM, over the loopback interface. */
class MessageBusTestTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final PeerTimeouts IMPATIENT =
            new PeerTimeouts(Duration.ofMillis(100), Duration.ofMillis(400), Duration.ofMillis(400));
    private static final String FIGURES =
            "throughput\\(out \\d+msg/s [\\d.]+[kmg]?b/s, in \\d+msg/s [\\d.]+[kmg]?b/s\\), latency\\(response(\\(avg"
                    + " [\\d.]+[num]?s, effective [\\d.]+[num]?s, min [\\d.]+[num]?s, max [\\d.]+[num]?s\\)| n/a),"
                    + " receipt ([\\d.]+[num]?s|n/a)\\), backlog\\(out (\\d+%|n/a) \\d+/s ([\\d.]+[KMG]?B|n/a), in"
                    + " \\d+% \\d+/s [\\d.]+[KMG]?B\\), connections \\d+, errors 0";
    private static final Pattern NOW = Pattern.compile("now:  " + FIGURES);
    private static final Pattern LIFE = Pattern.compile("life: " + FIGURES);

    private List<Integer> ports = List.of();
    private final List<Participant> processes = new ArrayList<>();

    @BeforeEach
    void takePorts() throws IOException {
        ports = FreePorts.take(4);
    }

    @AfterEach
    void closeAll() {
        for (Participant process : processes) {
            process.test.close();
            process.thread.interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-block", "-msgSize 20..2000 -flushFreq 10", "-txMaxBacklog 64K", "-rxThreads 1 -poll"})
    void clientStreamsToAServerAndBothPrintWhatGoesBy(String options) throws Exception {
        Participant server = start(0, "-reportInterval 200ms");
        Participant client = start(1, "-peer " + at(0) + " -reportInterval 200ms -verbose " + options);

        await().atMost(PATIENCE).until(() -> client.hasLine(LIFE) && server.hasLine(LIFE));

        assertThat(client.err()).contains("OPEN event for " + at(1), "CONNECT event for " + at(0) + " on " + at(1));
        assertThat(server.err()).contains("CONNECT event for " + at(1) + " on " + at(0));
        assertThat(client.lines()).anyMatch(line -> NOW.matcher(line).matches());
        assertThat(client.lines()).anyMatch(line -> line.startsWith("\tlatency detail: p50 "));
        assertThat(client.lines()).noneMatch(line -> line.contains("errors") && !line.endsWith("errors 0"));
    }

    @Test
    void politeMembersSendWhenTheLastOneConnects() throws Exception {
        String all = at(0) + " " + at(1) + " " + at(2);
        Participant a = start(0, "-reportInterval 200ms -polite -peer " + all);
        Participant b = start(1, "-reportInterval 200ms -polite -peer " + all);
        Participant last = start(2, "-reportInterval 200ms -peer " + all);

        for (Participant process : List.of(a, b, last)) {
            await().atMost(PATIENCE)
                    .until(() -> process.lines().stream().anyMatch(line -> line.matches("life: .*out [1-9]\\d*msg.*")));
        }
        assertThat(last.lines()).anyMatch(line -> line.contains("connections 2"));
    }

    @Test
    void membersThatConnectToEachOtherHaveOneConnection() throws Exception {
        Participant a = start(0, "-reportInterval 200ms -peer " + at(1));
        Participant b = start(1, "-reportInterval 200ms -peer " + at(0));

        for (Participant process : List.of(a, b)) {
            await().atMost(PATIENCE).until(() -> process.hasLine(LIFE));
            assertThat(process.lines()).noneMatch(line -> line.contains("connections 2"));
            assertThat(process.err()).noneMatch(line -> line.contains("DISCONNECT"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-block"})
    void relayPassesOnToItsPeer(String options) throws Exception {
        Participant backup = start(0, "-reportInterval 200ms");
        Participant relay = start(1, "-reportInterval 200ms -relay -peer " + at(0) + " " + options);
        Participant client = start(2, "-reportInterval 200ms -peer " + at(1) + " " + options);

        for (Participant process : List.of(backup, relay)) {
            await().atMost(PATIENCE)
                    .until(() -> process.lines().stream().anyMatch(line -> line.matches("life: .*in [1-9]\\d*msg.*")));
        }
        await().atMost(PATIENCE)
                .until(() -> client.lines().stream().anyMatch(line -> line.matches("life: .*response\\(avg.*")));
    }

    @Test
    void tableHasARowForEachReport() throws Exception {
        start(0, "");
        Participant client = start(1, "-peer " + at(0) + " -reportInterval 100ms -tabular");

        await().atMost(PATIENCE).until(() -> client.lines().size() >= 3);

        assertThat(client.lines().getFirst()).startsWith("msg/s in\tbytes/s in\tmsg/s out");
        assertThat(client.lines().get(1).split("\t")).hasSize(17);
    }

    @Test
    void memberEndsAfterTheDurationThatItIsGiven() throws Exception {
        start(0, "");
        Participant client = start(1, "-peer " + at(0) + " -duration 3s");

        client.running.get();

        assertThat(client.err()).contains("OPEN event for " + at(1));
        assertThat(reports(client)).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"-peer | did not answer", "-polite -peer | nobody has connected", "| nobody has connected"})
    void memberThatIsAloneForItsDurationFails(String options, String why) throws Exception {
        String peer = options == null ? "" : options + " " + at(3);
        Participant alone = start(1, peer + " -duration 100ms");

        assertThatThrownBy(alone.running::get)
                .hasCauseInstanceOf(MessageBusTestException.class)
                .hasMessageContaining("nothing was measured until the end of -duration: ")
                .hasMessageEndingWith(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-block", "", "-block -msgSize 16"})
    void timeThatTheUserTakesToPressAKeyIsInNoFigure(String options) throws Exception {
        var keyTime = Duration.ofMillis(300);
        start(0, "");

        Participant client = start(
                1,
                "-peer " + at(0) + " -prompt -tabular -latencyFreq 1 -reportInterval 2s " + options,
                new SlowUser(keyTime),
                PeerTimeouts.BY_HAND,
                EpochClock.system());
        await().atMost(PATIENCE).until(() -> reports(client) > 0);

        assertThat(client.lines()).contains("Press ENTER to send a message to connection 0");
        String[] figures = client.lines().stream()
                .filter(line -> line.matches("\\d+\t.*"))
                .findFirst()
                .orElseThrow()
                .split("\t", -1);
        assertThat(Long.parseLong(figures[5])).as("min response latency nanos").isBetween(1L, keyTime.toNanos() - 1);
        assertThat(Integer.parseInt(figures[12])).as("out backlog percentage").isLessThan(50);
    }

    @Test
    void memberWhoseOnlyPeerDiesEndsWithALineThatSaysSo() throws Exception {
        Participant server = start(0, "");
        Participant client = start(1, "-peer " + at(0) + " -reportInterval 100ms");
        await().atMost(PATIENCE).until(() -> client.hasLine(LIFE));

        server.test.close();

        assertThatThrownBy(client.running::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(MessageBusTestException.class)
                .hasMessageContaining("no peer is left: " + at(0) + " disconnected");
        assertThat(client.err()).contains("DISCONNECT event for " + at(0) + " on " + at(1));
    }

    /** The next report would be due a second after the first one. */
    @ParameterizedTest
    @ValueSource(strings = {"", "-tabular"})
    void whatWentBySinceTheLastReportIsPrintedWhereTheLastPeerIsGone(String options) throws Exception {
        Participant server = start(0, "-reportInterval 1s " + options);
        Participant client = start(1, "-peer " + at(0) + " -reportInterval 10ms");
        await().atMost(PATIENCE).until(() -> reports(server) == 1);

        client.test.close();

        await().atMost(PATIENCE).until(() -> reports(server) == 2);
    }

    /** The server goes when the next report of the client is due in nearly a second. */
    @ParameterizedTest
    @ValueSource(strings = {"", "-tabular"})
    void whatWentBySinceTheLastReportIsPrintedWhereATestEndsWithItsLastPeer(String options) throws Exception {
        Participant server = start(0, "");
        Participant client = start(1, "-peer " + at(0) + " -reportInterval 1s " + options);
        await().atMost(PATIENCE).until(() -> reports(client) == 1);

        server.test.close();

        assertThatThrownBy(client.running::get).hasCauseInstanceOf(MessageBusTestException.class);
        assertThat(reports(client)).isGreaterThan(1);
    }

    @Test
    void reportsThatWereDueWhileTheProcessStoodStillAreOne() throws Exception {
        var stoodStill = new AtomicLong();
        EpochClock system = EpochClock.system();
        var patient = new PeerTimeouts(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1));
        start(0, "");
        Participant client = start(
                1, "-peer " + at(0) + " -reportInterval 1s", patient, () -> system.epochNanos() + stoodStill.get());
        await().atMost(PATIENCE).until(() -> reports(client) > 0);
        long before = reports(client);
        long continuedNanos = System.nanoTime();

        stoodStill.set(Duration.ofSeconds(200).toNanos());

        // one may have been under way, and one is due at once and one soon: the next is due a second later than that
        await().atMost(PATIENCE).until(() -> reports(client) >= before + 4);
        assertThat(Duration.ofNanos(System.nanoTime() - continuedNanos)).isGreaterThan(Duration.ofSeconds(1));
    }

    private static long reports(Participant process) {
        return process.lines().stream()
                .filter(line -> line.startsWith("life: ") || line.matches("\\d+\t.*"))
                .count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000000000", "10m"})
    void nothingIsPrintedUntilTheWarmUpIsOver(String warmup) throws Exception {
        start(0, "");
        Participant client = start(1, "-peer " + at(0) + " -reportInterval 20ms -duration 500ms -warmup " + warmup);

        assertThatThrownBy(client.running::get)
                .hasCauseInstanceOf(MessageBusTestException.class)
                .hasMessageContaining("nothing was measured until the end of -duration: ");
        assertThat(client.lines()).isEmpty();
    }

    @Test
    void memberWhosePeerNeverComesEndsWithItsName() throws Exception {
        Participant client = start(1, "-peer " + at(3), IMPATIENT);

        assertThatThrownBy(client.running::get)
                .hasCauseInstanceOf(MessageBusTestException.class)
                .hasMessageContaining(at(3) + " did not answer within 400 ms; start the peers first, or with -polite");
        assertThat(client.err()).contains(at(3) + " does not answer yet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-block", "-noReceipts -latencyFreq 10"})
    void memberWhosePeerIsConnectedAndDoesNotAnswerEndsWithItsName(String options) throws Exception {
        try (var mute = new TcpBus(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(3)), at(3), 4, new Mute())) {
            mute.open();
            Participant client = start(1, "-peer " + at(3) + " " + options, IMPATIENT);

            assertThatThrownBy(client.running::get)
                    .hasCauseInstanceOf(MessageBusTestException.class)
                    .hasMessageContaining(
                            at(3) + " is connected and has not answered for 400 ms: its host may be down");
            assertThat(client.err()).contains(at(3) + " is connected and has not answered for 100 ms");
        }
    }

    /** In the second case 50 messages a second are sent, and a receipt is asked for with each 64th. */
    @ParameterizedTest
    @ValueSource(strings = {"", "-txRate 0.2 -latencyFreq 0"})
    void peerThatAnswersWhatItIsAskedIsNotMissed(String options) throws Exception {
        var patience =
                new PeerTimeouts(Duration.ofMillis(800), PeerTimeouts.BY_HAND.comes(), PeerTimeouts.BY_HAND.answers());
        start(0, "");
        Participant client = start(1, "-peer " + at(0) + " -duration 1900ms " + options, patience);

        client.running.get();

        assertThat(client.err()).noneMatch(line -> line.contains("has not answered"));
    }

    @Test
    void serverGoesOnWhenItsClientDies() throws Exception {
        Participant server = start(0, "-reportInterval 100ms");
        Participant client = start(1, "-peer " + at(0));
        await().atMost(PATIENCE).until(() -> server.hasLine(LIFE));
        client.test.close();
        await().atMost(PATIENCE).until(() -> server.err().contains("RELEASE event for " + at(1) + " on " + at(0)));
        int before = server.lines().size();

        start(2, "-peer " + at(0));

        await().atMost(PATIENCE).until(() -> server.lines().size() > before + 3);
        assertThat(server.lines()).noneMatch(line -> line.contains("errors") && !line.endsWith("errors 0"));
        assertThat(server.running.isDone()).isFalse();
    }

    @Test
    void portThatIsInUseIsNamed() throws Exception {
        try (var taken = new ServerSocket(ports.get(3), 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> start(3, ""))
                    .isInstanceOf(TransportException.class)
                    .hasMessage("cannot bind " + at(3) + ": Address already in use");
            assertThat(taken.isBound()).isTrue();
        }
    }

    private String at(int member) {
        return "tmb://127.0.0.1:" + ports.get(member);
    }

    private Participant start(int member, String options) throws Exception {
        return start(member, options, PeerTimeouts.BY_HAND);
    }

    private Participant start(int member, String options, PeerTimeouts patience) throws Exception {
        return start(member, options, patience, EpochClock.system());
    }

    private Participant start(int member, String options, PeerTimeouts patience, EpochClock clock) throws Exception {
        return start(member, options, new BufferedReader(Reader.nullReader()), patience, clock);
    }

    private Participant start(int member, String options, BufferedReader keys, PeerTimeouts patience, EpochClock clock)
            throws Exception {
        String arguments = ("-bind " + at(member) + " " + options).strip();
        var process =
                new Participant(MessageBusTestOptions.parse(List.of(arguments.split("\\s+"))), keys, patience, clock);
        processes.add(process);
        process.test.open();
        process.running = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        process.test.run();
                        return null;
                    } catch (MessageBusTestException e) {
                        throw new CompletionException(e);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                command -> process.thread = Thread.ofPlatform().daemon().start(command));
        return process;
    }

    /** Presses each key that is asked for, and takes a time for it. */
    private static final class SlowUser extends BufferedReader {
        private final Duration keyTime;

        SlowUser(Duration keyTime) {
            super(Reader.nullReader());
            this.keyTime = keyTime;
        }

        @Override
        public String readLine() {
            LockSupport.parkNanos(keyTime.toNanos());
            return "";
        }
    }

    /** Takes all, and answers nothing. */
    private static final class Mute implements TcpBus.Listener {
        @Override
        public void connected(int place, String peer) {}

        @Override
        public void disconnected(int place, String peer) {}

        @Override
        public void receive(int place, byte[] buffer, int offset, int length) {}

        @Override
        public void failed(String reason) {}
    }

    private static final class Participant {
        private final StringWriter out = new StringWriter();
        private final StringWriter err = new StringWriter();
        private final MessageBusTest test;
        private Future<?> running;
        private Thread thread = new Thread(() -> {});

        Participant(MessageBusTestOptions options, BufferedReader keys, PeerTimeouts patience, EpochClock clock) {
            test = new MessageBusTest(options, keys, new PrintWriter(out), new PrintWriter(err), clock, patience);
        }

        List<String> lines() {
            return out.toString().lines().toList();
        }

        List<String> err() {
            return err.toString().lines().toList();
        }

        boolean hasLine(Pattern pattern) {
            return lines().stream().anyMatch(line -> pattern.matcher(line).matches());
        }
    }
}
