package io.jgbench.perftest;

import io.jgbench.coordination.protocol.MulticastReport.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The file of option {@code -f}: a line each log_interval milliseconds, its columns divided by blanks, as gnuplot reads
 * it. Rates are those since the line before.
 */
final class SampleFile {
    private static final String HEADER = "##### msgs_sent msgs_received current_time_ms msgs_per_sec"
            + " throughput_KB_per_sec free_mem_KB total_mem_KB\n";
    private static final double KB = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Path file;

    /**
     * Begins the file.
     *
     * @throws IllegalArgumentException if it cannot be written
     */
    SampleFile(Path file) {
        this.file = file;
        write(HEADER);
    }

    /** Writes the samples. */
    void write(List<Sample> samples) {
        var text = new StringBuilder(HEADER);
        for (var sample : samples) {
            text.append(String.format(
                    Locale.ROOT,
                    "%d %d %d %d %.2f %.2f %.2f%n",
                    sample.sent(),
                    sample.messages(),
                    sample.epochNanos() / NANOS_PER_MILLI,
                    sample.messagesPerSecond(),
                    sample.bytesPerSecond() / KB,
                    sample.freeMemoryBytes() / KB,
                    sample.totalMemoryBytes() / KB));
        }
        write(text.toString());
    }

    private void write(String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "-f: cannot write " + file + ": " + e.getClass().getSimpleName() + ": " + e.getMessage(), e);
        }
    }
}
