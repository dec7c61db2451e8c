package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketBufferLimitTest {
    @TempDir
    private Path settings;

    @Test
    void limitThatIsTooSmallIsToldWithWhatToDo() throws IOException {
        Files.writeString(settings.resolve("rmem_max"), "212992\n");

        assertThat(SocketBufferLimit.RECEIVE.bytes(settings)).hasValue(212_992);
        assertThat(SocketBufferLimit.RECEIVE.tooSmallFor(1_428_000, settings))
                .hasValue("net.core.rmem_max is 212,992 bytes, and a socket is to have 1,428,000: run"
                        + " 'sysctl -w net.core.rmem_max=1428000' as root");
        assertThat(SocketBufferLimit.RECEIVE.tooSmallFor(212_992, settings)).isEmpty();
    }

    @Test
    void machineThatDoesNotTellItsLimitHasNone() {
        assertThat(SocketBufferLimit.SEND.bytes(settings)).isEmpty();
        assertThat(SocketBufferLimit.SEND.tooSmallFor(1 << 30, settings)).isEmpty();
    }
}
