package io.jgbench.operator.reconcile.state;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.kubernetes.ApiAnswer;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

/**
 * Why the operator cannot continue a run or suite, where a retry alone will not help.
 *
 * @param reason for a condition
 * @param message one sentence
 */
public record ReconcileFailure(ConditionReason reason, String message) {
    private static final int UNPROCESSABLE = 422;

    /** Answers of an API server that stay the same until somebody changes something. */
    private static final Set<Integer> REFUSALS = Set.of(
            HttpURLConnection.HTTP_BAD_REQUEST,
            HttpURLConnection.HTTP_FORBIDDEN,
            HttpURLConnection.HTTP_ENTITY_TOO_LARGE,
            UNPROCESSABLE);

    /**
     * What an API server says of an admission webhook that does not answer, or answers with an error, beside its own
     * status 500: it lasts until somebody mends the webhook.
     */
    private static final String FAILED_WEBHOOK = "failed calling webhook";

    /**
     * What is behind an error; empty for a disturbance that passes, such as a conflict or a server that does not
     * answer.
     *
     * @param error as the framework has it, which wraps what a reconciliation throws
     */
    public static Optional<ReconcileFailure> of(Throwable error) {
        Optional<KubernetesClientException> answer = causes(error)
                .filter(KubernetesClientException.class::isInstance)
                .map(KubernetesClientException.class::cast)
                .findFirst();
        if (answer.isPresent()) {
            return answer.filter(refusal -> REFUSALS.contains(refusal.getCode()) || isOfAWebhook(refusal))
                    .map(ReconcileFailure::refusal);
        }
        boolean isEnding = causes(error)
                .anyMatch(
                        cause -> cause instanceof InterruptedException || cause instanceof RejectedExecutionException);
        return isEnding
                ? Optional.empty()
                : causes(error).reduce((_, cause) -> cause).map(ReconcileFailure::failure);
    }

    private static boolean isOfAWebhook(KubernetesClientException answer) {
        boolean hasFailed = answer.getCode() == HttpURLConnection.HTTP_INTERNAL_ERROR
                && String.valueOf(answer.getMessage()).contains(FAILED_WEBHOOK);
        return hasFailed || ApiAnswer.isDenial(answer);
    }

    /**
     * Whether the API server has answered that it does not do what was asked: a quota, an admission webhook or a full
     * store. A conflict is none: somebody else has done something.
     */
    public static boolean isRefusal(KubernetesClientException answer) {
        return answer.getCode() >= HttpURLConnection.HTTP_BAD_REQUEST && !ApiAnswer.isConflict(answer);
    }

    /** Whether the status of a run says that one is in its way: the run is tried again at its own pace. */
    public static boolean isSaidOf(BenchmarkRun run) {
        return run.condition(ConditionType.SUCCEEDED)
                .flatMap(StatusCondition::knownReason)
                .filter(ConditionReason::isTrouble)
                .isPresent();
    }

    private static Stream<Throwable> causes(Throwable error) {
        return Stream.iterate(error, cause -> cause != null, Throwable::getCause);
    }

    private static ReconcileFailure refusal(KubernetesClientException refusal) {
        return new ReconcileFailure(
                ConditionReason.API_REFUSED,
                "The API server refused a request; the operator retries: " + refusal.getMessage());
    }

    private static ReconcileFailure failure(Throwable root) {
        return new ReconcileFailure(
                ConditionReason.INTERNAL_ERROR,
                "The operator failed at this run and retries: "
                        + root.getClass().getSimpleName() + ": " + root.getMessage());
    }
}
