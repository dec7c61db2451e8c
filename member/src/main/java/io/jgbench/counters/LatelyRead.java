package io.jgbench.counters;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Counters that take a part of a millisecond to read on a large host, and are read once in an interval at the most. To
 * be asked by one thread at a time.
 */
final class LatelyRead {
    private final Supplier<Map<String, Long>> source;
    private final long intervalNanos;
    private final LongSupplier clock;
    private Map<String, Long> values;
    private long readNanos;

    /**
     * Reads them for the first time.
     *
     * @param interval how old a value may be
     * @param clock nanoseconds since some instant
     */
    LatelyRead(Supplier<Map<String, Long>> source, Duration interval, LongSupplier clock) {
        this.source = source;
        this.intervalNanos = interval.toNanos();
        this.clock = clock;
        this.values = source.get();
        this.readNanos = clock.getAsLong();
    }

    /** Each of those that were found at first; one that is no longer told keeps its value. */
    Map<String, LongSupplier> all() {
        Map<String, LongSupplier> all = new HashMap<>();
        values.keySet().forEach(name -> all.put(name, () -> value(name)));
        return all;
    }

    private long value(String name) {
        if (clock.getAsLong() - readNanos >= intervalNanos) {
            Map<String, Long> now = new HashMap<>(values);
            now.putAll(source.get());
            values = now;
            readNanos = clock.getAsLong();
        }
        return values.get(name);
    }
}
