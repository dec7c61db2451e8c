package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UdpSocketDropsTest {
    private static final String TABLE = """
            sl local_address rem_address st tx_queue rx_queue tr tm->when retrnsmt uid timeout inode ref pointer drops
            1: 0100007F:1E78 00000000:0000 07 00000000:00000000 00:00000000 00000000 0 0 71 2 0000000000000000 3
            2: 0100007F:270F 00000000:0000 07 00000000:00000000 00:00000000 00000000 0 0 72 2 0000000000000000 40
            3: 0100007F:270F 00000000:0000 07 00000000:00000000 00:00000000 00000000 0 0 99 2 0000000000000000 500
            """;

    @TempDir
    private Path process;

    @Test
    void dropsAreCountedByThePortOfTheSocketsThatTheProcessHas() throws IOException {
        Path descriptors = Files.createDirectories(process.resolve("fd"));
        Files.createSymbolicLink(descriptors.resolve("5"), Path.of("socket:[71]"));
        Files.createSymbolicLink(descriptors.resolve("6"), Path.of("socket:[72]"));
        Files.writeString(Files.createDirectories(process.resolve("net")).resolve("udp"), TABLE);

        assertThat(new UdpSocketDrops(process).dropsByPort()).hasValue(Map.of(7800, 3L, 9999, 40L));
        assertThat(new UdpSocketDrops(process).drops()).hasValue(43L);
    }

    @Test
    void systemThatDoesNotTellHasNoDrops() {
        assertThat(new UdpSocketDrops(process).dropsByPort()).isEmpty();
    }
}
