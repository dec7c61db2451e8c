package io.jgbench.counters;

import io.jgbench.coordination.protocol.Counters;
import java.lang.management.GarbageCollectorMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How often and for how long the JVM stood still to collect garbage. A collector that works beside the program has one
 * bean of its pauses and one of its cycles (ZGC's "ZGC Minor Cycles" and "ZGC Major Cycles", Shenandoah's "Shenandoah
 * Cycles"): during a cycle the program runs, and the pauses within it are counted by the other bean. G1's "G1
 * Concurrent GC" holds the pauses alone, those of Remark and Cleanup (JDK-8297247).
 *
 * @param collectors the JVM's beans
 */
record GarbageCollections(List<GarbageCollectorMXBean> collectors) {
    private static final String CYCLES = " Cycles";

    /** Copies the list without the beans of cycles. */
    GarbageCollections {
        collectors = collectors.stream()
                .filter(collector -> !collector.getName().endsWith(CYCLES))
                .toList();
    }

    void addTo(Map<String, Long> counters) {
        counters.put(Counters.GC_COUNT, count());
        counters.put(Counters.GC_NANOS, nanos());
    }

    /** How often. */
    long count() {
        long collections = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            collections += Math.max(0, collector.getCollectionCount());
        }
        return collections;
    }

    /** For how long altogether. */
    long nanos() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
