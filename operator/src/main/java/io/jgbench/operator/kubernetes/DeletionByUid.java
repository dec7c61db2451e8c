package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/**
 * Deletes an object, and never another one that has its name by now. The client's own way to delete names objects
 * alone.
 */
public final class DeletionByUid {
    private static final String BACKGROUND = "Background";

    private final KubernetesClient client;

    /** Through this client. */
    public DeletionByUid(KubernetesClient client) {
        this.client = client;
    }

    /** Deletes an object of a namespace, as it was read; nothing if it is gone. What it owns is deleted after it. */
    public void delete(HasMetadata object) {
        delete(object, options(object).build());
    }

    /** The same, and nobody is waited for: it is gone at once. */
    public void deleteAtOnce(HasMetadata object) {
        delete(object, options(object).withGracePeriodSeconds(0L).build());
    }

    private static DeleteOptionsBuilder options(HasMetadata object) {
        return new DeleteOptionsBuilder()
                .withPropagationPolicy(BACKGROUND)
                .withNewPreconditions()
                .withUid(object.getMetadata().getUid())
                .endPreconditions();
    }

    private void delete(HasMetadata object, DeleteOptions options) {
        try {
            client.raw(ObjectPath.of(object), "DELETE", options);
        } catch (KubernetesClientException e) {
            // a conflict says that another object has the name by now
            if (!ApiAnswer.isNotFound(e) && !ApiAnswer.isConflict(e)) {
                throw e;
            }
        }
    }
}
