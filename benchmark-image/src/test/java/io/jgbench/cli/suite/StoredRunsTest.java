package io.jgbench.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.JgBenchCall;
import io.jgbench.cli.JgBenchProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two runs of different days against each other, by their repetitions. */
@Timeout(180)
final class StoredRunsTest {
    private static final int VALID = 0;
    private static final int BAD_INPUT = 2;
    private static final int NOT_VALID = 3;
    private static final int SLOWER = 4;
    private static final int INCONCLUSIVE = 5;

    /** A result as the tests of its format have it. */
    private static final Path RESULT =
            Path.of("../coordination/src/test/resources/io/jgbench/coordination/json/multicast-result.json");

    /** Its rate, and those of its members. */
    private static final String RATE = "\"messagesPerSecond\" : 20000.0";

    @TempDir
    private Path folder;

    @Test
    void repetitionsOfTwoRunsAreComparedAndLabelledUnpaired() throws Exception {
        Path before = run("2026-11-01", 20_000, 20_100, 20_200, 20_300, 20_400, 20_500);
        Path now = run("2026-11-02", 16_000, 16_100, 16_200, 16_300, 16_400, 16_500);
        Path tests = folder.resolve("junit.xml");

        var ended = compare(before, now, "--junit", tests.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(words(ended))
                .contains(
                        "Against run udp-1k of 2026-11-01 10:05 UTC, UNPAIRED: what changed about the machine between"
                                + " the runs is part of the difference.",
                        "Slower");
        assertThat(tests).content().contains("udp-1k against run udp-1k: unitsPerSecond");
        assertThat(compare(before, now, "--fail-if-slower").status()).isEqualTo(SLOWER);
    }

    @Test
    void fewRepetitionsAreInconclusive() throws Exception {
        var ended = compare(run("2026-11-01", 20_000, 20_100), run("2026-11-02", 16_000, 16_100));

        assertThat(ended.status()).as("%s", ended).isEqualTo(INCONCLUSIVE);
        assertThat(words(ended)).contains("more repetition").doesNotContain("round");
    }

    @Test
    void runsOnDifferentKernelsAreNotComparedAndThisIsSaidInTheWordsOfRuns() throws Exception {
        Path before = onKernel("6.18", run("2026-11-01", 20_000, 20_100));
        Path now = onKernel("6.19", run("2026-11-02", 16_000, 16_100));

        var ended = compare(before, now);

        assertThat(ended.status()).as("%s", ended).isEqualTo(NOT_VALID);
        assertThat(words(ended))
                .contains("nothing can be said: hosts or JVMs differ from the earlier run's in kernel")
                .doesNotContain("baseline", "round");
    }

    /** Each of its members. */
    private static Path onKernel(String kernel, Path run) throws IOException {
        try (Stream<Path> repetitions = Files.list(run)) {
            for (Path repetition : repetitions.toList()) {
                Path result = repetition.resolve("result.json");
                Files.writeString(
                        result,
                        Files.readString(result)
                                .replace("\"host\" : { }", "\"host\" : {\"kernel\" : \"" + kernel + "\"}"));
            }
        }
        return run;
    }

    @Test
    void folderThatIsCalledLikeARunOfAClusterIsRead() throws Exception {
        Path runs = Files.createDirectory(folder.resolve("brun"));
        Files.move(run("2026-11-01", 20_000, 20_100), runs.resolve("before"));
        Files.move(run("2026-11-02", 16_000, 16_100), runs.resolve("now"));

        var ended = JgBenchProcess.run(
                folder, List.of("env", "-C", folder.toString()), List.of("compare", "brun/before", "brun/now"));

        assertThat(ended.status()).as("%s", ended).isEqualTo(INCONCLUSIVE);
    }

    @Test
    void singleRepetitionSaysThatNothingCanBeSaidAndWhatToDo() throws Exception {
        Path one = run("2026-11-01", 20_000);
        Path several = run("2026-11-02", 16_000, 16_100, 16_200, 16_300, 16_400, 16_500);

        var against = compare(one, several);
        var of = compare(several, one.resolve("repetition-1/result.json"));

        assertThat(against.status()).as("%s", against).isEqualTo(NOT_VALID);
        assertThat(words(against))
                .contains(
                        "nothing can be said: the earlier run has a single valid repetition", "repetitions: 5 or more")
                .doesNotContain("Slower");
        assertThat(of.status()).as("%s", of).isEqualTo(NOT_VALID);
        assertThat(words(of)).contains("nothing can be said: it has a single valid repetition");
    }

    @Test
    void runAgainstASuiteIsOneLine() throws Exception {
        Path suite = Files.createDirectory(folder.resolve("suite"));
        Files.writeString(suite.resolve("suite.json"), "{}");

        assertRefused("one is a run and the other one a suite; give two runs", run("2026-11-01", 20_000), suite);
        assertRefused("one is a run and the other one a suite; give two runs", suite, run("2026-11-02", 20_000));
    }

    @Test
    void anotherWorkloadAndTheSameRunAreOneLineEach() throws Exception {
        Path run = run("2026-11-01", 20_000, 20_100);
        Path larger = folder.resolve("larger");
        Path repetition = Files.createDirectories(larger.resolve("repetition-1"));
        Files.writeString(
                repetition.resolve("result.json"),
                Files.readString(RESULT)
                        .replace("\"messageSizeBytes\" : 1000", "\"messageSizeBytes\" : 5000")
                        .replace("2026-11-01", "2026-11-03"));

        assertRefused(
                "run udp-1k measured another workload: workload.messageSizeBytes was 1000, and is 5000", run, larger);
        assertRefused("both hold the same measurement, run udp-1k", run, run);
        assertRefused("both hold the same measurement, run udp-1k", run, run.resolve("repetition-1"));
    }

    @Test
    void placeThatIsNotThereIsOneLine() throws Exception {
        Path run = run("2026-11-01", 20_000);

        assertRefused("none is not there; give the folder of a suite or of a run", run, folder.resolve("none"));
        assertRefused("none is not there; give the folder of a suite or of a run", folder.resolve("none"), run);
    }

    @Test
    void resultThatWasCutOffIsOneLine() throws Exception {
        Path run = run("2026-11-01", 20_000);
        String whole = Files.readString(RESULT);
        Path cut = Files.writeString(folder.resolve("result.json"), whole.substring(0, whole.length() / 2));

        assertRefused("is no JSON", run, cut);
    }

    @Test
    void namespaceIsRefusedWithARunFile() {
        var ended = JgBenchCall.of(List.of("compare", "run.yaml", "-n", "lab"));

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).singleElement().asString().contains("--namespace is for bsuite/NAME and brun/NAME");
    }

    /** Line breaks stand anywhere in a sentence. */
    private static String words(JgBenchProcess.Ended ended) {
        return ended.out().replaceAll("\\s+", " ");
    }

    private static void assertRefused(String sentence, Path first, Path second) {
        var ended = compare(first, second);
        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).singleElement().asString().contains(sentence);
    }

    private static JgBenchProcess.Ended compare(Path first, Path second, String... options) {
        List<String> arguments = new ArrayList<>(List.of("compare", first.toString(), second.toString()));
        arguments.addAll(List.of(options));
        return JgBenchCall.of(arguments);
    }

    /** A run of that day, a repetition for each rate. */
    private Path run(String day, int... rates) throws IOException {
        Path run = folder.resolve("run-" + day);
        String result = Files.readString(RESULT);
        for (int index = 0; index < rates.length; index++) {
            Path repetition = Files.createDirectories(run.resolve("repetition-" + (index + 1)));
            Files.writeString(
                    repetition.resolve("result.json"),
                    result.replace("2026-11-01T10:00:", day + "T10:0" + index + ":")
                            .replace(RATE, RATE.replace("20000", Integer.toString(rates[index]))));
        }
        return run;
    }
}
