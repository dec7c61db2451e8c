package io.jgbench.datagramtest;

import io.jgbench.datagram.StreamCount;
import io.jgbench.datagram.Target;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The log file of measurements: a table with one line per report interval, counted in packets of a publisher. */
final class ReportLog implements AutoCloseable {
    private static final String HEADER =
            "time\tpublisher\telapsed_ms\tbytes_per_second\tpackets_per_second\treceived\tmissing"
                    + "\tsuccess_rate\tout_of_order\tavg_offset\tduplicate\n";

    private final TestOutput output;
    private final InstantSource clock;
    private Optional<Writer> writer;

    private ReportLog(TestOutput output, InstantSource clock, Optional<Writer> writer) {
        this.output = output;
        this.clock = clock;
        this.writer = writer;
    }

    /**
     * Opens the file, behind what it holds, and writes the columns' names where that is nothing; without a file nothing
     * is written.
     *
     * @param output is told where the file cannot be written any more
     * @throws IOException if it cannot be written
     */
    static ReportLog to(Optional<Path> file, TestOutput output, InstantSource clock) throws IOException {
        if (file.isEmpty()) {
            return new ReportLog(output, clock, Optional.empty());
        }
        try {
            boolean isNew = Files.notExists(file.get()) || Files.size(file.get()) == 0;
            Writer opened = Files.newBufferedWriter(file.get(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (isNew) {
                opened.write(HEADER);
                opened.flush();
            }
            return new ReportLog(output, clock, Optional.of(opened));
        } catch (IOException e) {
            throw new IOException(
                    "-log must name a file that can be written, got: " + file.get() + " (" + e.getMessage() + ")", e);
        }
    }

    /** Writes what has come since an earlier count, and returns the later one. */
    StreamCount write(StreamCount count, StreamCount before) {
        try {
            if (writer.isPresent()) {
                writer.get().write(line(count.since(before)));
                writer.get().flush();
            }
        } catch (IOException e) {
            // what is measured is worth more than this file
            writer = Optional.empty();
            output.lines(List.of("-- the log is not written any more: " + e.getMessage()));
        }
        return count;
    }

    private String line(StreamCount now) {
        return String.format(
                Locale.ROOT,
                "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%.7f\t%d\t%.1f\t%d%n",
                Instant.ofEpochMilli(clock.millis()),
                TestLines.name(Target.address(now.source())),
                TimeUnit.NANOSECONDS.toMillis(now.elapsedNanos()),
                TestLines.perSecond(now.bytes(), now.elapsedNanos()),
                TestLines.perSecond(now.received(), now.elapsedNanos()),
                now.received(),
                now.missing(),
                now.successRate(),
                now.outOfOrder(),
                now.averageOffset(),
                now.duplicate());
    }

    /** Each line is in the file already. */
    @Override
    public void close() throws IOException {
        if (writer.isPresent()) {
            writer.get().close();
        }
    }
}
