package io.jgbench.counters;

import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * What {@code schedstat} tells of a thread (the kernel's {@code scheduler/sched-stats.rst}): time on the CPU, time in
 * the run queue, turns. A thread of a process that is stopped, or of a JVM that stands still, is in no run queue.
 */
final class ScheduleStat {
    /** Its name in the folder of a thread. */
    static final String FILE = "schedstat";

    /** Three numbers of up to 20 digits. */
    static final int LONGEST_BYTES = 64;

    private static final int MOST_DIGITS = 18;

    private ScheduleStat() {}

    /**
     * The nanoseconds on a CPU, the first number.
     *
     * @param line what was read, from its position on
     * @return empty where there is no such number: the kernel counts no such times
     */
    static OptionalLong ranNanos(ByteBuffer line) {
        return number(line);
    }

    /**
     * The nanoseconds in the run queue, the second number, without making anything of the others.
     *
     * @param line what was read, from its position on
     * @return empty where there is no such number: the kernel counts no such times
     */
    static OptionalLong waitedNanos(ByteBuffer line) {
        while (line.hasRemaining() && line.get() != ' ') {}
        return number(line);
    }

    private static OptionalLong number(ByteBuffer line) {
        long number = 0;
        int digits = 0;
        while (line.hasRemaining()) {
            int digit = line.get() - '0';
            if (digit < 0 || digit > 9 || digits == MOST_DIGITS) {
                break;
            }
            number = number * 10 + digit;
            digits++;
        }
        return digits == 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }
}
