package io.jgbench.member;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How long the thread that asks has waited for a CPU although it had work, by {@code schedstat} of the thread (the
 * kernel's {@code scheduler/sched-stats.rst}: time on the CPU, time in the run queue, turns). A thread of a process
 * that is stopped, or of a JVM that stands still, is in no run queue. For one thread: the file is opened when it asks
 * first and stays open, as it asks often.
 */
final class RunQueueWait implements AutoCloseable {
    private static final String OF_THIS_THREAD = "thread-self/schedstat";

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
            channel.read(read, 0);
            return second(read.flip());
        } catch (IOException _) {
            // no Linux, or a kernel without it
            return 0;
        }
    }

    /** The second of the numbers, without making anything of the others; 0 if there is none. */
    private static long second(ByteBuffer line) {
        while (line.hasRemaining() && line.get() != ' ') {}
        long number = 0;
        while (line.hasRemaining()) {
            int digit = line.get() - '0';
            if (digit < 0 || digit > 9) {
                return number;
            }
            number = number * 10 + digit;
        }
        return 0;
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
