package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import java.util.Base64;
import java.util.Optional;

/** What stands under a key of a ConfigMap: kubectl stores a file as text if it is UTF-8, and as binary if not. */
public sealed interface ConfigMapEntry {
    /** What is said of a binary entry where a text is expected, which is the subject of the sentence. */
    String BINARY = "is stored as binary: save the file as UTF-8";

    /** A text. */
    record Text(String content) implements ConfigMapEntry {}

    /** Anything else. */
    record Binary(String base64) implements ConfigMapEntry {

        /** What was stored. */
        public byte[] bytes() {
            return Base64.getDecoder().decode(base64);
        }
    }

    /** There is no such key, or no such ConfigMap. */
    record Absent() implements ConfigMapEntry {}

    /** Reads it from the API server. */
    static ConfigMapEntry read(KubernetesClient client, String namespace, ConfigMapKeyRef ref) {
        Optional<ConfigMap> map = Optional.ofNullable(
                client.configMaps().inNamespace(namespace).withName(ref.name()).get());
        Optional<ConfigMapEntry> text =
                map.map(ConfigMap::getData).map(data -> data.get(ref.key())).map(Text::new);
        return text.or(() -> map.map(ConfigMap::getBinaryData)
                        .map(data -> data.get(ref.key()))
                        .map(Binary::new))
                .orElseGet(Absent::new);
    }

    /** The text; empty where there is none. */
    default Optional<String> text() {
        return this instanceof Text(var content) ? Optional.of(content) : Optional.empty();
    }
}
