package io.jgbench.tune;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** A server that is asked whether the host can be reached, and the clock by which it is. */
final class FakeServer implements ReachabilityProbe {
    static final Duration WITHIN = Duration.ofSeconds(10);
    private static final Duration FAILS_AFTER = Duration.ofSeconds(3);

    final StopSignal stop = new StopSignal();
    final List<Integer> requestBytes = new ArrayList<>();
    private final BooleanSupplier isReached;
    private long nowNanos;

    FakeServer(BooleanSupplier isReached) {
        this.isReached = isReached;
    }

    Reachability reachability() {
        return new Reachability(this, WITHIN, stop, () -> nowNanos);
    }

    Duration elapsed() {
        return Duration.ofNanos(nowNanos);
    }

    @Override
    public String target() {
        return "10.96.0.1:443";
    }

    @Override
    public CompletableFuture<?> ask(int bytes) {
        requestBytes.add(bytes);
        if (isReached.getAsBoolean()) {
            return CompletableFuture.completedFuture(null);
        }
        nowNanos += FAILS_AFTER.toNanos();
        return CompletableFuture.failedFuture(new ConnectException("no route"));
    }
}
