package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/**
 * What an answer of the API server means that is an error. An admission webhook or policy that denies a request chooses
 * the status itself: with 409 or 404 nothing is said of the object, with 429 or 503 the server is not in trouble, and
 * with 401 no token has expired.
 */
public final class ApiAnswer {
    /** How the API server begins what it says of a denial, whatever the webhook has given as the status and reason. */
    private static final String WEBHOOK = "admission webhook ";

    private static final String DENIED = " denied the request";

    private static final String POLICY = "ValidatingAdmissionPolicy '";
    private static final String DENIED_BY_POLICY = " denied request";

    private ApiAnswer() {}

    /** Whether a webhook or a policy has denied the request, which it does again until somebody changes something. */
    public static boolean isDenial(KubernetesClientException answer) {
        String message = String.valueOf(answer.getMessage());
        return has(message, WEBHOOK, DENIED) || has(message, POLICY, DENIED_BY_POLICY);
    }

    private static boolean has(String message, String first, String then) {
        int at = message.indexOf(first);
        return at >= 0 && message.indexOf(then, at) >= 0;
    }

    /** Whether somebody else has made or changed the object meanwhile. */
    public static boolean isConflict(KubernetesClientException answer) {
        return answer.getCode() == HttpURLConnection.HTTP_CONFLICT && !isDenial(answer);
    }

    /** Whether the object is not there, or its namespace. */
    public static boolean isNotFound(KubernetesClientException answer) {
        return answer.getCode() == HttpURLConnection.HTTP_NOT_FOUND && !isDenial(answer);
    }
}
