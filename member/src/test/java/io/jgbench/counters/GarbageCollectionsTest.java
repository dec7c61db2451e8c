package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
import java.lang.management.GarbageCollectorMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GarbageCollectionsTest {

    @ParameterizedTest
    @CsvSource({
        "ZGC Minor Cycles, ZGC Minor Pauses",
        "ZGC Major Cycles, ZGC Major Pauses",
        "Shenandoah Cycles, Shenandoah Pauses"
    })
    void cyclesThatGoOnBesideTheProgramAreLeftOut(String cycles, String pauses) {
        assertThat(counted(new Collector(cycles, 3, 2_700), new Collector(pauses, 9, 4)))
                .isEqualTo(Map.of(Counters.GC_COUNT, 9L, Counters.GC_NANOS, 4_000_000L));
    }

    @Test
    void pausesOfAllOfG1sCollectorsCount() {
        assertThat(counted(
                        new Collector("G1 Young Generation", 86, 1_476),
                        new Collector("G1 Concurrent GC", 11, 23),
                        new Collector("G1 Old Generation", 10, 1_369)))
                .isEqualTo(Map.of(Counters.GC_COUNT, 107L, Counters.GC_NANOS, 2_868_000_000L));
    }

    @Test
    void collectorThatDoesNotTellCountsNothing() {
        assertThat(counted(new Collector("Copy", -1, -1)))
                .isEqualTo(Map.of(Counters.GC_COUNT, 0L, Counters.GC_NANOS, 0L));
    }

    private static Map<String, Long> counted(GarbageCollectorMXBean... collectors) {
        Map<String, Long> counters = new HashMap<>();
        new GarbageCollections(Arrays.asList(collectors)).addTo(counters);
        return counters;
    }

    private record Collector(String name, long count, long millis) implements GarbageCollectorMXBean {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public long getCollectionCount() {
            return count;
        }

        @Override
        public long getCollectionTime() {
            return millis;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public String[] getMemoryPoolNames() {
            return new String[0];
        }

        @Override
        public ObjectName getObjectName() {
            throw new UnsupportedOperationException("not asked for");
        }
    }
}
