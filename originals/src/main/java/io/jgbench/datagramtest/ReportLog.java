package io.jgbench.datagramtest;

import io.jgbench.datagram.StreamCount;
import io.jgbench.datagram.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The log file of measurements: a table with one line per report interval, counted in packets of a publisher. */
final class ReportLog implements AutoCloseable {
    private static final String HEADER =
            "time\tpublisher\telapsed_ms\tbytes_per_second\tpackets_per_second\treceived\tmissing"
                    + "\tsuccess_rate\tout_of_order\tavg_offset\tduplicate";

    private final Optional<PrintWriter> out;
    private final InstantSource clock;

    private ReportLog(Optional<PrintWriter> out, InstantSource clock) {
        this.out = out;
        this.clock = clock;
    }

    /**
     * Opens the file and writes the columns' names; without a file nothing is written.
     *
     * @throws IOException if it cannot be written
     */
    static ReportLog to(Optional<Path> file, InstantSource clock) throws IOException {
        if (file.isEmpty()) {
            return new ReportLog(Optional.empty(), clock);
        }
        PrintWriter writer;
        try {
            writer = new PrintWriter(file.get().toFile(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IOException(
                    "-log must name a file that can be written, got: " + file.get() + " (" + e.getMessage() + ")", e);
        }
        writer.println(HEADER);
        writer.flush();
        return new ReportLog(Optional.of(writer), clock);
    }

    /** Writes what has come since an earlier count, and returns the later one. */
    StreamCount write(StreamCount count, StreamCount before) {
        out.ifPresent(writer -> {
            StreamCount now = count.since(before);
            writer.println(String.format(
                    Locale.ROOT,
                    "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%.7f\t%d\t%.1f\t%d",
                    Instant.ofEpochMilli(clock.millis()),
                    TestLines.name(Target.address(count.source())),
                    TimeUnit.NANOSECONDS.toMillis(now.elapsedNanos()),
                    TestLines.perSecond(now.bytes(), now.elapsedNanos()),
                    TestLines.perSecond(now.received(), now.elapsedNanos()),
                    now.received(),
                    now.missing(),
                    now.successRate(),
                    now.outOfOrder(),
                    now.averageOffset(),
                    now.duplicate()));
            writer.flush();
        });
        return count;
    }

    @Override
    public void close() {
        out.ifPresent(PrintWriter::close);
    }
}
