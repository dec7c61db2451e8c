package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.ByteQuantity;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatagramLoadTest {

    @ParameterizedTest
    @CsvSource({"2M, 2Mi", "1500Ki, 1Mi", "100k, 1Mi", "0, 1Mi", "10M, 10Mi"})
    void rateThatDatagramTestCannotBeGivenIsRefusedWithOneThatItCan(String rate, String other) {
        assertThatThrownBy(() -> at(rate))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--rate")
                .hasMessageContaining("got: ")
                .hasMessageEndingWith("such as " + other);
    }

    @ParameterizedTest
    @CsvSource({"1Mi, 1", "2048Ki, 2", "20Mi, 20", "2Gi, 2048"})
    void wholeMebibytesAreTheRateOfAll(String rate, long mebibytes) {
        assertThat(at(rate).mebibytesPerSecond()).hasValue(mebibytes);
        assertThat(at(rate).bytesPerSecond()).hasValue(mebibytes << 20);
    }

    @Test
    void withoutARateAllPublishAsFastAsTheyCan() {
        assertThat(new DatagramLoad(1468, Duration.ofSeconds(5), Optional.empty()).mebibytesPerSecond())
                .isEmpty();
    }

    private static DatagramLoad at(String rate) {
        return new DatagramLoad(1468, Duration.ofSeconds(5), Optional.of(new ByteQuantity(rate).bytes()));
    }
}
