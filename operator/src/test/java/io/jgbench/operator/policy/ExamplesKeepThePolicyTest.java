package io.jgbench.operator.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.operator.plan.StackTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the project's own examples ask for is allowed where the admin says nothing. */
class ExamplesKeepThePolicyTest {
    private final PolicyRules rules = new PolicyRules(RunPolicy.defaults(), "registry.lab/member:1");
    private final RunSpecResolver runs = new RunSpecResolver(source -> StackTexts.find(source, Optional.empty()));

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../examples"), 2)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleIsAllowed(Path file) throws Exception {
        String yaml = Files.readString(file);
        if (yaml.contains("kind: BenchmarkSuite")) {
            var suite = Serialization.unmarshal(yaml, BenchmarkSuite.class);
            var resolved =
                    new SuiteResolver(runs, rules).resolve(suite.getMetadata().getName(), suite.getSpec());
            assertThat(resolved.cells()).isNotEmpty();
            assertThat(rules.ofSuites().problems(resolved)).isEmpty();
        } else {
            var run = Serialization.unmarshal(yaml, BenchmarkRun.class);
            assertThat(rules.problems(
                            run.getSpec(), runs.resolve(run.getMetadata().getName(), run.getSpec())))
                    .isEmpty();
        }
    }
}
