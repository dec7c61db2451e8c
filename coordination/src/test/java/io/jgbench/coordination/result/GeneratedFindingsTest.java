package io.jgbench.coordination.result;

import static java.util.stream.Collectors.joining;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.Finding.Effect;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.testing.files.GeneratedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** With {@code -Djgbench.generate=true} this writes the table instead of comparing it. */
class GeneratedFindingsTest {
    private static final Path METHOD = Path.of("../docs/METHOD.md");

    @Test
    void findingsOfTheMethodFollowFromTheirDeclarations() throws IOException {
        new GeneratedText().holdPart(METHOD, "findings", table());
    }

    private static String table() {
        return "| finding | severity | workload | what was found |\n|---|---|---|---|\n"
                + Arrays.stream(Reason.values())
                        .flatMap(reason -> reason.effects().stream().map(effect -> row(reason, effect)))
                        .collect(joining());
    }

    private static String row(Reason reason, Effect effect) {
        return "| `" + reason.label() + "` | "
                + effect.severities().stream().map(Severity::label).collect(joining(", ")) + " | "
                + workloads(effect) + " | " + effect.meaning() + " |\n";
    }

    private static String workloads(Effect effect) {
        return effect.workloads().isEmpty()
                ? "all"
                : effect.workloads().stream()
                        .sorted()
                        .map(WorkloadSettings.Type::label)
                        .collect(joining(", "));
    }
}
