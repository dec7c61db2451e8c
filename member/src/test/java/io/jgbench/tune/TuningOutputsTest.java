package io.jgbench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.TuningReport.Outcome;
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
        assertThat(report.outcome()).isEqualTo(Outcome.RESTORE_FAILED);
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

    private byte[] ended(List<String> problems) throws Exception {
        Path log = Files.createFile(folder.resolve("termination-log"));
        new TuningOutputs(Optional.empty(), Optional.of(log), new PrintWriter(new StringWriter()), new PrintWriter(err))
                .ended(new TuningReport(
                        "run-1", Outcome.RESTORE_FAILED, Optional.empty(), Optional.empty(), List.of(), problems));
        return Files.readAllBytes(log);
    }
}
