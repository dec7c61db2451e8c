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

    @GuardedBy("this")
    private int number;

    @GuardedBy("this")
    private Optional<CompletableFuture<StoreOutcome>> last = Optional.empty();

    /** How far they are. */
    public sealed interface Progress {

        /** One is under way. */
        record UnderWay() implements Progress {}

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
            return begin(store);
        }
        if (!last.get().isDone()) {
            return new Progress.UnderWay();
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
                        : begin(store);
            }
        };
    }

    @GuardedBy("this")
    private Progress begin(Supplier<CompletableFuture<StoreOutcome>> store) {
        number++;
        last = Optional.of(store.get());
        return new Progress.UnderWay();
    }

    /** Whether one is under way. */
    public synchronized boolean isUnderWay() {
        return last.filter(outcome -> !outcome.isDone()).isPresent();
    }
}
