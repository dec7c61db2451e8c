package io.jgbench.api.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.testing.files.GeneratedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With {@code -Djgbench.generate=true} these write the files instead of comparing them. */
class GeneratedFilesTest {
    private static final Path CRD = Path.of("src/main/crd/benchmarkruns.jgbench.io-v1.yml");
    /** A chart holds nothing that lies outside of its folder. */
    private static final Path CRD_OF_CHART = Path.of("../helm/jgbench/files/benchmarkruns.jgbench.io-v1.yml");

    private static final Path SUITES_CRD = Path.of("src/main/crd/benchmarksuites.jgbench.io-v1.yml");
    private static final Path SUITES_CRD_OF_CHART = Path.of("../helm/jgbench/files/benchmarksuites.jgbench.io-v1.yml");

    private static final Path SUITES_REFERENCE = Path.of("../docs/API-SUITE.md");
    private static final Path SUITES_GUIDE = Path.of("../docs/SUITES.md");
    private static final Path REFERENCE = Path.of("../docs/API.md");
    private static final Path OPERATOR_GUIDE = Path.of("../docs/OPERATOR.md");
    private static final Path TROUBLESHOOTING = Path.of("../docs/TROUBLESHOOTING.md");

    private final GeneratedText generated = new GeneratedText();

    @Test
    void checkedInDefinitionFollowsFromTheTypes() throws IOException {
        generated.holdFile(CRD, CrdFile.generate().yaml());
        generated.holdFile(CRD_OF_CHART, CrdFile.generate().yaml());
        generated.holdFile(SUITES_CRD, CrdFile.generate(ApiKind.SUITE).yaml());
        generated.holdFile(SUITES_CRD_OF_CHART, CrdFile.generate(ApiKind.SUITE).yaml());
    }

    @Test
    void referenceFollowsFromTheTypes() throws IOException {
        generated.holdFile(REFERENCE, ApiReference.of(ApiKind.RUN));
        generated.holdFile(SUITES_REFERENCE, ApiReference.of(ApiKind.SUITE));
    }

    @Test
    void conditionsOfTheGuideFollowFromTheirDeclarations() throws IOException {
        generated.holdPart(OPERATOR_GUIDE, "conditions", ConditionReference.ofTypes());
    }

    @Test
    void conditionsOfASuiteStandInItsGuideWithWhatToDo() throws IOException {
        generated.holdPart(SUITES_GUIDE, "conditions", ConditionReference.ofSuites());
    }

    @Test
    void everyReasonStandsInTheTroubleshootingWithWhatToDo() throws IOException {
        generated.holdPart(TROUBLESHOOTING, "reasons", ConditionReference.ofReasons());

        assertThat(ConditionReason.values()).allSatisfy(reason -> {
            assertThat(reason.meaning()).endsWith(".");
            assertThat(reason.remedy()).endsWith(".");
        });
    }

    @ParameterizedTest
    @EnumSource
    void everyFieldSaysWhatItMeansAndEveryFieldOfTheSpecGivesAnExample(ApiKind kind) {
        var fields = CrdFile.generate(kind)
                .definition()
                .getSpec()
                .getVersions()
                .getFirst()
                .getSchema()
                .getOpenAPIV3Schema()
                .getProperties();

        assertThat(undescribed("spec", fields.get("spec"), true)).isEmpty();
        if (kind.status().isPresent()) {
            assertThat(undescribed("status", fields.get("status"), false)).isEmpty();
        }
    }

    private static List<String> undescribed(String path, JSONSchemaProps schema, boolean withExample) {
        List<String> found = new ArrayList<>();
        schema.getProperties().forEach((name, property) -> {
            if (property.getDescription() == null || (withExample && property.getExample() == null)) {
                found.add(path + "." + name);
            }
            found.addAll(undescribed(path + "." + name, property, withExample));
            if (property.getItems() != null) {
                found.addAll(undescribed(
                        path + "." + name + "[]", property.getItems().getSchema(), withExample));
            }
        });
        return found;
    }
}
