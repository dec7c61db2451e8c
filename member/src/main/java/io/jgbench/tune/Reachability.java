package io.jgbench.tune;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Whether this host can be reached, by asking until an answer comes.
 *
 * @param probe asks
 * @param within how long it is asked; one attempt takes 4 s at most, and a failed one is followed by another
 * @param stop ends the asking: a tuner that is told to end needs what time is left to put the host back
 * @param nanoTime a clock that only runs forward
 */
record Reachability(Probe probe, Duration within, StopSignal stop, LongSupplier nanoTime) {
    /** Lost packets are sent again after 0.2, 0.4, 0.8 and 1.6 s, a lost SYN after 1 and 3 s. */
    private static final Duration ATTEMPT = Duration.ofSeconds(4);

    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Who is asked. */
    String target() {
        return probe.target();
    }

    /** Whether the tuner was told to end, so that nothing is waited for any more. */
    boolean isEnded() {
        return stop.isRequested();
    }

    /**
     * Asks until it is answered or the time is over.
     *
     * @return empty when it was answered, else what the last attempt came to
     */
    Optional<String> missingAnswer(int requestBytes) throws InterruptedException {
        long deadline = nanoTime.getAsLong() + within.toNanos();
        while (true) {
            long left = deadline - nanoTime.getAsLong();
            var missing = attempt(requestBytes, Math.min(left, ATTEMPT.toNanos()));
            if (missing.isEmpty() || stop.awaitRequest(PAUSE) || nanoTime.getAsLong() >= deadline) {
                return missing;
            }
        }
    }

    private Optional<String> attempt(int requestBytes, long atMostNanos) throws InterruptedException {
        long end = nanoTime.getAsLong() + atMostNanos;
        CompletableFuture<?> answer = probe.ask(requestBytes);
        try {
            while (!isAnswered(answer)) {
                if (stop.isRequested() || nanoTime.getAsLong() >= end) {
                    return Optional.of("a request of " + requestBytes + " bytes was not answered");
                }
            }
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of(reason(e.getCause()));
        } catch (CancellationException e) {
            return Optional.of(reason(e));
        } finally {
            answer.cancel(true);
        }
    }

    private static boolean isAnswered(CompletableFuture<?> answer) throws InterruptedException, ExecutionException {
        try {
            answer.get(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Not all that a connection fails with has a message. */
    private static String reason(Throwable failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
