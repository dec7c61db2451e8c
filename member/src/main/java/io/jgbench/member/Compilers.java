package io.jgbench.member;

import io.jgbench.coordination.protocol.Counters;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How long this JVM's just-in-time compilers have been at work, summed over their threads. A compilation counts when it
 * is over.
 *
 * @param bean the JVM's; empty where it does not compile or does not tell
 */
record Compilers(Optional<CompilationMXBean> bean) {

    /** Those of this JVM. */
    static Compilers ofThisJvm() {
        return new Compilers(Optional.ofNullable(ManagementFactory.getCompilationMXBean())
                .filter(CompilationMXBean::isCompilationTimeMonitoringSupported));
    }

    /** Since the JVM was started; 0 where it does not tell. */
    long nanos() {
        return bean.map(known ->
                        Duration.ofMillis(known.getTotalCompilationTime()).toNanos())
                .orElse(0L);
    }

    void addTo(Map<String, Long> counters) {
        if (bean.isPresent()) {
            counters.put(Counters.COMPILER_NANOS, nanos());
        }
    }
}
