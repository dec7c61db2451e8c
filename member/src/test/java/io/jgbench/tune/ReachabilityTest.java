package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReachabilityTest {
    private static final Duration FOR_EVER = Duration.ofHours(1);

    @Test
    void serverThatAnswersAtOnceIsAskedOnce() throws Exception {
        var server = new FakeServer(() -> true);

        assertThat(server.reachability().missingAnswer(36_000, FakeServer.WITHIN))
                .isEmpty();

        assertThat(server.requestBytes).containsExactly(36_000);
    }

    @Test
    void serverThatAnswersLaterIsAskedUntilItDoes() throws Exception {
        var asked = new AtomicInteger();
        var server = new FakeServer(() -> asked.incrementAndGet() == 3);

        assertThat(server.reachability().missingAnswer(6000, FakeServer.WITHIN)).isEmpty();

        assertThat(server.elapsed()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void serverThatNeverAnswersIsGivenUpWhenTheTimeIsOver() throws Exception {
        var server = new FakeServer(() -> false);

        assertThat(server.reachability().missingAnswer(6000, FakeServer.WITHIN)).contains("no route");

        assertThat(server.elapsed())
                .isGreaterThanOrEqualTo(FakeServer.WITHIN)
                .isLessThan(FakeServer.WITHIN.plusSeconds(3));
    }

    @Test
    void attemptThatHangsIsJoinedByOthersAndAllAreEnded() throws Exception {
        var clock = new AtomicLong();
        List<CompletableFuture<?>> attempts = new ArrayList<>();
        var silent = probe(() -> {
            attempts.add(new CompletableFuture<>());
            return attempts.getLast();
        });
        // a second passes each time that anybody looks
        var reachability = new Reachability(
                silent, Duration.ofSeconds(10), new StopSignal(), () -> clock.addAndGet(1_000_000_000));

        assertThat(reachability.missingAnswer(6000, FakeServer.WITHIN))
                .contains("a request of 6000 bytes was not answered");

        assertThat(attempts).hasSizeGreaterThan(1).allMatch(CompletableFuture::isCancelled);
    }

    @Test
    void answerOfABusyServerCountsThoughAnotherAttemptHasBegunMeanwhile() throws Exception {
        var clock = new AtomicLong();
        List<CompletableFuture<?>> attempts = new ArrayList<>();
        var busy = probe(() -> {
            attempts.add(new CompletableFuture<>());
            return attempts.getLast();
        });
        // each answer comes 6 s after its question
        var reachability = new Reachability(busy, Duration.ofSeconds(10), new StopSignal(), () -> {
            if (clock.addAndGet(500_000_000) >= 6_000_000_000L) {
                attempts.getFirst().complete(null);
            }
            return clock.get();
        });

        assertThat(reachability.missingAnswer(6000, FakeServer.WITHIN)).isEmpty();

        assertThat(attempts).hasSize(2);
        assertThat(attempts.getLast()).isCancelled();
    }

    @Test
    void tunerThatIsToldToEndWaitsForNoAnswer() throws Exception {
        var stop = new StopSignal();
        var attempt = new CompletableFuture<Void>();
        Thread asking = Thread.ofVirtual().start(() -> {
            try {
                stop.requestAndAwait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        var reachability = new Reachability(probe(() -> attempt), FOR_EVER, stop, System::nanoTime);

        assertThat(reachability.missingAnswer(6000, FOR_EVER)).isPresent();

        assertThat(reachability.isEnded()).isTrue();
        assertThat(attempt).isCancelled();
        stop.done();
        asking.join();
    }

    private static ReachabilityProbe probe(Supplier<CompletableFuture<?>> answers) {
        return new ReachabilityProbe() {
            @Override
            public String target() {
                return "10.96.0.1:443";
            }

            @Override
            public CompletableFuture<?> ask(int requestBytes) {
                return answers.get();
            }
        };
    }
}
