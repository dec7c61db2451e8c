package io.jgbench.report.stored;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** What a ConfigMap holds under a key. */
public final class ConfigMapEntry {
    private ConfigMapEntry() {}

    /**
     * Reads it from a ConfigMap as {@code kubectl get -o json} gives it.
     *
     * @return the text in UTF-8, or the bytes; empty where there is no such key
     * @throws StoredResultException if that is no ConfigMap
     */
    public static Optional<byte[]> of(byte[] configMap, String key) throws StoredResultException {
        try {
            JsonNode tree = RunDocument.json().readTree(configMap);
            JsonNode text = tree.path("data").path(key);
            JsonNode bytes = tree.path("binaryData").path(key);
            if (text.isTextual()) {
                return Optional.of(text.asText().getBytes(StandardCharsets.UTF_8));
            }
            return bytes.isTextual() ? Optional.of(Base64.getDecoder().decode(bytes.asText())) : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw new StoredResultException("what kubectl gives of key " + key + " is no ConfigMap", e);
        }
    }
}
