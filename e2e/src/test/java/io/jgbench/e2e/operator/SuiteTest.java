package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A suite from one {@code kubectl apply}. */
@OperatorTest
class SuiteTest {
    /** Four runs of some ten seconds on an idle machine; the rest is room for a busy one. */
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private static final String GRID = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkSuite
            metadata: {name: grid}
            spec:
              template:
                members: 2
                messages: 2000
                messageSize: 1k
                warmup: {messages: 1000}
                start: {maxSkew: 5s}
              axes:
              - {name: stack, path: stack.name, values: [udp, tcp]}
              rounds: 2
              onInvalid: {retries: 2}
              retention: {runs: 2}
            """;

    @AfterEach
    void deleteSuite(Lab lab) {
        lab.kubectl("delete", "bsuite", "grid", "--ignore-not-found", "--cascade=foreground")
                .orFail();
    }

    @Test
    void suiteOfTwoCellsAndTwoRoundsSucceedsAndKeepsADigestOfEachVisit(Lab lab) {
        lab.applyText(GRID).orFail();

        lab.kubectl("wait", "bsuite/grid", "--for=condition=Finished", "--timeout=" + PATIENCE.toSeconds() + "s")
                .orFail();

        BenchmarkSuite suite =
                lab.client().resources(BenchmarkSuite.class).withName("grid").require();
        assertThat(suite.isTrue(SuiteConditionType.SUCCEEDED))
                .as("%s", suite.getStatus())
                .isTrue();
        assertThat(suite.getStatus().visits().progress()).isEqualTo("4/4");
        assertThat(suite.getStatus().perCell())
                .extracting(cell -> cell.name())
                .containsExactly("stack=udp", "stack=tcp");
        assertThat(suite.getStatus().perCell())
                .allSatisfy(cell -> assertThat(cell.bytesPerSecond()).isPositive());
        assertThat(digests(lab)).contains("grid-c1-r1", "grid-c1-r2", "grid-c2-r1", "grid-c2-r2");
        assertThat(lab.kubectl("get", "bsuite", "grid").orFail()).contains("Passed", "4/4");
        await("only the last runs")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lab.client()
                                .resources(BenchmarkRun.class)
                                .withLabel("jgbench.io/suite", "grid")
                                .list()
                                .getItems())
                        .hasSize(2));
    }

    /** The names of the runs whose digests are kept. */
    private static List<String> digests(Lab lab) {
        return lab
                .client()
                .configMaps()
                .withLabel("jgbench.io/suite", "grid")
                .withLabel("jgbench.io/content", "digests")
                .list()
                .getItems()
                .stream()
                .map(ConfigMap::getBinaryData)
                .flatMap(data -> data.keySet().stream())
                .map(key -> key.replace(".json.gz", ""))
                .toList();
    }
}
