package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SocketQueuesTest {
    private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt";
    private static final int LINES_OF_A_LARGE_TABLE = 100_000;
    private static final int LOOKS_UNTIL_SOCKETS_ARE_SEARCHED_FOR = 20;

    @Nested
    class OfDatagrams {
        @TempDir
        Path process;

        @BeforeEach
        void ownSockets() throws IOException {
            Path descriptors = Files.createDirectory(process.resolve("fd"));
            Files.createDirectory(process.resolve("net"));
            Files.createSymbolicLink(descriptors.resolve("4"), Path.of("socket:[77]"));
            Files.createSymbolicLink(descriptors.resolve("5"), Path.of("socket:[78]"));
        }

        @Test
        void bytesInTheQueuesOfTheProcessesOwnSocketsAreAdded() throws IOException {
            table("udp", socket("00000010:00000100", 77), socket("00000FFF:00000FFF", 99));
            table("udp6", socket("00000001:00000002", 78));

            assertThat(queues().waiting()).contains(new SocketQueues.Waiting(0x102, 0x11));
        }

        @Test
        void datagramsThatWaitAreCountedOnAHostWithThousandsOfConnections() throws IOException {
            table("udp", socket("00000000:00000100", 77));
            table("tcp", manySockets());

            assertThat(queues().waiting()).contains(new SocketQueues.Waiting(0x100, 0));
        }

        @Test
        void namespaceWithTooManySocketsOfDatagramsTellsNothingUntilItHasFewer() throws IOException {
            var queues = queues();
            table("udp", manySockets());
            assertThat(queues.waiting()).isEmpty();

            table("udp", socket("00000000:00000100", 77));
            assertThat(queues.waiting()).contains(new SocketQueues.Waiting(0x100, 0));
        }

        @Test
        void connectionsAreNotAskedForWhereNothingIsTold() throws IOException {
            var asked = new AtomicInteger();
            table("udp", manySockets());

            assertThat(new SocketQueues(process, () -> new CountedConnections(asked)).waiting())
                    .isEmpty();
            assertThat(asked).hasValue(0);
        }

        @Test
        @EnabledOnOs(OS.LINUX)
        void tableIsReadNoFurtherThanToTheFirstSocketTooMany() throws Exception {
            Path pipe = process.resolve("net/udp");
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            var kernel = CompletableFuture.supplyAsync(() -> writtenUntilNobodyReads(pipe));

            assertThat(queues().waiting()).isEmpty();
            assertThat(kernel.get(30, TimeUnit.SECONDS)).isLessThan(LINES_OF_A_LARGE_TABLE);
        }

        private static int writtenUntilNobodyReads(Path pipe) {
            int lines = 0;
            try (var out = Files.newBufferedWriter(pipe)) {
                while (lines < LINES_OF_A_LARGE_TABLE) {
                    out.write(socket("00000000:00000000", 99) + "\n");
                    lines++;
                }
            } catch (IOException e) {
                // the other end is closed
            }
            return lines;
        }

        @Test
        void namespaceMayHaveAsManySocketsAsAreReadAtTheMost() throws IOException {
            table(
                    "udp",
                    Collections.nCopies(2_000, socket("00000000:00000001", 77)).toArray(String[]::new));

            assertThat(queues().waiting()).contains(new SocketQueues.Waiting(2_000, 0));
        }

        private SocketQueues queues() {
            return new SocketQueues(process, () -> new NoConnections());
        }

        private static String[] manySockets() {
            return Collections.nCopies(2_001, socket("00000000:00000000", 99)).toArray(String[]::new);
        }

        @Test
        void systemWithoutSuchTablesTellsNothing() {
            assertThat(new SocketQueues(process.resolve("none")).waiting()).isEmpty();
        }

        private void table(String name, String... sockets) throws IOException {
            Files.writeString(
                    process.resolve("net").resolve(name), HEAD + "\n" + String.join("\n", List.of(sockets)) + "\n");
        }

        private static String socket(String queues, int inode) {
            return "   0: 0100007F:1E78 00000000:0000 07 " + queues + " 00:00000000 00000000     0        0 " + inode
                    + " 2 0000000000000000 0";
        }
    }

    @Nested
    @EnabledOnOs(OS.LINUX)
    class OfConnections {
        private final SocketQueues queues = new SocketQueues(Path.of("/proc/self"));

        @Test
        void whatWasNotReadYetWaits() throws IOException {
            try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    var sender = new Socket(server.getInetAddress(), server.getLocalPort());
                    var receiver = server.accept()) {
                long before = queues.waiting().orElseThrow().receive();

                sender.getOutputStream().write(new byte[1_000]);

                await().until(() -> receiver.getInputStream().available() == 1_000);
                assertThat(queues.waiting().orElseThrow().receive()).isEqualTo(before + 1_000);
            }
        }

        @Test
        void connectionsThatWaitToBeAcceptedAreNoBytes() throws IOException {
            long before = new SocketQueues(Path.of("/proc/self"))
                    .waiting()
                    .orElseThrow()
                    .receive();
            try (var server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                    var first = new Socket(server.getInetAddress(), server.getLocalPort());
                    var second = new Socket(server.getInetAddress(), server.getLocalPort())) {
                assertThat(first.isConnected() && second.isConnected()).isTrue();

                assertThat(queues.waiting().orElseThrow().receive()).isEqualTo(before);
            }
        }

        @Test
        void connectionThatIsOpenedLaterIsFoundAndOneThatIsClosedCountsNoMore() throws IOException {
            long before = queues.waiting().orElseThrow().receive();
            try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    var sender = new Socket(server.getInetAddress(), server.getLocalPort());
                    var receiver = server.accept()) {
                sender.getOutputStream().write(new byte[1_000]);
                await().until(() -> receiver.getInputStream().available() == 1_000);

                assertThat(afterASearch()).isEqualTo(before + 1_000);
            }
            assertThat(afterASearch()).isEqualTo(before);
        }

        private long afterASearch() {
            for (int look = 1; look < LOOKS_UNTIL_SOCKETS_ARE_SEARCHED_FOR; look++) {
                queues.waiting();
            }
            return queues.waiting().orElseThrow().receive();
        }
    }

    private static final class NoConnections implements SocketQueues.Connections {
        @Override
        public boolean has(int descriptor) {
            return false;
        }

        @Override
        public SocketQueues.Waiting waiting(int descriptor) {
            throw new AssertionError("none is to be asked for, got " + descriptor);
        }
    }

    /** All sockets are connections. */
    private record CountedConnections(AtomicInteger asked) implements SocketQueues.Connections {
        @Override
        public boolean has(int descriptor) {
            return true;
        }

        @Override
        public SocketQueues.Waiting waiting(int descriptor) {
            asked.incrementAndGet();
            return new SocketQueues.Waiting(0, 0);
        }
    }
}
