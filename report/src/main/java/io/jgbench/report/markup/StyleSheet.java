package io.jgbench.report.markup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The style of a page. It is the one thing that is not escaped, so it must be this project's own text.
 *
 * @param css the rules; without {@code </}, which would end it
 */
public record StyleSheet(String css) implements Node {

    /** Refuses what would end it. */
    public StyleSheet {
        if (css.contains("</")) {
            throw new IllegalArgumentException("a style sheet must not hold \"</\", which ends it");
        }
    }

    @Override
    public void write(StringBuilder html) {
        html.append("<style>").append(css).append("</style>");
    }

    /** How a content security policy names it (CSP level 3, 2.3.1). */
    public String source() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(css.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JVM has SHA-256", e);
        }
    }
}
