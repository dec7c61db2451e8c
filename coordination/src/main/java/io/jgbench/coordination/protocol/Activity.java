package io.jgbench.coordination.protocol;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What a member did and met in its measured part, sampled each {@link #INTERVAL} whatever the interval of its time
 * series is. Counts are of all since some instant before the measured part, so that rates are differences.
 *
 * @param columns what each row holds, in order: {@link #EPOCH_MICROS}, {@link #PROGRESS}, {@link #SENT}, and
 *     {@link Counters} as far as the member has them
 * @param rows the samples, in the order of time, as {@link CountRows#text} writes them
 */
public record Activity(List<String> columns, LongText rows) {
    /** The time between two samples; a multiple of it in a run that is too long for this interval. */
    public static final Duration INTERVAL = Duration.ofMillis(100);

    /** The most samples that are kept: 30 minutes of them. */
    public static final int MOST_SAMPLES = 18_000;

    /** The most bytes that samples take before they are written as text, which makes them a third larger at most. */
    public static final int MOST_BYTES = 384 * 1024;

    /** When the sample was taken, in microseconds since the Unix epoch on the member's clock. */
    public static final String EPOCH_MICROS = "epochMicros";

    /**
     * Units of work that the member had done: those that had reached it, requests that had been answered, or where
     * neither can be, those that it had sent.
     */
    public static final String PROGRESS = "arrived";

    /** Units of work that the member had begun. */
    public static final String SENT = "sent";

    /** Of a member that has not begun. */
    public static final Activity NONE = new Activity(List.of(), "");

    /** Refuses nulls and copies the list. */
    public Activity {
        columns = List.copyOf(columns);
        Objects.requireNonNull(rows, "rows");
    }

    /** With the samples in memory. */
    public Activity(List<String> columns, String rows) {
        this(columns, LongText.of(rows));
    }

    /** The same with its samples kept elsewhere than in memory. */
    public Activity on(TextShelf shelf) throws IOException {
        return new Activity(columns, shelf.keep(rows.text()));
    }

    /**
     * The samples.
     *
     * @throws IllegalArgumentException if the text does not hold them
     */
    public List<long[]> samples() {
        return rows.length() == 0
                ? List.of()
                : CountRows.of(columns.size(), rows.text(), MOST_BYTES).all();
    }
}
