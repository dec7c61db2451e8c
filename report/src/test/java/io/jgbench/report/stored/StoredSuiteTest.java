package io.jgbench.report.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.report.TestResults;
import io.jgbench.report.TestSuites;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.html.suite.SuitePage;
import io.jgbench.report.stored.SuiteDetails.EnvironmentChange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredSuiteTest {
    @TempDir
    private Path results;

    private final TestSuites suite = TestSuites.whole();
    private Path folder;

    @BeforeEach
    void store() throws IOException {
        folder = suite.folder(results);
    }

    private StoredSuite read(Path path) throws StoredResultException {
        return StoredSuite.read(path, TestSuites.resolver());
    }

    @Test
    void suiteIsReadFromItsFolderAndFromItsFile() throws Exception {
        StoredSuite stored = read(folder);

        assertThat(stored.result()).isEqualTo(suite.result());
        assertThat(stored.digests()).hasSize(36);
        assertThat(stored.specs())
                .containsOnlyKeys(
                        suite.result().cells().stream().map(cell -> cell.cell()).toList());
        assertThat(stored.unresolved()).isEmpty();
        assertThat(read(folder.resolve("suite.json"))).isEqualTo(stored);
        assertThat(StoredSuite.isOne(folder)).isTrue();
        assertThat(StoredSuite.isOne(results)).isFalse();
        assertThat(StoredSuite.below(results)).containsExactly(folder);
    }

    @Test
    void suiteFileThatWasCarriedOutIsTheOneToRepeat() throws Exception {
        var declaration = new RunDeclaration(
                "./jgbench suite suite.yaml --results results --hosts namespaces",
                "kind: BenchmarkSuite\nmetadata: {name: lab}\n");
        Files.writeString(folder.resolve(RunDeclaration.SUITE_FILE_NAME), declaration.fileText());

        assertThat(read(folder).declaration()).contains(declaration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# Two stacks and two sizes.\nkind: BenchmarkSuite\nmetadata: {name: lab}\n",
                "# ./jgbench suite mine.yaml\nkind: BenchmarkSuite\nmetadata: {name: another}\n",
            })
    void suiteFileOfAnybodyElseIsNotTheOneToRepeat(String text) throws Exception {
        Path alone = Files.copy(
                folder.resolve("suite.json"),
                Files.createDirectory(results.resolve("alone")).resolve("suite.json"));
        Files.writeString(alone.resolveSibling(RunDeclaration.SUITE_FILE_NAME), text);
        Files.writeString(folder.resolve(RunDeclaration.SUITE_FILE_NAME), text);

        assertThat(read(alone).declaration()).isEmpty();
        assertThat(Jsoup.parse(SuitePage.html(read(alone)))
                        .selectFirst("#repeat")
                        .text())
                .contains("was not stored with the result");
        assertThat(read(folder).declaration().orElseThrow().command())
                .isEqualTo("./jgbench suite suite.yaml --results results");
    }

    @Test
    void resultWithoutAllElseIsReadAlone() throws Exception {
        Path alone = Files.copy(
                folder.resolve("suite.json"),
                Files.createDirectory(results.resolve("alone")).resolve("suite.json"));

        StoredSuite stored = read(alone);

        assertThat(stored.result()).isEqualTo(suite.result());
        assertThat(stored.digests()).isEmpty();
        assertThat(stored.unresolved()).contains("there is no definition.json beside it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "suite.json | '\"schemaVersion\" : 1' | '\"schemaVersion\" : 7' | 'must be of version 1, got: 7'",
                "suite.json | '\"validRounds\" :' | '\"validRounds\" : null, \"x\" :' | 'was not written by jgbench'",
                "suite.json | '\"median\" : ' | '\"median\" : -' | 'must be numbers from 0 to 10^18'",
                "suite.json | '\"median\" : ' | '\"median\" : 1e999, \"x\" : ' | 'is Infinity'",
                "suite.json | '\"histogram\" : \"' | '\"histogram\" : \"AAAA' | 'is no histogram'",
                "suite.json | '\"cell\" : ' | '\"sell\" : ' | 'is not whole'",
                "digests/lab-c1-r1.json | '\"suite\" : \"lab\"' | '\"suite\" : \"other\"' | 'is of the suite other'",
                "digests/lab-c1-r1.json | '\"schemaVersion\" : 1' | '\"schemaVersion\" : 2' | 'must be of version 1'",
                "definition.json | '{' | '[' | 'definition.json is no JSON'",
            })
    void whatCannotBeReadIsRefusedWithOneSentence(String file, String text, String other, String sentence)
            throws Exception {
        Path changed = folder.resolve(file);
        Files.writeString(
                changed, Files.readString(changed).replaceFirst(Pattern.quote(text), Matcher.quoteReplacement(other)));

        assertThatThrownBy(() -> read(folder))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource({"suite.json", "digests/lab-c2-r4.json", "definition.json"})
    void fileThatWasCutOffIsRefusedWithItsName(String file) throws Exception {
        byte[] whole = Files.readAllBytes(folder.resolve(file));
        Files.write(folder.resolve(file), Arrays.copyOf(whole, whole.length / 2));

        assertThatThrownBy(() -> read(folder))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining(file)
                .hasMessageNotContaining("\n");
    }

    @Test
    void suiteThatHasNoResultYetIsToldToGoOn() throws Exception {
        Files.delete(folder.resolve("suite.json"));

        assertThatThrownBy(() -> read(folder))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("Continue it with the command that began it");
    }

    @Test
    void suiteWhoseCellsCannotBeResolvedHereIsReadWithTheReason() throws Exception {
        Path definition = folder.resolve("definition.json");
        Files.writeString(definition, Files.readString(definition).replace("\"members\"", "\"publishers\""));

        StoredSuite stored = read(folder);

        assertThat(stored.specs()).isEmpty();
        assertThat(stored.unresolved().orElseThrow()).contains("publishers").doesNotContain("\n");
    }

    @Test
    void inWhatEnvironmentsDifferIsReadFromTheFullResults() throws Exception {
        keepVisitsOfTwoEnvironments();

        assertThat(read(folder).details().changes()).singleElement().satisfies(change -> {
            assertThat(change)
                    .extracting(EnvironmentChange::hash, EnvironmentChange::run, EnvironmentChange::firstRun)
                    .containsExactly("feed", "lab-c2-r1", "lab-c1-r1");
            assertThat(change.differences()).singleElement().satisfies(difference -> {
                assertThat(difference.name()).isEqualTo("kernel");
                assertThat(difference.second()).contains("6.19");
            });
        });
    }

    @Test
    void fewCompressedBytesOfAConfigMapDoNotBecomeATreeWithoutBound() throws Exception {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(("{\"x\":[{}" + ",{}".repeat(StoredSuiteResult.MOST_NODES) + "]}")
                    .getBytes(StandardCharsets.US_ASCII));
        }

        assertThat(compressed.size()).isLessThan(100_000);
        assertThatThrownBy(() -> StoredSuiteResult.ofConfigMap(compressed.toByteArray(), "key a of ConfigMap b"))
                .isInstanceOf(StoredResultException.class)
                .hasMessage("key a of ConfigMap b must hold at most 600000 values");
    }

    @Test
    void fullResultThatCannotBeReadIsToldAndCostsNoFigure() throws Exception {
        keepVisitsOfTwoEnvironments();
        Path unreadable;
        try (var files = Files.walk(folder.resolve("runs"))) {
            unreadable = files.filter(file -> file.toString().contains("lab-c2-r1"))
                    .filter(Files::isRegularFile)
                    .filter(file -> file.endsWith("result.json"))
                    .findAny()
                    .orElseThrow();
        }
        Files.writeString(unreadable, "{\"schemaVersion\": 0");

        StoredSuite stored = read(folder);

        assertThat(stored.result().cells()).isNotEmpty();
        assertThat(stored.details().changes()).isEmpty();
        assertThat(stored.details().unreadable()).singleElement().asString().contains(unreadable + " is no JSON");
        assertThat(Jsoup.parse(SuitePage.html(stored)).selectFirst("#visits").text())
                .contains("Full results that cannot be read", unreadable + " is no JSON");
    }

    private void keepVisitsOfTwoEnvironments() throws IOException, ResultFilesException {
        TestSuites changed = suite.change(
                "lab-c2-r1",
                digest -> VisitDigestBuilder.builder(digest)
                        .environmentHash(Optional.of("feed"))
                        .build());
        changed.folder(results);
        keep("lab-c1-r1", "6.18");
        keep("lab-c2-r1", "6.19");
    }

    private void keep(String run, String kernel) throws ResultFilesException {
        var result = new TestResults()
                .named(run)
                .host("kernel", kernel)
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result();
        ResultFiles.in(folder.resolve("runs")).write(RepetitionsResult.of(List.of(result)), Instant.EPOCH);
    }
}
