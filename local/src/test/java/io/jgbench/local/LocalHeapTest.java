package io.jgbench.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalHeapTest {
    private static final long GIGABYTE = 1L << 30;

    @ParameterizedTest
    @CsvSource({"64, 4, -Xms512m, -Xmn384m", "8, 4, -Xms341m, -Xmn256m", "24, 32, -Xms128m, -Xmn96m"})
    void youngGenerationIsAShareOfTheMemory(long gigabytes, int members, String heap, String young) {
        assertThat(new LocalHeap(gigabytes * GIGABYTE).fitted(List.of("-Da=b"), members))
                .containsExactly(heap, young, "-Da=b");
    }

    @Test
    void smallMachineIsLeftToItsJvm() {
        assertThat(new LocalHeap(GIGABYTE).fitted(List.of(), 4)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xmx96m", "-Xms1g", "-Xmn10m", "-XX:MaxRAMPercentage=30", "-XX:NewSize=5m", "-XX:NewRatio=2"})
    void whoSaysSomethingOfTheHeapIsTakenAtHisWord(String option) {
        assertThat(new LocalHeap(64 * GIGABYTE).fitted(List.of(option), 4)).containsExactly(option);
    }
}
