package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamCountTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "1000000, 1000000, 0",
        "1000000, 999000, 1000",
        "1000, 999, 1000",
        "1000000, 998999, 1001",
        "999999, 998999, 1001",
        "7, 0, 1000000"
    })
    void lossInMillionthsIsMoreThanABoundWhereMoreIsMissingThanItAllows(long sent, long received, long ppm) {
        var count = new StreamCount(0, sent, true, received, 0, 0, 0, 0, 0, 0, 0, 0, 0);

        assertThat(count.missingPpm()).isEqualTo(ppm);
    }
}
