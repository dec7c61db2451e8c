package io.jgbench.operator.storage;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Where full results are stored beside the ConfigMaps of their runs. */
public sealed interface StorageSettings {

    /** Nowhere. */
    record None() implements StorageSettings {}

    /**
     * On a volume that is mounted into the operator's pod.
     *
     * @param directory where it is mounted
     */
    record Volume(Path directory) implements StorageSettings {

        /** Refuses nulls. */
        public Volume {
            Objects.requireNonNull(directory, "directory");
        }
    }

    /**
     * In a bucket of a server that speaks the S3 protocol.
     *
     * @param endpoint the server; empty for Amazon's of the region
     * @param region the region that requests are signed for
     * @param bucket the bucket, which must be there
     * @param prefix what the keys of all results begin with; may be empty
     * @param isPathStyle whether the bucket stands in the path of a request, not in the name of the server
     * @param caBundle certificates in PEM that the server's is checked against; empty for those of the JVM
     * @param credentials who stores
     */
    record S3(
            Optional<URI> endpoint,
            String region,
            String bucket,
            Optional<StoragePath> prefix,
            boolean isPathStyle,
            Optional<Path> caBundle,
            Credentials credentials)
            implements StorageSettings {}

    /**
     * Who stores. Its text tells nothing of it.
     *
     * @param accessKeyId the access key
     * @param secretAccessKey its secret
     * @param sessionToken the token of a temporary key
     */
    record Credentials(String accessKeyId, String secretAccessKey, Optional<String> sessionToken) {

        /** The text without what is secret, wherever that stands in it. */
        String removedFrom(String text) {
            String without = text.replace(secretAccessKey, "***").replace(accessKeyId, "***");
            return sessionToken.map(token -> without.replace(token, "***")).orElse(without);
        }

        @Override
        public String toString() {
            return "Credentials[***]";
        }
    }
}
