package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.TuningReport.TuningOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TuningOutputsTest {
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"net.core.rmem_max is refused. ", "\"quoted\" ", "für \uD83D\uDE00"})
    void problemsThatDoNotFitTheTerminationLogAreCutAtTheEnd(String sentence) throws Exception {
        String problem = "It was " + sentence.repeat(600);

        byte[] log = ended(List.of(problem, "The last."));

        assertThat(log).hasSizeBetween(1, TuningOutputs.TERMINATION_LOG_BYTES);
        var report = ProtocolJson.readAnswer(log, TuningReport.class);
        assertThat(report.outcome()).isEqualTo(TuningOutcome.RESTORE_FAILED);
        assertThat(String.join(" ", report.problems()))
                .startsWith("It was " + sentence)
                .endsWith("...");
        assertThat(err.toString()).contains(problem, "The last.");
    }

    @Test
    void problemsThatFitAreWhole() throws Exception {
        var problems = List.of("The first.", "The last.");

        assertThat(ProtocolJson.readAnswer(ended(problems), TuningReport.class).problems())
                .isEqualTo(problems);
    }

    @Test
    void linkInTheWayOfTheReportIsReplacedAndNotFollowed() throws Exception {
        Path victim = Files.writeString(folder.resolve("victim"), "untouched");
        Path report = folder.resolve("tuning.json");
        Files.createSymbolicLink(report.resolveSibling("tuning.json.new"), victim);
        Files.createSymbolicLink(report, victim);

        outputs(Optional.of(report), Optional.empty()).verified(verified());

        assertThat(victim).hasContent("untouched");
        assertThat(report)
                .isRegularFile()
                .satisfies(file -> assertThat(Files.isSymbolicLink(file)).isFalse());
        assertThat(TuningOutputs.isReady(report)).isTrue();
    }

    @Test
    void linkToAReportIsNone() throws Exception {
        Path report = folder.resolve("tuning.json");
        outputs(Optional.of(report), Optional.empty()).verified(verified());
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), report);

        assertThatThrownBy(() -> TuningOutputs.isReady(link)).isInstanceOf(IOException.class);
    }

    @Test
    void linkInThePlaceOfTheTerminationLogIsNotFollowed() throws Exception {
        Path victim = Files.writeString(folder.resolve("victim"), "untouched");
        Path log = Files.createSymbolicLink(folder.resolve("termination-log"), victim);

        assertThatThrownBy(() -> outputs(Optional.empty(), Optional.of(log)).ended(verified()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("termination-log");
        assertThat(victim).hasContent("untouched");
    }

    private static TuningReport verified() {
        return new TuningReport(
                "run-1", TuningOutcome.VERIFIED, Optional.empty(), Optional.empty(), List.of(), List.of());
    }

    private TuningOutputs outputs(Optional<Path> report, Optional<Path> log) {
        return new TuningOutputs(report, log, new PrintWriter(new StringWriter()), new PrintWriter(err));
    }

    private byte[] ended(List<String> problems) throws Exception {
        Path log = Files.createFile(folder.resolve("termination-log"));
        outputs(Optional.empty(), Optional.of(log))
                .ended(new TuningReport(
                        "run-1",
                        TuningOutcome.RESTORE_FAILED,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        problems));
        return Files.readAllBytes(log);
    }
}
