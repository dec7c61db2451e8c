package io.jgbench.coordination.result;

import java.time.Duration;
import java.util.Locale;

/** Numbers in the sentences of findings. */
final class Wording {
    private Wording() {}

    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String percent(long part, long whole) {
        return whole == 0 ? "0 %" : String.format(Locale.ROOT, "%.3g %%", part * 100.0 / whole);
    }

    static String millis(long nanos) {
        return String.format(
                Locale.ROOT, "%,.3f ms", nanos / (double) Duration.ofMillis(1).toNanos());
    }
}
