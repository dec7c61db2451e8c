package io.jgbench.counters;

import io.jgbench.coordination.protocol.Counters;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How much CPU time this JVM's just-in-time compilers have used, summed over their threads.
 *
 * <p>{@link CompilationMXBean} is asked only where the system does not tell. It counts elapsed time, and a compilation
 * only when it is over: one that gets little CPU time beside busy senders shows as nothing for seconds, and then as
 * more than it cost.
 *
 * @param used nanoseconds since the JVM was started; empty where neither tells
 */
public record Compilers(Optional<LongSupplier> used) {

    /** Those of this JVM. */
    public static Compilers ofThisJvm() {
        CompilerThreads threads = CompilerThreads.of(ProcessHandle.current().pid());
        return new Compilers(threads.known() ? Optional.of(threads::cpuNanos) : elapsedNanos());
    }

    private static Optional<LongSupplier> elapsedNanos() {
        return Optional.ofNullable(ManagementFactory.getCompilationMXBean())
                .filter(CompilationMXBean::isCompilationTimeMonitoringSupported)
                .map(bean ->
                        () -> Duration.ofMillis(bean.getTotalCompilationTime()).toNanos());
    }

    /** Since the JVM was started; 0 where it is not known. */
    public long nanos() {
        return used.map(LongSupplier::getAsLong).orElse(0L);
    }

    /** Adds their time, in nanoseconds, where it is known. */
    public void addTo(Map<String, Long> counters) {
        if (used.isPresent()) {
            counters.put(Counters.COMPILER_NANOS, nanos());
        }
    }
}
