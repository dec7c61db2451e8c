package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.LeanObjects;
import org.junit.jupiter.api.Test;

class DeclaredSpecsTest {
    private static final String TEXT = "<config>" + "x".repeat(5000) + "</config>";

    @Test
    void runThatWasReadWithoutItsLongStackIsDeclaredAsItsVisit() {
        assertThat(DeclaredSpecs.difference(with(TEXT), read(TEXT))).isEmpty();
        assertThat(DeclaredSpecs.difference(with(TEXT), with(TEXT))).isEmpty();
    }

    @Test
    void anotherLongStackOfTheSameLengthIsADifference() {
        assertThat(DeclaredSpecs.difference(with(TEXT), read(TEXT.replace('x', 'y'))))
                .hasValue("spec.stack.inline");
    }

    private static BenchmarkRunSpec with(String stack) {
        return RunYaml.parsed("r", "members: 2, messages: 1, messageSize: 1k")
                .getSpec()
                .withStack(StackSource.inlined(stack));
    }

    private static BenchmarkRunSpec read(String stack) {
        var run = new BenchmarkRun();
        run.setSpec(with(stack));
        return LeanObjects.serialization().clone(run).getSpec();
    }
}
