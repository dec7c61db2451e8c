package io.jgbench.member;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/**
 * How long the thread that asks has waited for a CPU although it had work, by {@code schedstat} of the thread (the
 * kernel's {@code scheduler/sched-stats.rst}: time on the CPU, time in the run queue, turns). A thread of a process
 * that is stopped, or of a JVM that stands still, is in no run queue. For one thread: the file is opened when it asks
 * first and stays open, as it asks often.
 */
final class RunQueueWait implements AutoCloseable {
    private static final String OF_THIS_THREAD = "thread-self/schedstat";
    private static final Pattern NANOS = Pattern.compile("[0-9]{1,18}");

    /** Three numbers of up to 20 digits. */
    private static final int LONGEST_BYTES = 64;

    private final Path file;
    private final ByteBuffer read = ByteBuffer.allocate(LONGEST_BYTES);
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
            int bytes = channel.read(read, 0);
            return bytes < 0 ? 0 : second(new String(read.array(), 0, bytes, StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // no Linux, or a kernel without it
            return 0;
        }
    }

    private static long second(String line) {
        String[] columns = line.strip().split(" ", -1);
        return columns.length == 3 && NANOS.matcher(columns[1]).matches() ? Long.parseLong(columns[1]) : 0;
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
