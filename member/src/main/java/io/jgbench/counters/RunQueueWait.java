package io.jgbench.counters;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How long the thread that asks has waited for a CPU although it had work, by its {@link ScheduleStat}. For one
 * thread: the file is opened when it asks first and stays open, as it asks often.
 */
final class RunQueueWait implements AutoCloseable {
    private static final String OF_THIS_THREAD = "thread-self/" + ScheduleStat.FILE;

    private final Path file;
    private final ByteBuffer read = ByteBuffer.allocate(ScheduleStat.LONGEST_BYTES);
    private FileChannel channel;

    /**
     * Reads nothing yet.
     *
     * @param proc where the kernel tells of processes, {@code /proc}
     */
    RunQueueWait(Path proc) {
        this.file = proc.resolve(OF_THIS_THREAD);
    }

    /** Nanoseconds since the thread began; 0 where the kernel does not tell. */
    long nanos() {
        try {
            if (channel == null) {
                channel = FileChannel.open(file, StandardOpenOption.READ);
            }
            read.clear();
            channel.read(read, 0);
            return ScheduleStat.waitedNanos(read.flip()).orElse(0);
        } catch (IOException _) {
            // no Linux, or a kernel without it
            return 0;
        }
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException _) {
            // it was only read
        }
    }
}
