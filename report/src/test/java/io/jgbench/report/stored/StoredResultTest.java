package io.jgbench.report.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.coordination.difference.ComparedRun;
import io.jgbench.coordination.difference.RunDifferences;
import io.jgbench.coordination.protocol.LongText;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.report.TestResults;
import io.jgbench.report.console.DifferenceReport;
import io.jgbench.report.files.ResultFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredResultTest {
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:06Z");

    @TempDir
    private Path folder;

    private static TestResults hosts(String congestionControl, String hostName) {
        return new TestResults()
                .host("net.ipv4.tcp_congestion_control", congestionControl)
                .host("hostName", hostName);
    }

    private static RunResult run(String congestionControl, String hostName, long millis) {
        return hosts(congestionControl, hostName)
                .member(millis, 0, Map.of())
                .member(millis, 0, Map.of())
                .result();
    }

    private Path written(RunResult... runs) throws Exception {
        return ResultFiles.in(folder).write(RepetitionsResult.of(List.of(runs)), NOW);
    }

    @Test
    void foldersOfTheSameRunDoneTwiceDifferInFiguresAlone() throws Exception {
        Path first = written(run("cubic", "a", 1000));
        Path second = written(run("cubic", "b", 2000));

        assertThat(text(first, second))
                .contains("messagesPerSecond", " 0.500\n", "EQUAL: nothing but figures differs.")
                .doesNotContain("Spec\n", "Stack\n", "Environment\n", "hostName");
    }

    @Test
    void verdictBottleneckFindingsAndTheRatioOfTheMainFigureStandBeforeWhatDiffers() throws Exception {
        Path valid = written(run("cubic", "a", 1000));
        Path lossy = written(hosts("cubic", "a")
                .member(2000, 0, Map.of())
                .member(2000, 10, Map.of())
                .result());

        String text = text(valid, lossy);

        assertThat(text)
                .containsSubsequence(
                        "A: ",
                        "   VALID\n",
                        "   Bottleneck Unknown: ",
                        "B: ",
                        "   INVALID, MessagesMissing\n",
                        "   Invalid MessagesMissing: ",
                        "messagesPerSecond",
                        " 0.500\n",
                        "One run of each does not say which is faster",
                        "measures both in turns",
                        "clusterMessagesPerSecond");
    }

    @Test
    void whatDiffersIsNamedOnceForAllHostsAndEachAttributeOfTheStack() throws Exception {
        Path first = written(run("cubic", "a", 1000));
        Path second = written(hosts("reno", "a")
                .stack("tcp", "<config><TCP bind_port=\"7800\"/></config>")
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result());

        assertThat(text(first, second)).contains("""
                        Stack
                          TCP: - -> in the stack

                        Environment
                          net.ipv4.tcp_congestion_control: cubic -> reno
                        """, "DIFFERENT: ").doesNotContain("Spec\n");
    }

    @Test
    void repetitionsAreReadOneByOneFromWhatTheOperatorKeeps() throws Exception {
        var result = RepetitionsResult.of(List.of(run("cubic", "a", 1000), run("cubic", "a", 2000)));
        byte[] json = RunDocument.json().writeValueAsBytes(result);

        var read = StoredResult.repetitions("run lab/a", new ByteArrayInputStream(json), LongText::of);

        assertThat(read.runs())
                .extracting(RunResult::figures)
                .isEqualTo(result.runs().stream().map(RunResult::figures).toList());
        assertThat(read.bytesPerSecond()).isEqualTo(result.bytesPerSecond());
        assertThatThrownBy(() -> StoredResult.repetitions(
                        "run lab/a", new ByteArrayInputStream(Arrays.copyOf(json, json.length / 2)), LongText::of))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("run lab/a");
        assertThatThrownBy(() -> StoredResult.repetitions(
                        "run lab/a",
                        new ByteArrayInputStream("{\"runs\": []}".getBytes(StandardCharsets.UTF_8)),
                        LongText::of))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("has no repetitions");
    }

    @Test
    void longTextsOfWhatTheOperatorKeepsAreOnTheShelfAsTheyAreRead() throws Exception {
        var result = RepetitionsResult.of(List.of(run("cubic", "a", 1000)));
        byte[] json = RunDocument.json().writeValueAsBytes(result);

        var read = StoredResult.repetitions("run lab/a", new ByteArrayInputStream(json), OnShelf::new);

        assertThat(read.runs().getFirst().members())
                .extracting(member -> member.report().orElseThrow().activity().rows())
                .hasSize(2)
                .hasOnlyElementsOfType(OnShelf.class);
    }

    private record OnShelf(String text) implements LongText {
        @Override
        public int length() {
            return text.length();
        }
    }

    @Test
    void shelfWithoutRoomIsNotTakenForAResultOfAnotherVersion() throws Exception {
        byte[] json = RunDocument.json().writeValueAsBytes(RepetitionsResult.of(List.of(run("cubic", "a", 1000))));

        assertThatThrownBy(() -> StoredResult.repetitions("run lab/a", new ByteArrayInputStream(json), _ -> {
                    throw new IOException("no room");
                }))
                .isInstanceOf(StoredResultException.class)
                .hasMessage("the full result of run lab/a cannot be read: no room");
    }

    @Test
    void environmentHashInTheResultIsTheOneThatIsCompared() throws Exception {
        RunResult run = run("cubic", "a", 1000);

        assertThat(compared(written(run)).environmentHash())
                .isPresent()
                .isEqualTo(run.environmentHash())
                .isEqualTo(run("cubic", "b", 3000).environmentHash())
                .isNotEqualTo(run("reno", "a", 1000).environmentHash());
    }

    @Test
    void ofSeveralRepetitionsTheOneIsTakenThatTheStatusShows() throws Exception {
        Path several = written(run("cubic", "a", 1000), run("cubic", "a", 4000), run("cubic", "a", 2000));

        assertThat(compared(several).figures())
                .containsEntry(
                        "bytesPerSecond",
                        compared(several.resolve("repetition-3")).figures().get("bytesPerSecond"));
        assertThat(compared(several.resolve("repetition-1/result.json"))
                        .figures()
                        .get("bytesPerSecond"))
                .isGreaterThan(compared(several).figures().get("bytesPerSecond"));
    }

    @Test
    void repetitionsAreInTheOrderOfTheirNumbers() throws Exception {
        RunResult[] runs = IntStream.rangeClosed(1, 11)
                .mapToObj(number -> run("cubic", "a", 1000L * number))
                .toArray(RunResult[]::new);

        assertThat(StoredResult.read(written(runs)).results().runs())
                .extracting(StoredResultTest::unitsPerSecond)
                .containsExactly(Arrays.stream(runs)
                        .map(StoredResultTest::unitsPerSecond)
                        .toArray(Double[]::new));
    }

    private static double unitsPerSecond(RunResult run) {
        return run.figures().orElseThrow().unitsPerSecond();
    }

    @Test
    void partsThatTheOperatorKeepsAreOneResultWhateverTheirOrder() throws Exception {
        var result = RepetitionsResult.of(List.of(run("cubic", "a", 1000)));
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(RunDocument.json().writeValueAsBytes(result));
        }
        byte[] all = compressed.toByteArray();
        String list = "{\"items\": [%s, %s]}"
                .formatted(
                        part("lab-results-01", Arrays.copyOfRange(all, 300, all.length)),
                        part("lab-results-00", Arrays.copyOf(all, 300)));

        var stored = StoredResult.ofConfigMaps("brun/lab", list.getBytes(StandardCharsets.UTF_8));

        assertThat(stored.compared().environmentHash())
                .isEqualTo(result.runs().getFirst().environmentHash());
        assertThatThrownBy(() -> StoredResult.ofConfigMaps(
                        "brun/lab",
                        ("{\"items\": [" + part("lab-results-00", Arrays.copyOf(all, 300)) + "]}")
                                .getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("is not whole");
        assertThatThrownBy(
                        () -> StoredResult.ofConfigMaps("brun/lab", "{\"items\": []}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("brun/lab has no full result");
    }

    @Test
    void severityThatOnlyALaterVersionKnowsIsNamed() throws Exception {
        Path file = written(run("cubic", "a", 1000)).resolve("repetition-1/result.json");
        JsonNode result = RunDocument.json().readTree(file.toFile());
        ((ObjectNode) result.path("verdict"))
                .withArrayProperty("findings")
                .addObject()
                .put("severity", "Fatal");
        Files.write(file, RunDocument.json().writeValueAsBytes(result));

        assertThatThrownBy(() -> StoredResult.read(file))
                .isInstanceOf(StoredResultException.class)
                .hasMessage(file + " has a finding of severity \"Fatal\", which this version of jgbench does not know;"
                        + " take the one that wrote it.");
    }

    private static String part(String name, byte[] bytes) {
        return "{\"metadata\": {\"name\": \"%s\"}, \"binaryData\": {\"results.json.gz\": \"%s\"}}"
                .formatted(name, Base64.getEncoder().encodeToString(bytes));
    }

    @Test
    void resultOfAnEarlierVersionThatDoesNotTellWhatWasAddedLaterIsRead() throws Exception {
        Path file = written(hosts("cubic", "a")
                        .preflightOfMany(2, 3, 1)
                        .member(1000, 0, Map.of())
                        .member(1000, 0, Map.of())
                        .result())
                .resolve("repetition-1/result.json");
        JsonNode result = RunDocument.json().readTree(file.toFile());
        var matrix = (ObjectNode) result.path("preflight").path("matrix");
        assertThat(matrix.remove("leftOutFaulty")).isNotNull();
        Files.write(file, RunDocument.json().writeValueAsBytes(result));

        var read =
                StoredResult.read(file).results().runs().getFirst().preflight().orElseThrow();

        assertThat(read.matrix().orElseThrow().leftOut()).isEqualTo(3);
        assertThat(read.matrix().orElseThrow().leftOutFaulty()).isZero();
    }

    @Test
    void resultOfAnEarlierVersionIsReadWithoutTheSamplesOfWhatWasDelivered() throws Exception {
        Path file = written(delivered()).resolve("repetition-1/result.json");
        JsonNode result = RunDocument.json().readTree(file.toFile());
        var delivery = (ObjectNode) result.path("figures").path("delivery");
        assertThat(delivery.remove("histograms")).isNotNull();
        Files.write(file, RunDocument.json().writeValueAsBytes(result));

        RunResult read = StoredResult.read(file).results().runs().getFirst();

        assertThat(read.figures().orElseThrow().oneWay()).isEmpty();
        assertThat(delivered().figures().orElseThrow().oneWay()).containsOnlyKeys("delivery");
    }

    @Test
    void samplesOfWhatWasDeliveredThatCannotBeReadAreNamedWithTheirFile() throws Exception {
        Path file = written(delivered()).resolve("repetition-1/result.json");
        JsonNode result = RunDocument.json().readTree(file.toFile());
        ((ObjectNode) result.path("figures").path("delivery").path("histograms")).put("1", "AAAA");
        Files.write(file, RunDocument.json().writeValueAsBytes(result));

        assertThatThrownBy(() -> StoredResult.read(file).results())
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("the histogram delivery cannot be read");
    }

    private static RunResult delivered() {
        return new TestResults()
                .delivered(Duration.ofMillis(2), Duration.ofNanos(200_000))
                .member(1000, 0, Map.of())
                .member(1000, 0, Map.of())
                .result();
    }

    @Test
    void linkToAFolderIsFollowed() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("latest"), written(run("cubic", "a", 1000)));

        assertThat(text(link, link)).contains("EQUAL: nothing but figures differs.");
    }

    @Test
    void resultThatSpeaksOfAMemberThatThereIsNotIsRefusedWithItsFile() throws Exception {
        Path file = written(run("cubic", "a", 1000)).resolve("repetition-1/result.json");
        String json = Files.readString(file);
        String changed = json.replaceFirst("(\"senderIndex\"\\s*:\\s*)0", "$199");
        assertThat(changed).isNotEqualTo(json);
        Files.writeString(file, changed);

        assertThatThrownBy(() -> StoredResult.read(file).results())
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("it speaks of member 99, and the run has 2 members");
    }

    @Test
    void whatIsNoResultIsRefusedWithWhatToGive() throws Exception {
        Path status = Files.writeString(folder.resolve("status.json"), "{\"status\": {}}");
        Path text = Files.writeString(folder.resolve("text"), "no JSON");

        assertThatThrownBy(() -> StoredResult.read(folder.resolve("none")))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("there is no folder or file");
        assertThatThrownBy(() -> StoredResult.read(Files.createDirectories(folder.resolve("empty"))))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("holds no result.json");
        assertThatThrownBy(() -> StoredResult.read(status))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("is not the full result of a run");
        assertThatThrownBy(() -> StoredResult.read(text))
                .isInstanceOf(StoredResultException.class)
                .hasMessageContaining("is no JSON");
    }

    private static ComparedRun compared(Path path) throws StoredResultException {
        return StoredResult.read(path).compared();
    }

    private static String text(Path first, Path second) throws StoredResultException {
        ComparedRun one = compared(first);
        ComparedRun other = compared(second);
        return DifferenceReport.text("a", one, "b", other, RunDifferences.between(one, other), false);
    }
}
