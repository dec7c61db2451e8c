package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.operator.plan.StackTexts;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeanObjectsTest {
    @Test
    void copyThatKubectlKeepsOfWhatItHasAppliedIsPassedOver() {
        assertThat(annotations("""
                annotations:
                  example.org/first: one
                  kubectl.kubernetes.io/last-applied-configuration: '{"spec":{"members":1}}'
                  example.org/last: two
                """))
                .containsExactly(Map.entry("example.org/first", "one"), Map.entry("example.org/last", "two"));
    }

    @Test
    void objectWithoutAnnotationsIsRead() {
        assertThat(annotations("annotations: {}")).isEmpty();
        assertThat(annotations("labels: {}")).isNullOrEmpty();
    }

    @Test
    void annotationsBeyondSomeKilobytesArePassedOver() {
        String filler = "x".repeat(8000);

        assertThat(annotations("""
                annotations:
                  example.org/large: %s
                  example.org/too-much: %s
                  jgbench.io/holds-place: "true"
                """.formatted(filler, filler)))
                .containsOnlyKeys("example.org/large", "jgbench.io/holds-place");
    }

    @Test
    void longStackOfARunIsLeftOutAndAShortOneKept() {
        String text = "<config>" + "x".repeat(2000) + "</config>";

        assertThat(stackOf(text))
                .isEqualTo(LeftOutTexts.standIn(text))
                .startsWith("(left out: 2017 characters, SHA-256 ");
        assertThat(stackOf("<config/>")).isEqualTo("<config/>");
    }

    @Test
    void whatIsLeftOutIsNoStackAndStaysAsItIsWhereItIsCopied() {
        String sentence = LeftOutTexts.standIn("x".repeat(65_536));

        assertThat(LeftOutTexts.isStandIn(sentence)).isTrue();
        assertThat(LeftOutTexts.standIn(sentence)).isEqualTo(sentence);
        assertThat(LeftOutTexts.standIn("y".repeat(65_536))).isNotEqualTo(sentence);
        assertThatThrownBy(() -> StackTexts.find(StackSource.inlined(sentence), Optional.empty()))
                .hasMessageContaining("stack inline is not XML");
    }

    @Test
    void longTextsOfASuiteAreLeftOutOfItsTemplateAndOfThePointsOfItsAxes() {
        String text = "x".repeat(4096);
        String yaml = """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: lean}
                spec:
                  template: {members: 1, stack: {inline: %1$s}}
                  axes:
                  - {name: size, path: messageSize, values: [1k, 2k]}
                  - name: stack
                    points:
                    - {name: own, values: {stack.inline: %1$s, messages: "7"}}
                """.formatted(text);
        var spec = LeanObjects.serialization()
                .unmarshal(yaml, BenchmarkSuite.class)
                .getSpec();

        assertThat(spec.template().stack().inline()).isEqualTo(LeftOutTexts.standIn(text));
        assertThat(spec.axes().getFirst().values()).containsExactly("1k", "2k");
        assertThat(spec.axes().getLast().points().getFirst().values())
                .containsEntry("stack.inline", LeftOutTexts.standIn(text))
                .containsEntry("messages", "7");
    }

    private static String stackOf(String inline) {
        String yaml = """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: lean}
                spec: {members: 1, stack: {inline: "%s"}}
                """.formatted(inline);
        return LeanObjects.serialization()
                .unmarshal(yaml, BenchmarkRun.class)
                .getSpec()
                .stack()
                .inline();
    }

    private static Map<String, String> annotations(String metadata) {
        String yaml = """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata:
                  name: lean
                """ + metadata.indent(2) + "spec: {members: 1}\n";
        BenchmarkRun run = LeanObjects.serialization().unmarshal(yaml, BenchmarkRun.class);
        assertThat(run.getMetadata().getName()).isEqualTo("lean");
        assertThat(run.getSpec().members()).isEqualTo(1);
        return run.getMetadata().getAnnotations();
    }
}
