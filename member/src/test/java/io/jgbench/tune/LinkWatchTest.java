package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LinkWatchTest {
    private static final Duration FOR_EVER = Duration.ofHours(1);

    private final StopSignal stop = new StopSignal();

    @Test
    @Timeout(60)
    void linkIsNotWaitedForByATunerThatIsToldToEnd() throws InterruptedException {
        var links = new LinkWatch(_ -> false, stop);
        Thread asking = Thread.ofVirtual().start(this::askToEnd);

        assertThat(links.awaitCarrier("eth0", FOR_EVER)).isFalse();

        assertThat(links.isEnded()).isTrue();
        stop.done();
        asking.join();
    }

    @Test
    void linkThatIsUpNeedsNoWait() {
        assertThat(new LinkWatch(_ -> true, stop).awaitCarrier("eth0", Duration.ZERO))
                .isTrue();
        assertThat(stop.isRequested()).isFalse();
    }

    @Test
    void linkThatADriverTakesDownAMomentLaterIsWaitedFor() {
        var looks = new AtomicInteger();
        // up, down from the third look to the ninth, and up again
        var links = new LinkWatch(_ -> looks.incrementAndGet() < 3 || looks.get() > 9, stop);

        assertThat(links.awaitCarrier("eth0", FOR_EVER)).isTrue();

        assertThat(looks.get()).isGreaterThan(10);
    }

    @Test
    void linkThatStaysDownIsWaitedForNoLongerThanItMayTake() {
        var links = new LinkWatch(_ -> false, stop);

        assertThat(links.awaitCarrier("eth0", Duration.ofMillis(1))).isFalse();

        assertThat(links.isEnded()).isFalse();
    }

    private void askToEnd() {
        try {
            stop.requestAndAwait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
