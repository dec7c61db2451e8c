package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
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

    /** A pipe holds less than this tool writes: it ends once that is read, and its standard error ends with it. */
    @Test
    void outputThatNoPipeHoldsIsReadWhileAllWorkersOfTheCommonPoolAreBusy() throws IOException {
        var over = new CountDownLatch(1);
        for (int worker = 0; worker < ForkJoinPool.getCommonPoolParallelism(); worker++) {
            ForkJoinPool.commonPool().execute(() -> await(over));
        }
        try {
            assertThat(Command.run(List.of("head", "-c", "200000", "/dev/zero"), ""))
                    .hasSize(200_000);
        } finally {
            over.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
