package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.steady.RateStep;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Four members on two cores, recorded once a second until long after they were steady. */
class RecordedCourseTest {
    /** When the last of the four recordings is steady. */
    private static final int STEADY_SECOND = 76;

    @Test
    void steadyMembersHaveAStepInLessThanOneOfAHundredStretches() throws IOException {
        List<double[]> stretches = new ArrayList<>();
        for (int seconds : new int[] {20, 40, 60}) {
            stretches.addAll(stretches(seconds));
        }

        long found = stretches.stream().filter(RecordedCourseTest::hasStep).count();

        assertThat(stretches).hasSizeGreaterThan(500);
        assertThat(found).isLessThanOrEqualTo(stretches.size() / 100);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60})
    void rateThatHalvesInTheMiddleIsFoundInMostOfThem(int seconds) throws IOException {
        List<double[]> stretches = stretches(seconds);

        long found = stretches.stream()
                .filter(rates -> hasStep(times(rates, i -> i < seconds / 2 ? 1 : 0.5)))
                .count();

        assertThat(found).isGreaterThan(stretches.size() * 8L / 10);
    }

    private static boolean hasStep(double[] rates) {
        return RateStep.of(rates, RateStep.LEAST_INTERVALS)
                .filter(step -> CourseRule.isTold(step, rates.length))
                .isPresent();
    }

    private static double[] times(double[] rates, IntToDoubleFunction factor) {
        return IntStream.range(0, rates.length)
                .mapToDouble(i -> rates[i] * factor.applyAsDouble(i))
                .toArray();
    }

    /** All of this length, of all recordings. */
    private static List<double[]> stretches(int seconds) throws IOException {
        List<double[]> stretches = new ArrayList<>();
        for (String stack : List.of("udp", "tcp", "jgroups-udp", "jgroups-tcp")) {
            double[] rates = rates(stack);
            for (int from = 0; from + seconds <= rates.length; from++) {
                stretches.add(Arrays.copyOfRange(rates, from, from + seconds));
            }
        }
        return stretches;
    }

    /** Of all members together. */
    private static double[] rates(String stack) throws IOException {
        var stream = Objects.requireNonNull(
                RecordedCourseTest.class.getResourceAsStream("/io/jgbench/coordination/steady/" + stack + ".csv"),
                stack);
        try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            double[][] readings = lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(STEADY_SECOND)
                    .map(RecordedCourseTest::reading)
                    .toArray(double[][]::new);
            return IntStream.range(1, readings.length)
                    .mapToDouble(i -> (readings[i][1] - readings[i - 1][1]) / (readings[i][0] - readings[i - 1][0]))
                    .toArray();
        }
    }

    /** Milliseconds, on average, and units, in all. */
    private static double[] reading(String line) {
        List<double[]> members = Stream.of(line.split(";", -1))
                .map(text -> Stream.of(text.split(",", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
        return new double[] {
            members.stream().mapToDouble(member -> member[0]).average().orElseThrow(),
            members.stream().mapToDouble(member -> member[1]).sum()
        };
    }
}
