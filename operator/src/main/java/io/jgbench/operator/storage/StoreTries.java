package io.jgbench.operator.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.api.v1alpha1.StatusResultsRef;
import io.jgbench.operator.storage.StoreOutcome.NotStored;
import io.jgbench.operator.storage.StoreOutcome.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tries to store one thing: again after longer and longer waits, and a bounded number of times. Nothing waits here.
 * They are remembered by this operator alone; another one begins with the first.
 */
public final class StoreTries {
    /** What is waited for after each try but the last: a server that is restarted comes back in that time. */
    private static final List<Duration> WAITS =
            List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(90), Duration.ofSeconds(270));

    private static final int MOST = WAITS.size() + 1;

    /** What is stored ends within minutes. A volume whose server is gone may keep a try for ever, and all behind it. */
    static final Duration LONG = Duration.ofMinutes(10);

    @GuardedBy("this")
    private int number;

    @GuardedBy("this")
    private Optional<CompletableFuture<StoreOutcome>> last = Optional.empty();

    @GuardedBy("this")
    private Instant lastBegan = Instant.EPOCH;

    /** How far they are. */
    public sealed interface Progress {

        /**
         * One is under way.
         *
         * @param left when to look again though it has not ended, how long from now
         * @param message that it takes too long; empty where it does not
         */
        record UnderWay(Duration left, Optional<String> message) implements Progress {}

        /**
         * One failed, and the next follows.
         *
         * @param left how long from now
         * @param message which one failed, and why
         */
        record Waits(Duration left, String message) implements Progress {}

        /**
         * One succeeded.
         *
         * @param ref where it is stored
         * @param leftOut what was left out, one sentence each
         */
        record Succeeded(StatusResultsRef ref, List<String> leftOut) implements Progress {

            /** Copies the list. */
            public Succeeded {
                leftOut = List.copyOf(leftOut);
            }

            /** A sentence that says where it is, and those that say what is left out. */
            public String message(String what) {
                return Stream.concat(Stream.of(what + " lies in " + ref.location() + "."), leftOut.stream())
                        .collect(Collectors.joining(" "));
            }
        }

        /**
         * The last one failed.
         *
         * @param message why
         */
        record GivenUp(String message) implements Progress {}
    }

    /**
     * Looks how far they are, and begins one if it is time.
     *
     * @param store begins a try
     */
    public synchronized Progress look(Instant now, Supplier<CompletableFuture<StoreOutcome>> store) {
        if (last.isEmpty()) {
            return begin(now, store);
        }
        if (!last.get().isDone()) {
            return underWay(Duration.between(lastBegan, now));
        }
        return switch (last.get().join()) {
            case Stored(var ref, var leftOut) -> new Progress.Succeeded(ref, leftOut);
            case NotStored(var cause, var at) -> {
                if (number >= MOST) {
                    yield new Progress.GivenUp("Given up after %d tries. %s".formatted(number, cause));
                }
                Duration left = Duration.between(now, at.plus(WAITS.get(number - 1)));
                yield left.isPositive()
                        ? new Progress.Waits(left, "Try %d of %d failed. %s".formatted(number, MOST, cause))
                        : begin(now, store);
            }
        };
    }

    @GuardedBy("this")
    private Progress begin(Instant now, Supplier<CompletableFuture<StoreOutcome>> store) {
        number++;
        lastBegan = now;
        last = Optional.of(store.get());
        return new Progress.UnderWay(LONG, Optional.empty());
    }

    @GuardedBy("this")
    private Progress underWay(Duration lasting) {
        long times = lasting.dividedBy(LONG);
        Duration left = LONG.multipliedBy(times + 1).minus(lasting);
        return times < 1
                ? new Progress.UnderWay(left, Optional.empty())
                : new Progress.UnderWay(
                        left,
                        Optional.of(("Try %d of %d has not ended for %d min: the storage does not answer. Check the"
                                        + " volume or server. Later results wait for this one.")
                                .formatted(
                                        number, MOST, LONG.multipliedBy(times).toMinutes())));
    }

    /** Whether one is under way. */
    public synchronized boolean isUnderWay() {
        return last.filter(outcome -> !outcome.isDone()).isPresent();
    }
}
