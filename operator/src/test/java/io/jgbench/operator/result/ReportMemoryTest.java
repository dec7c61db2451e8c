package io.jgbench.operator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReportMemoryTest {
    private final ReportMemory memory = new ReportMemory(100);

    @Test
    void runsHaveTheirTurnsAsLongAsTheirReportsFitTogether() {
        var first = memory.tryTake(Optional.of(60L)).orElseThrow();
        var second = memory.tryTake(Optional.of(40L)).orElseThrow();

        assertThat(memory.tryTake(Optional.of(1L))).isEmpty();
        assertThat(memory.tryTake(Optional.of(0L))).isPresent();

        first.close();
        first.close();
        assertThat(memory.tryTake(Optional.of(61L))).isEmpty();
        assertThat(memory.tryTake(Optional.of(60L))).isPresent();
        second.close();
    }

    @Test
    void runThatTakesMoreThanAllAndOneThatIsNotKnownAreAlone() {
        try (var _ = memory.tryTake(Optional.of(1000L)).orElseThrow()) {
            assertThat(memory.tryTake(Optional.of(1L))).isEmpty();
        }
        try (var _ = memory.tryTake(Optional.empty()).orElseThrow()) {
            assertThat(memory.tryTake(Optional.of(1L))).isEmpty();
        }
        assertThat(memory.tryTake(Optional.empty())).isPresent();
    }

    @Test
    void whoWaitsForAllHasItWhenTheLastTurnIsGivenBackAndKeepsNobodyWaitingBefore() throws Exception {
        var first = memory.tryTake(Optional.of(60L)).orElseThrow();
        var all = new CompletableFuture<ReportMemory.Turn>();
        var waiting = Thread.ofVirtual().start(() -> {
            try {
                all.complete(memory.takeAll());
            } catch (InterruptedException e) {
                all.completeExceptionally(e);
            }
        });
        await().until(() -> waiting.getState() == Thread.State.WAITING);

        var second = memory.tryTake(Optional.of(40L)).orElseThrow();
        first.close();
        assertThat(all).isNotDone();
        second.close();

        try (var _ = all.get(10, TimeUnit.SECONDS)) {
            assertThat(memory.tryTake(Optional.of(1L))).isEmpty();
        }
        assertThat(memory.tryTake(Optional.empty())).isPresent();
    }
}
