package io.jgbench.compare;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what the listener of Coherence's {@code DatagramTest} prints: a block for its whole life and one for the time
 * since the last report, each with the time that it covers and the packets received in it.
 */
final class DatagramTestReports {
    private static final long MILLIS = 1_000_000;
    private static final Pattern ELAPSED = Pattern.compile("elapsed: (\\d+)ms");
    private static final Pattern RECEIVED = Pattern.compile("received: (\\d+) of");

    private final Listener listener;
    private boolean sinceLast;
    private OptionalLong elapsedMillis = OptionalLong.empty();

    /**
     * Reports to one.
     *
     * @param listener told of each report that covers some time
     */
    DatagramTestReports(Listener listener) {
        this.listener = listener;
    }

    /** Is told of reports. */
    interface Listener {

        /**
         * Takes the next one.
         *
         * @param spanNanos the time since the last one
         * @param packets received in it
         * @throws IOException if it cannot be taken
         */
        void reported(long spanNanos, double packets) throws IOException;
    }

    /**
     * Takes the next line that the listener printed.
     *
     * @throws IOException if a report cannot be taken
     */
    void printed(String line) throws IOException {
        String rest = line;
        int now = line.indexOf("Now:");
        if (now >= 0) {
            sinceLast = true;
            rest = line.substring(now);
        } else if (line.contains("Lifetime:")) {
            sinceLast = false;
        }
        if (!sinceLast) {
            return;
        }
        Matcher elapsed = ELAPSED.matcher(rest);
        if (elapsed.find()) {
            elapsedMillis = OptionalLong.of(Long.parseLong(elapsed.group(1)));
        }
        Matcher received = RECEIVED.matcher(rest);
        if (received.find() && elapsedMillis.orElse(0) > 0) {
            listener.reported(elapsedMillis.getAsLong() * MILLIS, Double.parseDouble(received.group(1)));
            elapsedMillis = OptionalLong.empty();
        }
    }
}
