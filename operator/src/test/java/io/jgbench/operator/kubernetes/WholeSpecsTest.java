package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpecBuilder;
import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.cluster.SuiteYaml;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WholeSpecsTest {
    private static final String TEXT = "x".repeat(4000);

    private final FakeApiServer api = new FakeApiServer();
    private final WholeSpecs specs = new WholeSpecs(api.client());

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void suiteHasTheTextsOfItsTemplateAndItsPoints() {
        BenchmarkSuite stored = stored();
        BenchmarkSuite lean = LeanObjects.serialization().clone(stored);
        assertThat(lean.getSpec()).isNotEqualTo(stored.getSpec());

        assertThat(specs.read(lean)).isEqualTo(stored.getSpec());
    }

    @Test
    void specThatIsWholeTakesNoRequest() {
        BenchmarkSuite stored = stored();
        api.refuse("benchmarksuites", "GET", 500);

        assertThat(specs.read(stored)).isSameAs(stored.getSpec());
    }

    @Test
    void suiteThatWasChangedMeanwhileIsAConflict() {
        BenchmarkSuite stored = stored();
        BenchmarkSuite lean = LeanObjects.serialization().clone(stored);
        stored.setSpec(BenchmarkSuiteSpecBuilder.builder(stored.getSpec())
                .suspend(true)
                .build());
        api.aside().resource(stored).update();

        assertThatThrownBy(() -> specs.read(lean))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(ApiAnswer.isConflict(e)).isTrue())
                .hasMessageContaining("BenchmarkSuite lab/grid was changed or replaced");
    }

    @Test
    void suiteIsAConflictWhereTwoOthersAreReadForTooLong() throws Exception {
        BenchmarkSuite lean = LeanObjects.serialization().clone(stored());
        var impatient = new WholeSpecs(api.client(), Duration.ZERO);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var held = api.hold("benchmarksuites", "GET")) {
            var one = threads.submit(() -> impatient.read(lean));
            var other = threads.submit(() -> impatient.read(lean));
            held.await(2);

            assertThatThrownBy(() -> impatient.read(lean))
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            e -> assertThat(ApiAnswer.isConflict(e)).isTrue())
                    .hasMessageContaining("BenchmarkSuite lab/grid was not read within 0 ms");

            held.release();
            assertThat(one.get()).isEqualTo(other.get());
        }
    }

    private BenchmarkSuite stored() {
        BenchmarkSuite suite = SuiteYaml.parsed(
                "grid",
                "template: {members: 1, messages: 1, messageSize: 1k, stack: {inline: " + TEXT + "}},"
                        + " axes: [{name: stack, points: [{name: own, values: {stack.inline: " + TEXT + "}}]}]");
        suite.getMetadata().setNamespace("lab");
        suite.getMetadata().setUid("suite-uid");
        return api.aside().resource(suite).create();
    }
}
