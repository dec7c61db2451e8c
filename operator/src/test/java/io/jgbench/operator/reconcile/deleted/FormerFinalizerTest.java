package io.jgbench.operator.reconcile.deleted;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.operator.reconcile.StepFixture;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormerFinalizerTest {
    private final StepFixture fixture = new StepFixture();
    private final FormerFinalizer formerFinalizer = new FormerFinalizer(fixture.api.client());

    @BeforeEach
    void runOfAnEarlierVersion() {
        fixture.run.getMetadata().setFinalizers(List.of(FormerFinalizer.NAME));
        fixture.api.aside().resource(fixture.run).create();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 409, 422})
    void denialIsToldWhateverStatusTheWebhookGives(int code) {
        fixture.api.deny("benchmarkruns", "PATCH", code);

        assertThatThrownBy(() -> formerFinalizer.remove(fixture.run)).isInstanceOf(KubernetesClientException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 409, 422})
    void runThatHasChangedMeanwhileIsLeftToTheNextLook(int code) {
        fixture.api.refuse("benchmarkruns", "PATCH", code);

        assertThatCode(() -> formerFinalizer.remove(fixture.run)).doesNotThrowAnyException();
    }
}
