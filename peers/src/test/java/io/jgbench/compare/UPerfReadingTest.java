package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On what a member of UPerf (JGroups 5.5.7) printed: the one of four at which four tests of 5 s were begun. */
class UPerfReadingTest {

    @Test
    void rateOfEachTestIsTheMembersOwnAlsoWhereTheAverageWasPrintedBeforeItWasDone() throws Exception {
        List<Double> rates = new ArrayList<>();
        var reading = new UPerfReading();
        for (String line : console()) {
            if (reading.isLast(line)) {
                rates.add(reading.requestsPerSecond().orElseThrow());
                reading = new UPerfReading();
            }
        }

        assertThat(rates).containsExactly(4_334.0, 11_471.0, 12_276.0, 15_145.0);
        assertThat(reading.requestsPerSecond()).isEmpty();
    }

    @Test
    void testOfWhichOneCallerWaitsForAnAnswerIsNotOver() throws Exception {
        var reading = new UPerfReading();

        assertThat(console().stream().filter(line -> !line.startsWith("done")).filter(reading::isLast))
                .isEmpty();
        assertThat(reading.requestsPerSecond()).isEqualTo(OptionalDouble.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"15.145", "15145", "15\u00a0145"})
    void rateOfAnotherLocaleIsAnErrorAndNoFigure(String rate) {
        var reading = new UPerfReading();

        reading.isLast("10: " + rate + " reqs/sec (1 reads 2 writes)");
        reading.isLast("done (in 5003 ms)");

        assertThatIOException()
                .isThrownBy(reading::requestsPerSecond)
                .withMessageStartingWith("UPerf must print a rate such as 82,700.13, got: " + rate);
    }

    private static List<String> console() throws IOException {
        var file = Objects.requireNonNull(UPerfReadingTest.class.getResourceAsStream("uperf-console.txt"));
        try (var reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }
}
