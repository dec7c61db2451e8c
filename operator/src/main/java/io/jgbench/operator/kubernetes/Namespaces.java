package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** Whether namespaces are there; asked where what is in one may not be looked at any more. */
public final class Namespaces {
    private final KubernetesClient client;

    /** Through this client. */
    public Namespaces(KubernetesClient client) {
        this.client = client;
    }

    /** Whether a namespace is gone with all that was in it. One that may not be looked at is believed to be there. */
    public boolean isGone(String name) {
        try {
            return client.namespaces().withName(name).get() == null;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return false;
            }
            throw e;
        }
    }
}
