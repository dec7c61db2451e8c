package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommandTest {
    private static final List<String> ENDLESS = List.of("sleep", "1000");

    @Test
    void allThatAToolWroteIsRead() throws IOException {
        for (int i = 0; i < 20; i++) {
            assertThat(Command.run(List.of("seq", "5000"), "")).endsWith("\n4999\n5000\n");
        }
    }

    @Test
    void toolThatDoesNotEndIsEnded() {
        assertThatThrownBy(() -> Command.run(ENDLESS, "", Duration.ofMillis(10)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("\"sleep 1000\" did not end within ");
    }

    @Test
    void threadThatIsInterruptedDoesNotWait() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Command.run(ENDLESS, ""))
                .isInstanceOf(IOException.class)
                .hasMessage("\"sleep 1000\" was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
