package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Where an object of a namespace is on the API server, for requests that the client does not make by itself. */
final class ObjectPath {
    private ObjectPath() {}

    /** The path of an object as it was read. */
    static String of(HasMetadata object) {
        String group = object.getApiVersion().contains("/") ? "/apis/" : "/api/";
        return group + object.getApiVersion() + "/namespaces/"
                + object.getMetadata().getNamespace() + "/" + object.getPlural() + "/"
                + object.getMetadata().getName();
    }
}
