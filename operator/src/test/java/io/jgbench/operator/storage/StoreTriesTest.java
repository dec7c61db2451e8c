package io.jgbench.operator.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.storage.StoreTries.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StoreTriesTest {
    private static final Instant BEGAN = Instant.parse("2026-11-01T10:00:00Z");

    private final StoreTries tries = new StoreTries();
    private final CompletableFuture<StoreOutcome> never = new CompletableFuture<>();

    /** A volume whose server is gone lets no call return. */
    @Test
    void tryThatDoesNotEndIsToldFromTenMinutesOnAndAgainEachTenMinutes() {
        assertThat(lookAfter(Duration.ZERO)).isEqualTo(new Progress.UnderWay(Duration.ofMinutes(10), Optional.empty()));
        assertThat(lookAfter(Duration.ofMinutes(9)))
                .isEqualTo(new Progress.UnderWay(Duration.ofMinutes(1), Optional.empty()));
        assertThat(lookAfter(Duration.ofMinutes(25)))
                .isEqualTo(new Progress.UnderWay(
                        Duration.ofMinutes(5),
                        Optional.of("Try 1 of 5 has not ended for 20 min: the storage does not answer. Check the"
                                + " volume or server. Later results wait for this one.")));
    }

    private Progress lookAfter(Duration time) {
        return tries.look(BEGAN.plus(time), () -> never);
    }
}
