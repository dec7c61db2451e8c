package io.jgbench.coordination.steady;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Four members on two cores from when they began, over one of the stacks udp, tcp, jgroups-udp and jgroups-tcp.
 *
 * @param readings of all members, once a second
 */
record Recording(List<List<WarmupReading>> readings) {
    private static final double SECOND = 1e9;

    static Recording of(String stack) throws IOException {
        var stream = Objects.requireNonNull(Recording.class.getResourceAsStream(stack + ".csv"), stack);
        try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return new Recording(lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.stream(line.split(";", -1))
                            .map(Recording::reading)
                            .toList())
                    .toList());
        }
    }

    /** The rate of all members together between two readings, in units a second. */
    double unitsPerSecond(int from, int to) {
        List<WarmupReading> before = readings.get(from);
        List<WarmupReading> after = readings.get(to);
        return IntStream.range(0, before.size())
                .mapToDouble(i -> (after.get(i).units() - before.get(i).units())
                        * SECOND
                        / (after.get(i).elapsedNanos() - before.get(i).elapsedNanos()))
                .sum();
    }

    private static WarmupReading reading(String text) {
        long[] numbers =
                Arrays.stream(text.split(",", -1)).mapToLong(Long::parseLong).toArray();
        return new WarmupReading(numbers[0] * 1_000_000, numbers[1], numbers[2] * 1_000_000);
    }
}
