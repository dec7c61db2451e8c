package io.jgbench.cli.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.cli.exit.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * What {@code ./jgbench compare} says of ten pairs of equal arms, and of ten of which one has 5 % more work at each
 * receiver; see docs/BENCHMARKS.md. A measurement and no test: it is run by its name, on a machine that does nothing
 * else. What was measured lies in {@code target/real-comparisons}; one that was stopped goes on there.
 *
 * <p>Receivers sleep for 2 ms with each message, which is nearly all of a message's time: so the rate depends neither
 * on what a compiler has done yet nor on what else the CPUs do, and half a second of warm-up is enough.
 */
class RealComparisonsMeasurement {
    private static final int COMPARISONS = 10;
    private static final Path FOLDER = Path.of("target", "real-comparisons");

    @Test
    void equalArms() throws Exception {
        compare("equal", "messageSize=1k", "messageSize=1000");
    }

    @Test
    void armWithFivePercentMoreWork() throws Exception {
        compare("planted", "workload.multicast.processingDelay=2ms", "workload.multicast.processingDelay=2100us");
    }

    private static void compare(String name, String a, String b) throws IOException, InterruptedException {
        Map<String, Integer> claims = new TreeMap<>();
        for (int number = 1; number <= COMPARISONS; number++) {
            long begin = System.nanoTime();
            JsonNode comparison = comparison(name + "-" + number, a, b);
            String claim = comparison.at("/verdict/claim").asText("nothing");
            claims.merge(claim, 1, Integer::sum);
            System.out.printf(
                    "%s %d: %s, change %+.2f %%, looked at after %s rounds, %d s%n",
                    name,
                    number,
                    claim,
                    comparison.at("/verdict/effect/change").asDouble() * 100,
                    looks(comparison),
                    Duration.ofNanos(System.nanoTime() - begin).toSeconds());
        }
        System.out.printf("%s: %s%n", name, claims);
    }

    private static String looks(JsonNode comparison) {
        return StreamSupport.stream(comparison.path("looks").spliterator(), false)
                .map(look -> look.path("rounds").asText())
                .collect(Collectors.joining(", "));
    }

    private static JsonNode comparison(String name, String a, String b) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(FOLDER.resolve(name)).toAbsolutePath();
        Path file = Files.writeString(folder.resolve("run.yaml"), run(name));
        Path results = folder.resolve("results");
        var ended = JgBenchProcess.run(
                folder,
                List.of(),
                List.of("compare", file.toString(), "--a", a, "--b", b, "--results", results.toString()));
        if (ended.status() != ExitStatus.VALID && ended.status() != ExitStatus.INCONCLUSIVE) {
            System.out.println(name + " ended with status " + ended.status() + ": " + ended.errors());
        }
        return new JsonMapper()
                .readTree(results.resolve(name).resolve("comparison.json").toFile());
    }

    private static String run(String name) {
        return """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkRun
            metadata: {name: %s}
            spec:
              members: 2
              senders: 1
              duration: 2s
              messageSize: 1k
              stack: {name: tcp}
              workload: {type: Multicast, multicast: {processingDelay: 2ms}}
              warmup: {messages: 200}
              start: {maxSkew: 5s}
            """.formatted(name);
    }
}
