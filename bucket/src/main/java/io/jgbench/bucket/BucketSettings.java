package io.jgbench.bucket;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a bucket is, and who uses it.
 *
 * @param endpoint the server; empty for Amazon's of the region
 * @param region the region that requests are signed for
 * @param bucket the bucket, which must be there
 * @param isPathStyle whether the bucket stands in the path of a request, not in the name of the server
 * @param caBundle certificates in PEM that the server's is checked against; empty for those of the JVM
 * @param credentials who uses it
 */
public record BucketSettings(
        Optional<URI> endpoint,
        String region,
        String bucket,
        boolean isPathStyle,
        Optional<Path> caBundle,
        BucketCredentials credentials) {

    /** Refuses nulls. */
    public BucketSettings {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(bucket, "bucket");
        Objects.requireNonNull(caBundle, "caBundle");
        Objects.requireNonNull(credentials, "credentials");
    }

    /**
     * A server, as a user names it.
     *
     * @throws IllegalArgumentException if it is none; the message does not repeat the text, which may hold a password
     */
    public static URI endpoint(String text) {
        try {
            URI uri = new URI(text);
            boolean isServer = uri.getHost() != null
                    && List.of("http", "https").contains(uri.getScheme())
                    && uri.getUserInfo() == null;
            if (isServer) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // the message below says it
        }
        throw new IllegalArgumentException(
                "must be the URL of a server without a user, such as https://s3.lab.example:9000");
    }
}
