package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the table of findings in {@code docs/METHOD.md} to what can be found. */
class FindingsInMethodTest {
    private static final Path METHOD = Path.of("../docs/METHOD.md");
    private static final Pattern ROW =
            Pattern.compile("\\| `([A-Za-z]+)` \\| ([A-Za-z, ]+) \\| ([A-Za-z, ]+) \\| .+ \\|");
    private static final List<String> WORKLOADS = List.of("all", "Multicast", "Rpc", "MessageBus", "Datagram");

    @Test
    void everyReasonStandsInTheTable() throws IOException {
        assertThat(rows().stream().map(row -> row.group(1)).distinct())
                .containsExactlyElementsOf(
                        Arrays.stream(Reason.values()).map(Reason::label).toList());
    }

    @Test
    void everyRowNamesSeveritiesAndWorkloadsThatThereAre() throws IOException {
        var severities = Arrays.stream(Severity.values()).map(Severity::label).toList();
        assertThat(rows()).allSatisfy(row -> {
            assertThat(severities)
                    .as(row.group())
                    .containsAll(List.of(row.group(2).split(", ")));
            assertThat(WORKLOADS)
                    .as(row.group())
                    .containsAll(List.of(row.group(3).split(", ")));
        });
    }

    private static List<MatchResult> rows() throws IOException {
        return ROW.matcher(Files.readString(METHOD)).results().toList();
    }
}
