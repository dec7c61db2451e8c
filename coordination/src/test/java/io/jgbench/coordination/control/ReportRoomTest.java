package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReportRoomTest {
    private static final int LONG_MILLIS = 60_000;
    private static final int REPORT_BYTES = 300 * 1024;

    /** A report takes 1 MiB and three times its JSON. */
    private final ReportRoom room = new ReportRoom(2 * (1024 + 3 * 300) * 1024);

    @Test
    void reportsThatFitAreOnTheirWayTogetherAndOthersWait() throws Exception {
        var first = room.claim(new Semaphore(1));
        try (var second = room.claim(new Semaphore(1));
                var third = room.claim(new Semaphore(1))) {
            first.take(REPORT_BYTES, 0);
            second.take(REPORT_BYTES, 0);

            assertThatThrownBy(() -> third.take(REPORT_BYTES, 1)).isInstanceOf(SocketTimeoutException.class);
            var waiting = CompletableFuture.runAsync(() -> {
                try {
                    third.take(REPORT_BYTES, LONG_MILLIS);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            first.close();

            assertThat(waiting).succeedsWithin(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void reportThatIsLargerThanTheRoomIsTakenAlone() throws Exception {
        var small = new ReportRoom(1);
        try (var first = small.claim(new Semaphore(1));
                var second = small.claim(new Semaphore(1))) {
            first.take(ControlPaths.MAX_REPORT_BYTES, 0);

            assertThatThrownBy(() -> second.take(1, 1)).isInstanceOf(SocketTimeoutException.class);
        }
        try (var next = small.claim(new Semaphore(1))) {
            next.take(ControlPaths.MAX_REPORT_BYTES, 0);
        }
    }

    @Test
    void turnIsFreeAgainWhereItsReportFindsNoRoom() throws Exception {
        var small = new ReportRoom(1);
        var turns = new Semaphore(1);
        try (var first = small.claim(new Semaphore(1))) {
            first.take(1, 0);
            try (var second = small.claim(turns)) {
                assertThatThrownBy(() -> second.take(1, 1)).isInstanceOf(SocketTimeoutException.class);
                assertThat(turns.availablePermits()).isZero();
            }
        }

        assertThat(turns.availablePermits()).isOne();
    }

    @Test
    void whoIsInterruptedWaitsNoLonger() throws Exception {
        var small = new ReportRoom(1);
        try (var first = small.claim(new Semaphore(1));
                var second = small.claim(new Semaphore(1))) {
            first.take(1, 0);
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> second.take(1, LONG_MILLIS)).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
