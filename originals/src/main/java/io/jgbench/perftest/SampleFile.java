package io.jgbench.perftest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.workload.SamplingThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The file of option {@code -f}: a line each log_interval milliseconds, its columns divided by blanks, as gnuplot reads
 * it. Rates are those since the line before. A line is written when its time has come, so that what is there can be
 * looked at while the test runs, and is not lost with it.
 */
final class SampleFile {
    private static final String HEADER = "##### msgs_sent msgs_received current_time_ms msgs_per_sec"
            + " throughput_KB_per_sec free_mem_KB total_mem_KB\n";
    private static final double KB = 1000;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Path file;
    private final int messageSizeBytes;
    private final EpochClock clock;
    private final Console console;

    @GuardedBy("this")
    private long lastNanos;

    @GuardedBy("this")
    private long lastReceived;

    @GuardedBy("this")
    private boolean broken;

    /**
     * Begins the file.
     *
     * @throws IllegalArgumentException if it cannot be written
     */
    SampleFile(Path file, int messageSizeBytes, EpochClock clock, Console console) {
        this.file = file;
        this.messageSizeBytes = messageSizeBytes;
        this.clock = clock;
        this.console = console;
        try {
            Files.writeString(file, HEADER);
        } catch (IOException e) {
            throw new IllegalArgumentException(cannotWrite(e), e);
        }
    }

    /** Lines that are being written; closing it writes the last one. */
    interface Following extends AutoCloseable {
        @Override
        void close();
    }

    /** Writes a line each interval; the first one's rates count from the start. */
    synchronized Following follow(Duration interval, long startNanos, LongSupplier sent, LongSupplier received) {
        lastNanos = startNanos;
        var thread = new SamplingThread(() -> write(sent.getAsLong(), received.getAsLong()), interval);
        return () -> {
            try {
                thread.finish();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        };
    }

    private synchronized void write(long sent, long received) {
        if (broken) {
            return;
        }
        long now = clock.epochNanos();
        double perSecond = (received - lastReceived) * NANOS_PER_SECOND / Math.max(1, now - lastNanos);
        lastNanos = now;
        lastReceived = received;
        Runtime jvm = Runtime.getRuntime();
        String line = String.format(
                Locale.ROOT,
                "%d %d %d %d %.2f %.2f %.2f%n",
                sent,
                received,
                TimeUnit.NANOSECONDS.toMillis(now),
                Math.round(perSecond),
                perSecond * messageSizeBytes / KB,
                jvm.freeMemory() / KB,
                jvm.totalMemory() / KB);
        try {
            Files.writeString(file, line, StandardOpenOption.APPEND);
        } catch (IOException e) {
            // what is measured is worth more than this file
            broken = true;
            console.line("-- " + cannotWrite(e));
        }
    }

    private String cannotWrite(IOException e) {
        return "-f: cannot write " + file + ": " + e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
