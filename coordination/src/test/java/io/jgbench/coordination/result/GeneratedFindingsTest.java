package io.jgbench.coordination.result;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.Finding.Effect;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.testing.files.GeneratedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With {@code -Djgbench.generate=true} these write the tables instead of comparing them. */
class GeneratedFindingsTest {
    private static final Path DOCUMENTS = Path.of("../docs");
    private static final Path TROUBLESHOOTING = DOCUMENTS.resolve("TROUBLESHOOTING.md");
    private static final Map<WorkloadSettings.Type, String> FILES = Map.of(
            WorkloadSettings.Type.MULTICAST, "MULTICAST.md",
            WorkloadSettings.Type.RPC, "RPC.md",
            WorkloadSettings.Type.MESSAGE_BUS, "MESSAGE-BUS.md",
            WorkloadSettings.Type.DATAGRAM, "DATAGRAM.md");

    private final GeneratedText generated = new GeneratedText();

    @Test
    void findingsOfAllWorkloadsInTheMethodFollowFromTheirDeclarations() throws IOException {
        generated.holdPart(
                DOCUMENTS.resolve("METHOD.md"),
                "findings",
                table(
                        "finding | severity | what was found",
                        effect -> effect.workloads().isEmpty(),
                        (reason, effect) -> severities(effect) + " | " + effect.meaning()));
    }

    @ParameterizedTest
    @EnumSource
    void findingsOfAWorkloadInItsOwnMethodFollowFromTheirDeclarations(WorkloadSettings.Type workload)
            throws IOException {
        String table = table(
                "finding | severity | what was found",
                effect -> effect.workloads().contains(workload),
                (reason, effect) -> severities(effect) + " | " + effect.meaning());

        generated.holdPart(DOCUMENTS.resolve("method").resolve(FILES.get(workload)), "findings", seenFromBelow(table));
    }

    @Test
    void everyFindingStandsInTheTroubleshootingWithWhatToDo() throws IOException {
        generated.holdPart(
                TROUBLESHOOTING,
                "findings",
                table(
                        "finding | workload | what was found | what to do",
                        effect -> true,
                        (reason, effect) -> workloads(effect) + " | " + effect.meaning() + " | " + effect.remedy()));

        assertThat(Reason.values())
                .flatExtracting(Reason::effects)
                .extracting(Effect::remedy)
                .allSatisfy(remedy -> assertThat(remedy).endsWith("."));
    }

    @Test
    void everyFindingThatWarnsOrMakesInvalidStandsAmongTheThresholds() throws IOException {
        String method = Files.readString(DOCUMENTS.resolve("METHOD.md"));
        String thresholds = method.substring(
                method.indexOf("### Thresholds"), method.indexOf("\n### ", method.indexOf("### Thresholds")));

        assertThat(Reason.values())
                .filteredOn(reason -> reason.effects().stream()
                        .flatMap(effect -> effect.severities().stream())
                        .anyMatch(severity -> severity != Severity.INFO))
                .extracting(reason -> "`" + reason.label() + "`")
                .allSatisfy(named -> assertThat(thresholds).contains(named));
    }

    private static String table(String heads, Predicate<Effect> shown, BiFunction<Reason, Effect, String> cells) {
        return "| " + heads + " |\n" + heads.replaceAll("[^|]+", "---").replaceAll(".+", "|$0|") + "\n"
                + Arrays.stream(Reason.values())
                        .flatMap(reason -> reason.effects().stream()
                                .filter(shown)
                                .map(effect -> "| `" + reason.label() + "` | " + cells.apply(reason, effect) + " |\n"))
                        .collect(joining());
    }

    /** Links as they are in a folder of its own. */
    private static String seenFromBelow(String table) {
        return table.replace("](METHOD.md", "](../METHOD.md");
    }

    private static String severities(Effect effect) {
        return effect.severities().stream().map(Severity::label).collect(joining(", "));
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
