package io.jgbench.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.SuiteJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code jgbench report bsuite/NAME} makes of what the user's kubectl answers, as a process of its own. */
@Tag("slow")
@Tag("beside")
@Timeout(180)
@EnabledOnOs(OS.LINUX)
final class ClusterReportTest {
    private static final int ROUNDS = 6;
    private static final Instant BEGAN = Instant.parse("2026-11-01T10:00:00Z");

    @TempDir
    private Path folder;

    private Path answers;
    private Path bin;

    /** A kubectl that answers from files, and notes what it was asked. */
    @BeforeEach
    void installKubectl() throws IOException {
        bin = Files.createDirectories(folder.resolve("bin"));
        answers = Files.createDirectories(folder.resolve("answers"));
        Path kubectl = Files.writeString(bin.resolve("kubectl"), """
                #!/bin/sh
                echo "$@" >>%1$s/asked
                case "$*" in
                *" benchmarksuites.jgbench.io "*)
                  for word; do [ -e "%2$s/suite-$word" ] && exec cat "%2$s/suite-$word"; done ;;
                *suite-id=*)
                  for word; do case "$word" in *suite-id=*) id=${word#*suite-id=}; id=${id%%%%,*};; esac; done
                  [ -e "%2$s/digests-$id" ] && exec cat "%2$s/digests-$id" ;;
                esac
                echo 'Error from server (NotFound): it is not there' >&2
                exit 1
                """.formatted(folder, answers));
        assertThat(kubectl.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void suiteOfAClusterBecomesAPageWithItsThresholdsAndItsBaseline() throws Exception {
        suite("before", "", digests("before", 1));
        suite(
                "now",
                ", \"thresholds\": [{\"metric\": \"unitsPerSecond\", \"min\": \"5k\"}],"
                        + " \"baseline\": {\"suite\": \"before\"}",
                digests("now", 0.8));

        Path json = folder.resolve("suite.json");
        var ended = report("bsuite/now", "-n", "bench", "--output", page().toString(), "--json", json.toString());

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.errors()).hasSize(2).last().asString().endsWith("/page.html");
        assertThat(SuiteJson.result(Files.readAllBytes(json), "suite.json").baseline())
                .isPresent();
        assertThat(page())
                .content()
                .startsWith("<!DOCTYPE html>")
                .contains("Thresholds", "Missed", "Baseline", "Slower", "kubectl apply -f suite.yaml -n bench");
        assertThat(folder.resolve("asked"))
                .content()
                .startsWith("--namespace bench get benchmarksuites.jgbench.io now -o json\n"
                        + "--namespace bench get configmap -l"
                        + " jgbench.io/suite-id=now-id,jgbench.io/content=digests -o json\n");
    }

    @Test
    void suitesOfAClusterAreComparedWithEachOther() throws Exception {
        suite("before", "", digests("before", 1));
        suite("now", "", digests("now", 0.8));

        var ended = jgbench("compare", "bsuite/before", "bsuite/now", "-n", "bench");

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.out()).contains("Against suite before of ", "UNPAIRED", "Slower");
        assertThat(folder.resolve("asked"))
                .content()
                .startsWith("--namespace bench get benchmarksuites.jgbench.io before -o json\n")
                .doesNotContain("content=results");
    }

    @Test
    void suitesOfAClusterThatAreNotOverOrNotThereAreNotCompared() throws Exception {
        suite("before", "", digests("before", 1));
        suite("now", "", digests("now", 1));
        Path declared = answers.resolve("suite-now");
        Files.writeString(declared, Files.readString(declared).replace("Completed", "Running"));

        var running = jgbench("compare", "bsuite/before", "bsuite/now");
        var gone = jgbench("compare", "bsuite/before", "bsuite/gone");
        var mixed = jgbench("compare", "bsuite/before", "brun/now");

        assertThat(List.of(running, gone, mixed))
                .allSatisfy(ended -> assertThat(ended.status()).as("%s", ended).isEqualTo(2));
        assertThat(running.errors()).singleElement().asString().contains("bsuite/now is not over");
        assertThat(gone.errors()).singleElement().asString().contains("it is not there");
        assertThat(mixed.errors()).singleElement().asString().contains("one is a run and the other one a suite");
    }

    @Test
    void figuresOfThePaperAreInTheFileOfASuiteOfACluster() throws Exception {
        suite("paper", ", \"baseline\": {\"paper\": \"perfTest2008\"}", digests("paper", 1));
        Path declared = answers.resolve("suite-paper");
        Files.writeString(declared, Files.readString(declared).replace("\"members\": 2", "\"members\": 4"));
        Path json = folder.resolve("suite.json");

        var ended = report("bsuite/paper", "--output", page().toString(), "--json", json.toString());

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(SuiteJson.result(Files.readAllBytes(json), "suite.json").paper())
                .hasValueSatisfying(paper -> assertThat(paper.cells()).isNotEmpty());
    }

    @Test
    @Tag("slow")
    @Tag("beside")
    void suiteOfAClusterIsToldAsTestsAndByTheExitStatusOfALocalOne() throws Exception {
        Path tests = folder.resolve("junit.xml");
        suite("met", ", \"thresholds\": [{\"metric\": \"unitsPerSecond\", \"min\": \"500\"}]", digests("met", 1));
        suite("missed", ", \"thresholds\": [{\"metric\": \"unitsPerSecond\", \"min\": \"5k\"}]", digests("missed", 1));
        Map<String, byte[]> few = digests("few", 1);
        few.keySet().removeIf(name -> !name.contains("-r1.") && !name.contains("-r2."));
        suite("few", "", few);

        var met = report("bsuite/met", "--output", page().toString(), "--junit", tests.toString());
        assertThat(met.status()).as("%s", met).isZero();
        assertThat(met.errors()).hasSize(2).last().asString().contains("the tests are in", "junit.xml");
        assertThat(tests).content().contains("<testsuites", "failures=\"0\"").doesNotContain("<failure");

        var missed = report("bsuite/missed", "--output", page().toString(), "--junit", tests.toString());
        assertThat(missed.status()).as("%s", missed).isEqualTo(4);
        assertThat(tests).content().contains("<failure");

        var incomplete = report("bsuite/few", "--output", page().toString(), "--junit", tests.toString());
        assertThat(incomplete.status()).as("%s", incomplete).isEqualTo(3);

        assertThat(report("bsuite/missed", "--output", page().toString()).status())
                .isZero();
    }

    @Test
    void testsOfWhatIsNoSuiteOfAClusterAreRefused() throws Exception {
        var ended =
                report(folder.toString(), "--junit", folder.resolve("junit.xml").toString());

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.errors()).singleElement().asString().contains("--junit is for bsuite/NAME, got: ");
    }

    @Test
    void baselineThatIsGoneIsLeftOutWithAWord() throws Exception {
        suite("now", ", \"baseline\": {\"suite\": \"before\"}", digests("now", 1));

        var ended = report("bsuite/now", "--output", page().toString());

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.errors())
                .hasSize(2)
                .first()
                .asString()
                .contains("the comparison with the baseline is left out: kubectl failed", "it is not there");
        assertThat(page()).exists();
    }

    @Test
    void testsOfASuiteWhoseBaselineIsGoneAreNotPassed() throws Exception {
        Path tests = folder.resolve("junit.xml");
        suite("now", ", \"baseline\": {\"suite\": \"before\"}", digests("now", 1));

        var ended = report("bsuite/now", "--output", page().toString(), "--junit", tests.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(3);
        assertThat(tests)
                .content()
                .contains("<testsuite name=\"now.baseline\"", "<error type=\"NothingCanBeSaid\"", "kubectl failed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SlowerThanBaseline | SlowerThanBaseline | 4 | <failure type=\"SlowerThanBaseline\"",
                "NotValid | NotComparable | 3 | <error type=\"NothingCanBeSaid\"",
                "Inconclusive | Inconclusive | 5 | <skipped",
                "Inconclusive | NotSlower | 5 | found it to be NotSlower",
                "ThresholdMissed | SlowerThanBaseline | 4 | <failure type=\"SlowerThanBaseline\"",
                "SlowerThanBaseline | | 4 | <failure type=\"SlowerThanBaseline\"",
            })
    void answerThatTheOperatorGaveStaysWhereTheBaselineIsGone(String verdict, String reason, int status, String test)
            throws Exception {
        suite("now", ", \"baseline\": {\"suite\": \"before\"}", digests("now", 1));
        Path declared = answers.resolve("suite-now");
        String judged = "\"phase\": \"Completed\", \"observedGeneration\": 1,"
                + " \"judgement\": {\"verdict\": \"" + verdict + "\", \"answerCount\": 1}, \"conditions\": ["
                + (reason == null ? "" : condition("BaselineHeld", reason, "Cell template is as the operator saw it."))
                + "]";
        Files.writeString(
                declared,
                Files.readString(declared)
                        .replace("\"phase\": \"Completed\"", judged)
                        .replace("\"namespace\": \"bench\"", "\"namespace\": \"bench\", \"generation\": 1"));
        Path tests = folder.resolve("junit.xml");

        var ended = report("bsuite/now", "--output", page().toString(), "--junit", tests.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(status);
        assertThat(tests).content().contains("name=\"against the baseline\"", test, "it is not there");
        String inWords = reason == null ? "the suite to be SlowerThanBaseline" : "Cell template is as the operator saw";
        assertThat(tests).content().contains(inWords);
        assertThat(page()).content().contains("<section id=\"baseline\"", inWords, "it is not there");
    }

    @Test
    void pageOfASuiteWhoseBaselineIsGoneDoesNotSayThatAllIsWell() throws Exception {
        suite("now", ", \"baseline\": {\"suite\": \"before\"}", digests("now", 1));

        report("bsuite/now", "--output", page().toString());

        assertThat(page())
                .content()
                .contains("NOTHING CAN BE SAID", "cannot be compared with its baseline", "it is not there");
    }

    @Test
    void whatTheClusterTellsDoesNothingToTheTerminal() throws Exception {
        suite("now", "", digests("now", 1));
        Path declared = answers.resolve("suite-now");
        Files.writeString(
                declared,
                Files.readString(declared)
                        .replace(
                                "\"phase\": \"Completed\"",
                                "\"phase\": \"Refused\", \"conditions\": ["
                                        + condition("Resolved", "InvalidSpec", "\\u001b[2J\\u001b[8mhidden\\u0007")
                                        + "]"));

        var ended = report("bsuite/now", "--output", page().toString());

        assertThat(ended.errors()).anyMatch(line -> line.contains("hidden")).noneMatch(line -> line.contains("\u001b"));
    }

    private static String condition(String type, String reason, String message) {
        return """
                {"type": "%s", "status": "False", "lastTransitionTime": "2026-11-01T11:00:00Z",
                 "reason": "%s", "message": "%s"}""".formatted(type, reason, message);
    }

    @Test
    void stackWhoseConfigMapIsGoneIsNamedAndTheRestIsShown() throws Exception {
        suite("now", "{\"configMapKeyRef\": {\"name\": \"stacks\", \"key\": \"mine.xml\"}}", "", digests("now", 1));

        var ended = report("bsuite/now", "--output", page().toString());

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.errors())
                .first()
                .asString()
                .contains("no published figure stands beside the cells of stack stacks/mine.xml", "it is not there");
        assertThat(page()).exists();
    }

    @Test
    void digestThatWasCutOffIsOneLine() throws Exception {
        Map<String, byte[]> digests = digests("now", 1);
        digests.computeIfPresent("now-c1-r1.json.gz", (_, whole) -> Arrays.copyOf(whole, whole.length / 2));
        suite("now", "", digests);

        var ended = report("bsuite/now", "--output", page().toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(2);
        assertThat(ended.errors())
                .singleElement()
                .asString()
                .contains("the digest now-c1-r1.json.gz in ConfigMap now-id-digests-000 is not whole");
        assertThat(page()).doesNotExist();
    }

    @Test
    void suiteThatIsNotThereIsOneLine() throws Exception {
        var ended = report("bsuite/none");

        assertThat(ended.status()).as("%s", ended).isEqualTo(2);
        assertThat(ended.errors()).singleElement().asString().contains("kubectl failed", "it is not there");
    }

    private Path page() {
        return folder.resolve("page.html");
    }

    private void suite(String name, String more, Map<String, byte[]> digests) throws IOException {
        suite(name, "{\"name\": \"udp\"}", more, digests);
    }

    private void suite(String name, String stack, String more, Map<String, byte[]> digests) throws IOException {
        Files.writeString(answers.resolve("suite-" + name), """
                {"metadata": {"name": "%1$s", "namespace": "bench"},
                 "spec": {"template": {"members": 2, "messages": 1000, "messageSize": "1k", "stack": %5$s},
                          "rounds": %2$d %3$s},
                 "status": {"suiteId": "%1$s-id", "phase": "Completed", "digests": {"count": %4$d}}}
                """.formatted(name, ROUNDS, more, digests.size(), stack));
        String data = digests.entrySet().stream()
                .map(each -> "\"%s\": \"%s\""
                        .formatted(each.getKey(), Base64.getEncoder().encodeToString(each.getValue())))
                .collect(Collectors.joining(", "));
        Files.writeString(answers.resolve("digests-" + name + "-id"), """
                {"items": [{"metadata": {"name": "%s-id-digests-000"}, "binaryData": {%s}}]}
                """.formatted(name, data));
    }

    private static Map<String, byte[]> digests(String suite, double factor) throws IOException {
        Map<String, byte[]> digests = new LinkedHashMap<>();
        for (int round = 1; round <= ROUNDS; round++) {
            var visit = VisitId.first(0, round);
            double rate = factor * (1000 + 3 * (round % 4));
            VisitDigest digest = VisitDigestBuilder.builder()
                    .schemaVersion(VisitDigest.SCHEMA_VERSION)
                    .suite(suite)
                    .cell("template")
                    .coordinates(Map.of())
                    .visit(visit)
                    .run(visit.runName(suite))
                    .runId(visit.runName(suite) + "-id")
                    .workload(WorkloadSettings.Type.MULTICAST)
                    .unitOfWork("messages")
                    .startTime(BEGAN.plusSeconds(60L * round))
                    .completionTime(BEGAN.plusSeconds(60L * round + 50))
                    .outcome(VisitOutcome.VALID)
                    .figures(Map.of(VisitDigest.UNITS_PER_SECOND, rate, VisitDigest.BYTES_PER_SECOND, 1000 * rate))
                    .findings(List.of())
                    .histograms(Map.of())
                    .build();
            var bytes = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(bytes)) {
                gzip.write(SuiteJson.write(digest));
            }
            digests.put(visit.runName(suite) + ".json.gz", bytes.toByteArray());
        }
        return digests;
    }

    private JgBenchProcess.Ended report(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("report"));
        all.addAll(List.of(arguments));
        return jgbench(all.toArray(String[]::new));
    }

    private JgBenchProcess.Ended jgbench(String... arguments) throws Exception {
        return JgBenchProcess.run(
                folder, List.of("env", "PATH=" + bin + ":" + System.getenv("PATH")), List.of(arguments));
    }
}
