package io.jgbench.report.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.report.TestResults;
import io.jgbench.report.stored.RunDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResultFilesTest {
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:06Z");

    @TempDir
    private Path directory;

    @Test
    void wholeRunLeavesOneFolderWithAFolderForEachRepetition() throws Exception {
        var folder = ResultFiles.in(directory).write(RepetitionsResult.of(List.of(whole(), whole())), NOW);
        assertThat(folder).isEqualTo(directory.resolve("lab-20261101T100000Z"));
        assertThat(filesBelow(directory))
                .containsExactlyInAnyOrder(
                        "lab-20261101T100000Z/status.yaml",
                        "lab-20261101T100000Z/repetition-1/result.json",
                        "lab-20261101T100000Z/repetition-1/stack.xml",
                        "lab-20261101T100000Z/repetition-1/lab-0.csv",
                        "lab-20261101T100000Z/repetition-1/lab-0.hlog",
                        "lab-20261101T100000Z/repetition-1/lab-1.csv",
                        "lab-20261101T100000Z/repetition-1/lab-1.hlog",
                        "lab-20261101T100000Z/repetition-2/result.json",
                        "lab-20261101T100000Z/repetition-2/stack.xml",
                        "lab-20261101T100000Z/repetition-2/lab-0.csv",
                        "lab-20261101T100000Z/repetition-2/lab-0.hlog",
                        "lab-20261101T100000Z/repetition-2/lab-1.csv",
                        "lab-20261101T100000Z/repetition-2/lab-1.hlog");
        assertThat(folder.resolve("repetition-1/stack.xml")).hasContent("<config/>");
    }

    @Test
    void resultCanBeReadBackAsItWas() throws Exception {
        var run = whole();
        var folder = ResultFiles.in(directory).write(RepetitionsResult.of(List.of(run)), NOW);
        var json = folder.resolve("repetition-1/result.json");
        assertThat(RunDocument.json().readValue(Files.readString(json), RunResult.class))
                .isEqualTo(run);
        assertThat(RunDocument.json().readTree(json.toFile()).get("partial").asBoolean())
                .isFalse();
    }

    @Test
    void timeSeriesHoldsWhatThePaperOf2008Lists() throws Exception {
        var folder = ResultFiles.in(directory).write(RepetitionsResult.of(List.of(whole())), NOW);
        assertThat(folder.resolve("repetition-1/lab-0.csv")).hasContent("""
                elapsed_ms,messages_received,messages_sent,messages_per_second,bytes_per_second,free_memory_bytes,\
                total_memory_bytes,stalled_ms
                100,20000,10000,200000,200000000,1048576,2097152,0
                200,41000,20500,210000,210000000,524288,2097152,0
                """);
    }

    @Test
    void latenciesAreReadByHdrHistogramsOwnReader() throws Exception {
        var folder = ResultFiles.in(directory).write(RepetitionsResult.of(List.of(whole())), NOW);
        try (var reader =
                new HistogramLogReader(folder.resolve("repetition-1/lab-0.hlog").toFile())) {
            var histogram = (Histogram) reader.nextIntervalHistogram();
            assertThat(histogram.getTotalCount()).isEqualTo(1000);
            assertThat(histogram.getMaxValue()).isBetween(1_000_000L, 1_001_000L);
            assertThat(histogram.getStartTimeStamp()).isEqualTo(TestResults.BEGAN / 1_000_000);
            assertThat(reader.hasNext()).isFalse();
        }
    }

    @Test
    void timesFromOthersStandUnderATagOfTheirOwnAtTheMemberThatReceived() throws Exception {
        var run = new TestResults()
                .delivered(Duration.ofMillis(2), Duration.ofNanos(200_000))
                .member(2000, 0, Map.of())
                .member(1600, 0, Map.of())
                .result();
        var folder = ResultFiles.in(directory)
                .write(RepetitionsResult.of(List.of(run)), NOW)
                .resolve("repetition-1");

        Path receiver = folder.resolve("lab-1.hlog");
        assertThat(histograms(folder.resolve("lab-0.hlog"))).containsOnlyKeys("loopback");
        assertThat(histograms(receiver)).containsOnlyKeys("delivery", "loopback");
        assertThat(histograms(receiver).get("delivery").getMaxValue()).isBetween(2_000_000L, 2_002_000L);
        assertThat(Files.readString(receiver)).contains("#[delivery: right within 200 microseconds]");
    }

    @Test
    void timesByClocksThatWereNotMeasuredAfterTheRunSaySo() throws Exception {
        var run = new TestResults()
                .delivered(Duration.ofMillis(2), Duration.ofNanos(200_000))
                .withoutClocksAfterTheRun()
                .member(2000, 0, Map.of())
                .member(1600, 0, Map.of())
                .result();
        var folder = ResultFiles.in(directory)
                .write(RepetitionsResult.of(List.of(run)), NOW)
                .resolve("repetition-1");

        assertThat(Files.readString(folder.resolve("lab-1.hlog")))
                .contains("#[delivery: right within 200 microseconds, or worse: the clocks were not measured after the"
                        + " run]");
    }

    private static Map<String, Histogram> histograms(Path log) throws IOException {
        Map<String, Histogram> byTag = new HashMap<>();
        try (var reader = new HistogramLogReader(log.toFile())) {
            while (reader.hasNext()) {
                var histogram = (Histogram) reader.nextIntervalHistogram();
                byTag.put(histogram.getTag(), histogram);
            }
        }
        return byTag;
    }

    @Test
    void latenciesThatTheDiskDoesNotTakeAreAnErrorAndNoTruncatedLog() {
        MemberReport report = whole().members().getFirst().report().orElseThrow();
        var full = new OutputStream() {
            @Override
            public void write(int written) throws IOException {
                throw new IOException("No space left on device");
            }
        };

        assertThatThrownBy(() -> LatencyLog.write(report, Map.of(), full))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
    }

    @Test
    void failedRunMarksItsFiles() throws Exception {
        var failed = new TestResults()
                .partial(700, 130_000, "it was stopped.")
                .failed(new RunFailure(FailureReason.MEMBER_LOST, RunPhase.RUNNING, "lab-1 was lost."))
                .result();
        var folder = ResultFiles.in(directory).write(RepetitionsResult.of(List.of(failed)), NOW);
        assertThat(filesBelow(folder))
                .containsExactlyInAnyOrder(
                        "status.yaml",
                        "repetition-1/result.partial.json",
                        "repetition-1/stack.xml",
                        "repetition-1/lab-0.partial.csv",
                        "repetition-1/lab-0.partial.hlog");
        assertThat(Files.readString(folder.resolve("repetition-1/result.partial.json")))
                .contains("\"partial\" : true");
        assertThat(Files.readString(folder.resolve("repetition-1/lab-0.partial.hlog")))
                .contains("[partial: it was stopped.]");
    }

    @Test
    void secondRunOfTheSameSecondGetsAFolderOfItsOwn() throws Exception {
        var files = ResultFiles.in(directory);
        var first = files.write(RepetitionsResult.of(List.of(whole())), NOW);
        var second = files.write(RepetitionsResult.of(List.of(whole())), NOW);
        assertThat(second).isNotEqualTo(first).isDirectory();
    }

    @Test
    void allOfAResultIsOnTheDiskBeforeItsFolderAppears() throws Exception {
        Path folder = directory.resolve("lab-20261101T100000Z");
        List<Path> before = new ArrayList<>();
        List<Path> after = new ArrayList<>();
        DiskSync disk = path -> (Files.exists(folder) ? after : before).add(path);
        var files = ResultFiles.in(directory, disk, Files::setPosixFilePermissions);

        files.write(RepetitionsResult.of(List.of(whole())), NOW);

        Path unfinished = before.getLast();
        assertThat(unfinished).hasParentRaw(directory);
        assertThat(before)
                .extracting(path -> unfinished.relativize(path).toString())
                .containsExactlyInAnyOrder(
                        "",
                        "status.yaml",
                        "repetition-1",
                        "repetition-1/result.json",
                        "repetition-1/stack.xml",
                        "repetition-1/lab-0.csv",
                        "repetition-1/lab-0.hlog",
                        "repetition-1/lab-1.csv",
                        "repetition-1/lab-1.hlog");
        assertThat(after).containsExactly(directory);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void folderOfARunHasTheRightsOfAnyFolderThatIsMadeThere() throws Exception {
        var folder = ResultFiles.in(directory).write(RepetitionsResult.of(List.of(whole())), NOW);

        assertThat(Files.getPosixFilePermissions(folder))
                .isEqualTo(Files.getPosixFilePermissions(folder.resolve("repetition-1")));
    }

    static Stream<ResultFiles.RightsChange> refusals() {
        return Stream.of(
                (_, _) -> {
                    throw new FileSystemException("Operation not permitted");
                },
                (_, _) -> {
                    throw new UnsupportedOperationException();
                });
    }

    /** As a share of Windows or a FAT file system does. */
    @ParameterizedTest
    @MethodSource("refusals")
    void runIsKeptWhereTheFileSystemRefusesToChangeRights(ResultFiles.RightsChange refusing) throws Exception {
        var files = ResultFiles.in(directory, DiskSync.ofSystem(), refusing);

        Path folder = files.write(RepetitionsResult.of(List.of(whole())), NOW);

        assertThat(folder).isEqualTo(directory.resolve("lab-20261101T100000Z"));
        assertThat(filesBelow(folder)).contains("status.yaml", "repetition-1/result.json");
    }

    @Test
    void fileInPlaceOfTheDirectoryIsRefused() throws Exception {
        var file = Files.createFile(directory.resolve("out"));
        assertThatThrownBy(() -> ResultFiles.in(file))
                .isInstanceOf(ResultFilesException.class)
                .hasMessage("--results must name a directory, got a file: " + file + ". Give another name.");
    }

    @Test
    void directoryBelowAFileIsRefused() throws Exception {
        var file = Files.createFile(directory.resolve("out"));
        assertThatThrownBy(() -> ResultFiles.in(file.resolve("below")))
                .isInstanceOf(ResultFilesException.class)
                .hasMessageContaining("that can be written, got: " + file.resolve("below"));
    }

    @Test
    void directoryThatIsMissingIsMade() throws Exception {
        ResultFiles.in(directory.resolve("a/b"));
        assertThat(directory.resolve("a/b")).isEmptyDirectory();
    }

    private static List<String> filesBelow(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .toList();
        }
    }

    private static RunResult whole() {
        return new TestResults()
                .member(2000, 0, Map.of())
                .member(1600, 0, Map.of())
                .result();
    }
}
