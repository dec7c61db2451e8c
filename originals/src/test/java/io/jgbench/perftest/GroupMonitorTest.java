package io.jgbench.perftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class GroupMonitorTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final GroupMonitor monitor = new GroupMonitor();

    @Test
    void whoWaitsGoesOnWhenItIsDone() throws Exception {
        var done = new AtomicBoolean();
        Thread.startVirtualThread(() -> monitor.update(() -> done.set(true)));

        monitor.await(done::get, LONG, () -> "not in time");

        monitor.check();
    }

    @Test
    void waitingThatTakesTooLongFailsTheTestForAll() {
        assertThatThrownBy(() -> monitor.await(() -> false, Duration.ofMillis(1), () -> "not in time"))
                .isInstanceOf(PerfTestException.class)
                .hasMessage("not in time");

        assertThatThrownBy(monitor::check).hasMessage("not in time");
        assertThat(monitor.othersKnow()).isFalse();
    }

    @Test
    void failureEndsTheWaitingThatIsUnderWay() throws Exception {
        var ended = new CompletableFuture<Exception>();
        Thread waiting = Thread.startVirtualThread(() -> {
            try {
                monitor.await(() -> false, LONG, () -> "not in time");
            } catch (PerfTestException | InterruptedException e) {
                ended.complete(e);
            }
        });

        monitor.failKnown("another one gave up");

        assertThat(ended.get(LONG.toSeconds(), TimeUnit.SECONDS)).hasMessage("another one gave up");
        assertThat(waiting.join(LONG)).isTrue();
    }

    /** All that the others announce is a change. */
    @Test
    void pauseLastsItsTimeWhateverChanges() throws Exception {
        var over = new AtomicBoolean();
        Thread changing = Thread.startVirtualThread(() -> {
            while (!over.get()) {
                monitor.tellOutsideChange();
                Thread.onSpinWait();
            }
        });
        long began = System.nanoTime();

        monitor.pause(Duration.ofMillis(50));

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
        over.set(true);
        assertThat(changing.join(LONG)).isTrue();
    }

    @Test
    void failureEndsAPause() throws Exception {
        Thread.startVirtualThread(() -> monitor.fail("the transport failed"));

        assertThatThrownBy(() -> monitor.pause(LONG)).hasMessage("the transport failed");
    }

    @Test
    void firstFailureIsTheOneThatIsTold() {
        monitor.failKnown("another one gave up");
        monitor.fail("the transport failed");

        assertThatThrownBy(monitor::check).hasMessage("another one gave up");
        assertThat(monitor.othersKnow()).isTrue();
    }
}
