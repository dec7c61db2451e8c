package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.operator.cluster.RunYaml;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisitMetadataTest {
    private static final SuiteRef SUITE = new SuiteRef("lab", "grid", "suite-uid");

    @Test
    void runSaysWhichVisitItIs() {
        var visited = new VisitMetadata("grid", new VisitId(3, 2, 1), coordinates());

        assertThat(VisitMetadata.of(run(visited))).hasValueSatisfying(read -> {
            assertThat(read).isEqualTo(visited);
            assertThat(read.coordinates()).containsExactlyEntriesOf(coordinates());
        });
    }

    @Test
    void runOfNobodyIsNoVisitWhateverItSays() {
        BenchmarkRun run = run(new VisitMetadata("grid", new VisitId(3, 2, 1), coordinates()));
        run.getMetadata().setOwnerReferences(List.of());

        assertThat(VisitMetadata.of(run)).isEmpty();
        assertThat(SUITE.owns(run)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"jgbench.io/cell, 0", "jgbench.io/cell, x", "jgbench.io/round, ''", "jgbench.io/attempt, -1"})
    void changedLabelsAreNotBelieved(String label, String value) {
        BenchmarkRun run = run(new VisitMetadata("grid", new VisitId(3, 2, 1), coordinates()));
        run.getMetadata().getLabels().put(label, value);

        assertThat(VisitMetadata.of(run)).isEmpty();
    }

    @Test
    void changedCoordinatesAreNotBelieved() {
        BenchmarkRun run = run(new VisitMetadata("grid", new VisitId(3, 2, 1), coordinates()));
        run.getMetadata().getAnnotations().replaceAll((_, _) -> "null");

        assertThat(VisitMetadata.of(run)).isEmpty();
    }

    @Test
    void suiteOfTheSameNameIsAnotherOne() {
        BenchmarkRun run = run(new VisitMetadata("grid", new VisitId(0, 1, 1), coordinates()));

        assertThat(SUITE.owns(run)).isTrue();
        assertThat(new SuiteRef("lab", "grid", "another-uid").owns(run)).isFalse();
    }

    @Test
    void suiteOfAVisitIsItsOwnerWhereLabelsAndNameSayTheSame() {
        BenchmarkRun run = run(new VisitMetadata("grid", new VisitId(3, 2, 1), coordinates()));

        assertThat(VisitMetadata.suite(run)).hasValue(SUITE);
    }

    @ParameterizedTest
    @CsvSource({
        "jgbench.io/suite, another",
        "jgbench.io/suite, ",
        "jgbench.io/cell, 5",
        "jgbench.io/round, first",
        "jgbench.io/attempt, 2"
    })
    void runWhoseLabelsSayAnotherVisitThanItsNameIsNoSuites(String label, String value) {
        BenchmarkRun run = run(new VisitMetadata("grid", new VisitId(3, 2, 1), coordinates()));
        run.getMetadata().getLabels().put(label, value);

        assertThat(VisitMetadata.suite(run)).isEmpty();
    }

    private static Map<String, String> coordinates() {
        Map<String, String> coordinates = new LinkedHashMap<>();
        coordinates.put("stack", "udp");
        coordinates.put("options", "-Xmx1g -XX:+UseZGC \"quoted\" <b>");
        return coordinates;
    }

    private static BenchmarkRun run(VisitMetadata visited) {
        BenchmarkRun run = RunYaml.parsed("grid-c4-r2", "members: 1, messages: 1, messageSize: 1k");
        run.getMetadata().setNamespace(SUITE.namespace());
        run.getMetadata().setLabels(new HashMap<>(visited.labels(SUITE)));
        run.getMetadata().setAnnotations(new HashMap<>(visited.annotations()));
        run.getMetadata().setOwnerReferences(List.of(SUITE.ownerReference()));
        return run;
    }
}
