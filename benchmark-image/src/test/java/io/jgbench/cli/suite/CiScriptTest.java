package io.jgbench.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.JgBench;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script of a CI that docs/SUITES.md shows, with suites of which all visits were made before: their digests are
 * there, so that nothing is measured and all is judged.
 */
@Tag("slow")
@Tag("beside")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(OS.WINDOWS)
final class CiScriptTest {
    private static final int PASSED = 0;
    private static final int NOT_WHOLE = 1;
    private static final int BAD_INPUT = 2;
    private static final int NOT_VALID = 3;
    private static final int MISSED = 4;
    private static final int INCONCLUSIVE = 5;
    private static final int ROUNDS = 10;
    private static final double RATE = 1000;
    private static final String HERE = "environment-1";

    @TempDir
    private Path folder;

    private Instant began = Instant.parse("2026-11-01T10:00:00Z");
    private int builds;

    @BeforeEach
    void writeScriptAndSuite() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "SUITES.md"));
        Matcher script =
                Pattern.compile("```sh\n(#!/bin/sh\n.*?)```", Pattern.DOTALL).matcher(guide);
        assertThat(script.find()).isTrue();
        executable("ci.sh", script.group(1));
        executable(
                "jgbench",
                "#!/bin/sh\nexec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx128m -cp '%s' %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                JgBench.class.getName()));
        Files.writeString(folder.resolve("suite.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: ci}
                spec:
                  template: {members: 2, messages: 1000, messageSize: 1k, transport: {name: tcp}}
                  rounds: %d
                  onInvalid: {retries: 0}
                  thresholds: [{metric: unitsPerSecond, min: 900}]
                """.formatted(ROUNDS));
    }

    @Test
    void firstGoodMeasurementBecomesTheReferenceAndTheNextOneIsComparedWithIt() throws Exception {
        var first = build(_ -> RATE);

        assertThat(first.status()).as("%s", first).isEqualTo(PASSED);
        assertThat(first.tests()).contains("<testsuite name=\"ci.cells\"", "failures=\"0\"");
        assertThat(first.tests()).doesNotContain("ci.baseline");
        assertThat(reference().resolve("suite.json")).exists();

        var second = build(_ -> RATE * 0.99);

        assertThat(second.status()).as("%s", second).isEqualTo(PASSED);
        assertThat(second.tests()).contains("name=\"template against suite ci: unitsPerSecond\"");
    }

    /** Each build is within 5 % of the one before. */
    @Test
    void slowDriftOverSeveralBuildsIsNoticed() throws Exception {
        assertThat(build(_ -> RATE).status()).isEqualTo(PASSED);
        assertThat(build(_ -> RATE * 0.96).status()).isEqualTo(PASSED);

        var third = build(_ -> RATE * 0.925);

        assertThat(third.status()).as("%s", third).isEqualTo(MISSED);
        assertThat(third.said()).contains("CI: a threshold is missed, or a cell is slower than the reference");
        assertThat(third.tests()).contains("<failure type=\"Slower\"");
        assertThat(accept()).isZero();
        assertThat(build(_ -> RATE * 0.925).status()).isEqualTo(PASSED);
    }

    @Test
    void measurementThatBecameTheReferenceIsNotComparedWithItself() throws Exception {
        assertThat(build(_ -> RATE).status()).isEqualTo(PASSED);

        var again = run();

        assertThat(again.status()).as("%s", again).isEqualTo(BAD_INPUT);
        assertThat(again.said()).contains("the baseline must be another measurement, got: both hold the same");
        assertThat(again.said()).contains("CI: bad input").doesNotContain("not measured to its end");
    }

    @Test
    void buildWithoutFolderOfItsOwnOrOfTheReferenceIsRefused() throws Exception {
        for (String variable : List.of("RESULTS", "REFERENCE")) {
            digests(HERE, VisitOutcome.VALID, VisitOutcome.VALID, _ -> RATE);
            Path said = folder.resolve("said.txt");
            ProcessBuilder script = script().redirectOutput(said.toFile());
            script.environment().remove(variable);

            assertThat(await(script.start())).isNotZero();

            assertThat(Files.readString(said)).contains(variable + ": a folder ");
            assertThat(folder.resolve("junit.xml")).doesNotExist();
        }
    }

    @Test
    void missedThresholdFailsAndDoesNotBecomeTheReference() throws Exception {
        var build = build(_ -> RATE * 0.8);

        assertThat(build.status()).as("%s", build).isEqualTo(MISSED);
        assertThat(build.tests()).contains("<failure type=\"ThresholdMissed\"");
        assertThat(reference()).doesNotExist();
    }

    @Test
    void noiseIsInconclusiveAndSkipped() throws Exception {
        build(_ -> RATE);

        var build = build(round -> RATE * (round % 2 == 0 ? 1.3 : 0.98));

        assertThat(build.status()).as("%s", build).isEqualTo(INCONCLUSIVE);
        assertThat(build.said()).contains("CI: the rounds do not answer it");
        assertThat(build.tests()).contains("<skipped type=\"Inconclusive\"");
    }

    @Test
    void otherHostsAndRoundsThatAreNotValidAreErrors() throws Exception {
        build(_ -> RATE);

        var elsewhere = build("environment-2", VisitOutcome.VALID, _ -> RATE);

        assertThat(elsewhere.status()).as("%s", elsewhere).isEqualTo(NOT_VALID);
        assertThat(elsewhere.said()).contains("CI: some figures may not be used, or hosts differ");
        assertThat(elsewhere.tests()).contains("<error type=\"NothingCanBeSaid\"");

        var invalid = build(HERE, VisitOutcome.INVALID, _ -> RATE);

        assertThat(invalid.status()).as("%s", invalid).isEqualTo(NOT_VALID);
        assertThat(invalid.tests()).contains("<error type=\"NotValid\"");
    }

    @Test
    void suiteWithoutAnyValidFigureFails() throws Exception {
        digests(HERE, VisitOutcome.INVALID, VisitOutcome.INVALID, _ -> RATE);

        var build = run();

        assertThat(build.status()).as("%s", build).isEqualTo(NOT_WHOLE);
        assertThat(build.said()).contains("CI: not measured to its end");
    }

    /** What a build said. */
    private record Build(int status, String said, String tests) {}

    private Build build(IntToDoubleFunction rate) throws IOException, InterruptedException {
        return build(HERE, VisitOutcome.VALID, rate);
    }

    private Build build(String environment, VisitOutcome ofLastRound, IntToDoubleFunction rate)
            throws IOException, InterruptedException {
        digests(environment, VisitOutcome.VALID, ofLastRound, rate);
        return run();
    }

    private Build run() throws IOException, InterruptedException {
        Path said = folder.resolve("said.txt");
        int status = await(script().redirectOutput(said.toFile()).start());
        return new Build(status, Files.readString(said), Files.readString(folder.resolve("junit.xml")));
    }

    private int accept() throws IOException, InterruptedException {
        return await(script("--accept").start());
    }

    private ProcessBuilder script(String... arguments) {
        List<String> command = new ArrayList<>(List.of("./ci.sh"));
        command.addAll(List.of(arguments));
        ProcessBuilder script =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        script.environment().put("RESULTS", results().toString());
        script.environment().put("REFERENCE", reference().toString());
        return script;
    }

    /** The blanks in these two show whether the script quotes them. */
    private Path results() {
        return folder.resolve("build " + builds);
    }

    private Path reference() {
        return folder.resolve("the reference");
    }

    private static int await(Process process) throws InterruptedException {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** Those of a build that has measured all rounds, in a folder of its own. */
    private void digests(String environment, VisitOutcome ofRounds, VisitOutcome ofLastRound, IntToDoubleFunction rate)
            throws IOException {
        builds++;
        began = began.plus(Duration.ofDays(1));
        var stored = new StoredDigests(results(), "ci", began);
        for (int round = 1; round <= ROUNDS; round++) {
            stored.write(
                    new StoredDigests.Visit(
                            VisitId.first(0, round), Map.of(), round == ROUNDS ? ofLastRound : ofRounds, environment),
                    Map.of(
                            VisitDigest.UNITS_PER_SECOND,
                            rate.applyAsDouble(round) * (1 + 0.0005 * ((round * 7) % ROUNDS))));
        }
    }

    private void executable(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
