package io.jgbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedSamplesTest {
    private static final int MOST = 8;

    private final BoundedSamples<Integer> samples = new BoundedSamples<>(MOST);

    @Test
    void fewSamplesAreAllKept() {
        take(7);

        assertThat(samples.all()).containsExactly(1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void whereThereAreTooManyEverySecondIsDropped() {
        take(8);

        assertThat(samples.all()).containsExactly(2, 4, 6, 8);
    }

    @Test
    void intervalIsTwiceAsLongFromThenOnAndTheLastIsKept() {
        take(13);

        assertThat(samples.all()).containsExactly(2, 4, 6, 8, 10, 12, 13);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 100, 1000, 1001, 65_536})
    void howeverLongItTakesThereAreNoMoreThanTheMostAndTheyAreEvenlySpread(int taken) {
        take(taken);

        var all = samples.all();
        int interval = all.getFirst();
        assertThat(all).hasSizeBetween(MOST / 2, MOST).endsWith(taken);
        assertThat(all.subList(0, all.size() - 1))
                .containsExactlyElementsOf(IntStream.range(1, all.size())
                        .mapToObj(i -> i * interval)
                        .toList());
    }

    private void take(int count) {
        IntStream.rangeClosed(1, count).forEach(samples::add);
    }
}
