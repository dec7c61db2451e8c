package io.jgbench.compare;

/**
 * CPU time of processes, together.
 *
 * @param nanos user and system time, in nanoseconds; 0 where the system does not tell
 * @param compilerNanos the part of their just-in-time compilers
 */
record CpuTime(long nanos, long compilerNanos) {
    static final CpuTime NONE = new CpuTime(0, 0);

    CpuTime plus(CpuTime other) {
        return new CpuTime(nanos + other.nanos, compilerNanos + other.compilerNanos);
    }

    CpuTime minus(CpuTime before) {
        return new CpuTime(nanos - before.nanos, compilerNanos - before.compilerNanos);
    }
}
