package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnfitObjectsTest {
    private final KubernetesSerialization serialization = LeanObjects.serialization();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{members: four} | spec.members: expected a number, found \"four\"",
                "{members: 99999999999} | spec.members: expected a number, found 99999999999",
                "{members: [1]} | spec.members: expected a number, found [1]",
                "{suspend: 'often'} | spec.suspend: expected true or false, found \"often\"",
                "{messageSize: {k: 1}} | spec.messageSize: expected a number of bytes, found {\"k\":1}",
                "{tuning: {mode: Guess}} | spec.tuning.mode: expected one of Verify, Apply, Ignore, found \"Guess\"",
                "{tuning: {sysctls: [{name: a, value: b}, 7]}} | spec.tuning.sysctls[1]: expected an object, found 7",
                "{placement: {nodeNames: n1}} | spec.placement.nodeNames: expected a list, found \"n1\"",
                "{colour: red} | spec.colour: a field that this operator does not know, found \"red\"",
                "none | spec: expected an object, found \"none\"",
                "[] | spec: expected an object, found []",
            })
    void fieldThatDoesNotFitIsToldWithWhatWasExpectedAndFound(String spec, String told) {
        assertThat(UnreadableFields.ofSpec(run("spec: " + spec))).hasValue(told);
    }

    @Test
    void listWithAHoleIsToldOf() {
        assertThat(UnreadableFields.ofSpec(run("spec: {tuning: {sysctls: [null]}}")))
                .hasValueSatisfying(told -> assertThat(told).startsWith("spec.tuning"));
    }

    @Test
    void restOfTheObjectIsRead() {
        var run = run("""
                spec: {members: four, senders: [], messages: 7, retention: {ttlAfterFinished: 1h}}
                status:
                  stack: udp
                  bottleneck: {type: Moonlight}
                  conditions:
                  - {type: Finished, status: "True", reason: Completed, message: Over., lastTransitionTime: "x"}
                """);

        assertThat(run.getMetadata().getName()).isEqualTo("r");
        assertThat(run.getSpec().members()).isNull();
        assertThat(run.getSpec().senders()).isNull();
        assertThat(run.getSpec().messages()).isEqualTo(7);
        assertThat(run.getSpec().retention().ttlAfterFinished()).isEqualTo("1h");
        assertThat(run.isTrue(ConditionType.FINISHED)).isTrue();
        assertThat(run.getStatus().stack()).isEqualTo("udp");
        assertThat(run.getStatus().bottleneck()).isNull();
        assertThat(UnreadableFields.ofStatus(run))
                .hasValueSatisfying(told -> assertThat(told).startsWith("status.bottleneck.type: expected one of"));
    }

    @Test
    void copyOfTheObjectTellsTheSame() {
        var run = run("spec: {members: four}");

        var copy = serialization.clone(run);

        assertThat(UnreadableFields.ofSpec(copy)).isPresent().isEqualTo(UnreadableFields.ofSpec(run));
        assertThat(copy.getSpec()).isEqualTo(run.getSpec());
    }

    @Test
    void storedObjectWithoutASpecHasAnEmptyOneAndSaysSo() {
        var run = run("status: {stack: udp}");

        assertThat(run.getSpec()).isNotNull();
        assertThat(run.getStatus().stack()).isEqualTo("udp");
        assertThat(UnreadableFields.ofSpec(run)).hasValue("spec: expected an object, found nothing");
        assertThat(UnreadableFields.ofSpec(serialization.clone(run))).isEqualTo(UnreadableFields.ofSpec(run));
    }

    @Test
    void objectThatFitsAndFollowsOneThatDoesNotSaysNothing() {
        run("spec: {members: four}");

        var run = run("spec: {members: 4}");

        assertThat(UnreadableFields.ofSpec(run)).isEmpty();
        assertThat(run.getSpec().members()).isEqualTo(4);
        assertThat(run.getMetadata().getAdditionalProperties()).isEmpty();
    }

    @Test
    void suiteIsReadWithoutItsTemplateWhereThatDoesNotFit() {
        var suite = serialization.unmarshal("""
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: s, uid: u}
                spec: {template: {members: four}, rounds: 3}
                """, BenchmarkSuite.class);

        assertThat(UnreadableFields.ofSpec(suite)).hasValue("spec.template.members: expected a number, found \"four\"");
        assertThat(suite.getSpec().rounds()).isEqualTo(3);
        assertThat(suite.getSpec().template()).isNull();
    }

    private BenchmarkRun run(String parts) {
        return serialization.unmarshal("""
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: r, uid: u}
                """ + parts, BenchmarkRun.class);
    }
}
