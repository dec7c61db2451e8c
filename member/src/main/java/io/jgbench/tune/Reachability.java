package io.jgbench.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Whether this host can be reached, by asking until an answer comes.
 *
 * @param probe asks
 * @param within how long an answer may take after a change
 * @param stop ends the asking: a tuner that is told to end needs what time is left to put the host back
 * @param nanoTime a clock that only runs forward
 */
record Reachability(ReachabilityProbe probe, Duration within, StopSignal stop, LongSupplier nanoTime) {
    /**
     * An attempt without an answer by then is joined by another. Lost packets are sent again after 0.2, 0.4, 0.8 and
     * 1.6 s, a lost SYN after 1 and 3 s. On a busy host an answer takes longer, so the first attempt continues as well.
     */
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
     * @param atMost how long
     * @return empty when it was answered, else what the last attempt came to
     */
    Optional<String> missingAnswer(int requestBytes, Duration atMost) throws InterruptedException {
        long deadline = nanoTime.getAsLong() + atMost.toNanos();
        List<CompletableFuture<?>> underWay = new ArrayList<>();
        try {
            while (true) {
                underWay.removeIf(CompletableFuture::isDone);
                underWay.add(probe.ask(requestBytes));
                long next = Math.min(deadline, nanoTime.getAsLong() + ATTEMPT.toNanos());
                var missing = missingAnswer(underWay, requestBytes, next);
                if (missing.isEmpty() || stop.awaitRequest(PAUSE) || nanoTime.getAsLong() >= deadline) {
                    return missing;
                }
            }
        } finally {
            underWay.forEach(attempt -> attempt.cancel(true));
        }
    }

    /** Waits until any attempt is answered, the last one has failed, or it is time for another. */
    private Optional<String> missingAnswer(List<CompletableFuture<?>> underWay, int requestBytes, long next)
            throws InterruptedException {
        CompletableFuture<?> last = underWay.getLast();
        while (true) {
            if (underWay.stream().anyMatch(attempt -> attempt.state() == Future.State.SUCCESS)) {
                return Optional.empty();
            }
            switch (last.state()) {
                case FAILED -> {
                    return Optional.of(reason(last.exceptionNow()));
                }
                case CANCELLED -> {
                    return Optional.of("the attempt was cancelled");
                }
                case RUNNING, SUCCESS -> {
                    if (stop.isRequested() || nanoTime.getAsLong() >= next) {
                        return Optional.of("a request of " + requestBytes + " bytes was not answered");
                    }
                }
            }
            awaitNews(underWay);
        }
    }

    private static void awaitNews(List<CompletableFuture<?>> underWay) throws InterruptedException {
        var open = underWay.stream().filter(attempt -> !attempt.isDone()).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.anyOf(open).get(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            // the waiting caller looks at the results of the attempts
            return;
        }
    }

    /** Not all that a connection fails with has a message. */
    private static String reason(Throwable failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
