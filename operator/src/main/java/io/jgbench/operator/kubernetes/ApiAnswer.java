package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/**
 * What an answer of the API server means that is an error. An admission webhook that denies a request chooses the
 * status itself: with 409 or 404 nothing is said of the object, and with 429 or 503 the server is not in trouble.
 */
public final class ApiAnswer {
    /** How the API server begins what it says of a denial, whatever the webhook has given as the status and reason. */
    private static final String WEBHOOK = "admission webhook ";

    private static final String DENIED = " denied the request";

    private ApiAnswer() {}

    /** Whether an admission webhook has denied the request, which it will do again until somebody changes something. */
    public static boolean isDenial(KubernetesClientException answer) {
        String message = String.valueOf(answer.getMessage());
        int webhook = message.indexOf(WEBHOOK);
        return webhook >= 0 && message.indexOf(DENIED, webhook) >= 0;
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
