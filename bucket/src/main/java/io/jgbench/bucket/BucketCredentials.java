package io.jgbench.bucket;

import java.util.Optional;

/**
 * Who stores or reads. Its text tells nothing of it.
 *
 * @param accessKeyId the access key
 * @param secretAccessKey its secret
 * @param sessionToken the token of a temporary key
 */
public record BucketCredentials(String accessKeyId, String secretAccessKey, Optional<String> sessionToken) {

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
