package io.jgbench.operator.reconcile.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ConditionReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReconcileFailureTest {

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 413, 422})
    void whatTheApiServerRefusesIsQuotedThoughTheFrameworkWrapsIt(int code) {
        var failure =
                ReconcileFailure.of(new IllegalStateException(new KubernetesClientException("too long", code, null)));

        assertThat(failure).hasValueSatisfying(found -> {
            assertThat(found.reason()).isEqualTo(ConditionReason.API_REFUSED);
            assertThat(found.message()).endsWith("retries: too long");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 404, 409, 429, 500, 503})
    void whatMayPassByItselfIsNoTrouble(int code) {
        assertThat(ReconcileFailure.of(new KubernetesClientException("not now", code, null)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 409, 429, 500, 503})
    void whatAWebhookDeniesIsQuotedWhateverStatusItGives(int code) {
        String answer = "Failure executing: POST. Message: admission webhook \"leases.example.com\" denied the request:"
                + " frozen until Monday";
        var denial = new KubernetesClientException(answer, code, null);

        assertThat(ReconcileFailure.of(new IllegalStateException(denial))).hasValueSatisfying(found -> {
            assertThat(found.reason()).isEqualTo(ConditionReason.API_REFUSED);
            assertThat(found.message()).endsWith("frozen until Monday");
        });
        assertThat(ReconcileFailure.isRefusal(denial)).isTrue();
    }

    @Test
    void whatAPolicyDeniesIsQuotedThoughTheStatusIsThatOfAnExpiredToken() {
        String answer = "leases.coordination.k8s.io \"a\" is forbidden: ValidatingAdmissionPolicy 'frozen' with binding"
                + " 'all' denied request: until Monday";

        assertThat(ReconcileFailure.of(new KubernetesClientException(answer, 401, null)))
                .hasValueSatisfying(found -> assertThat(found.message()).endsWith("until Monday"));
    }

    @Test
    void conflictIsNoRefusal() {
        assertThat(ReconcileFailure.isRefusal(new KubernetesClientException("is there already", 409, null)))
                .isFalse();
    }

    @Test
    void webhookThatFailsIsQuotedThoughTheStatusIsThatOfAServerInTrouble() {
        String answer = "Internal error occurred: failed calling webhook \"pods.example.com\": connection refused";

        assertThat(ReconcileFailure.of(new KubernetesClientException(answer, 500, null)))
                .hasValueSatisfying(found -> {
                    assertThat(found.reason()).isEqualTo(ConditionReason.API_REFUSED);
                    assertThat(found.message()).endsWith(answer);
                });
    }

    @Test
    void anAnalysisThatThrowsIsNamedByItsCause() {
        var failure = ReconcileFailure.of(new IllegalStateException("wrapped", new ArithmeticException("/ by zero")));

        assertThat(failure).hasValueSatisfying(found -> {
            assertThat(found.reason()).isEqualTo(ConditionReason.INTERNAL_ERROR);
            assertThat(found.message()).endsWith("retries: ArithmeticException: / by zero");
        });
    }

    @Test
    void anOperatorThatEndsIsNoTrouble() {
        assertThat(ReconcileFailure.of(new IllegalStateException(new InterruptedException())))
                .isEmpty();
    }
}
