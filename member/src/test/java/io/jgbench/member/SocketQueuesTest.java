package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketQueuesTest {
    private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt";

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
        table("udp", socket("07", "00000010:00000100", 77));
        table("tcp", socket("01", "00000001:00000002", 78), socket("01", "00000FFF:00000FFF", 99));

        assertThat(new SocketQueues(process).waiting()).contains(new SocketQueues.Waiting(0x102, 0x11));
    }

    @Test
    void connectionsThatWaitToBeAcceptedAreNoBytes() throws IOException {
        table("tcp", socket("0A", "00000000:00000005", 77));

        assertThat(new SocketQueues(process).waiting()).contains(new SocketQueues.Waiting(0, 0));
    }

    @Test
    void whatWaitsInConnectionsCountsUntilTheyAreLookedAtAgain() throws IOException {
        var queues = new SocketQueues(process);
        table("udp", socket("07", "00000000:00000001", 77));
        table("tcp", socket("01", "00000000:00000010", 78));
        queues.waiting();
        table("udp", socket("07", "00000000:00000002", 77));
        table("tcp", socket("01", "00000000:00000020", 78));

        assertThat(queues.waiting()).contains(new SocketQueues.Waiting(0x12, 0));
    }

    @Test
    void systemWithoutSuchTablesTellsNothing() {
        assertThat(new SocketQueues(process.resolve("none")).waiting()).isEmpty();
    }

    private void table(String name, String... sockets) throws IOException {
        Files.writeString(
                process.resolve("net").resolve(name), HEAD + "\n" + String.join("\n", List.of(sockets)) + "\n");
    }

    private static String socket(String state, String queues, int inode) {
        return "   0: 0100007F:1E78 00000000:0000 " + state + " " + queues + " 00:00000000 00000000     0        0 "
                + inode + " 2 0000000000000000 0";
    }
}
