package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two arms of a run against each other. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CompareCommandTest {
    private static final int VALID = 0;
    private static final int BAD_INPUT = 2;
    private static final int INCONCLUSIVE = 5;

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void armWithADelayIsSlower() throws Exception {
        var ended =
                compare("--a", "messageSize=1k", "--b", "workload.multicast.processingDelay=1ms", "--max-rounds", "8");

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(ended.out())
                .contains("A: messageSize=1k; B: workload.multicast.processingDelay=1ms")
                .contains("B (arm=b) against A (arm=a): unitsPerSecond, 8 rounds", "SLOWER: B is slower than A.");
        JsonNode comparison = new JsonMapper()
                .readTree(folder.resolve("results/small/comparison.json").toFile());
        assertThat(comparison.at("/verdict/claim").asText()).isEqualTo("Slower");
    }

    @Test
    @Tag("slow")
    void equalArmsAreNotClaimedToDiffer() throws Exception {
        var ended = compare("--a", "messageSize=1k", "--b", "messageSize=1000", "--max-rounds", "8");

        assertThat(ended.status()).as("%s", ended).isIn(VALID, INCONCLUSIVE);
        assertThat(ended.out()).containsAnyOf("NO DIFFERENCE ABOVE 5.0 %", "INCONCLUSIVE: it would probably take");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--a,messageSize=1k,--b,messageSiz=2k | a path must match",
                "--a,members=2,--b,members=two | 'cell arm=b: members must be a whole number, got: two'",
                "--a,members=2,--b,members=1,--min-effect,0 | '--min-effect must be between 0.1 and 100, got: 0.0'",
                "--a,members=2,--b,members=1,--max-rounds,7 | '--max-rounds must be between 8 and 1000, got: 7'",
                "--a,members=2,--b,members=1,--metric,speed | '--metric must be a figure of a run, got: speed'",
                "--a,members=2,--b,tuning.mtu=9000 | an axis varies what a local suite does not do",
                "--a,members=2 | Missing required option",
            })
    void whatCannotBeComparedIsOneLine(String options, String sentence) throws Exception {
        var ended = compare(options.split(",", -1));

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).hasSize(1).first().asString().contains(sentence);
    }

    private JgBenchProcess.Ended compare(String... options) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: small}
                spec:
                  members: 2
                  messages: 500
                  messageSize: 1k
                  transport: {name: tcp}
                  warmup: {messages: 100}
                  start: {maxSkew: 5s}
                  jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}
                """);
        List<String> arguments = new ArrayList<>(List.of(
                "compare",
                file.toString(),
                "--results",
                folder.resolve("results").toString()));
        arguments.addAll(List.of(options));
        return JgBenchProcess.run(folder, List.of(), arguments);
    }
}
