package io.jgbench.compare;

import java.time.Duration;

/**
 * CPU time of processes, together.
 *
 * @param nanos user and system time, in nanoseconds; 0 where the system does not tell
 * @param compilerNanos the part of their just-in-time compilers
 */
record CpuTime(long nanos, long compilerNanos) {
    static final CpuTime NONE = new CpuTime(0, 0);

    /** What a process has used so far, in nanoseconds; 0 where the system does not tell. */
    static long nanosOf(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElse(0L);
    }

    CpuTime plus(CpuTime other) {
        return new CpuTime(nanos + other.nanos, compilerNanos + other.compilerNanos);
    }

    CpuTime minus(CpuTime before) {
        return new CpuTime(nanos - before.nanos, compilerNanos - before.compilerNanos);
    }
}
