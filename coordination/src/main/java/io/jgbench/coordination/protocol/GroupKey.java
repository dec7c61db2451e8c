package io.jgbench.coordination.protocol;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * The key that all members of a run share and nobody else has: by it stacks tell members from strangers, and encrypt.
 *
 * @param base64 its 256 bits
 */
public record GroupKey(String base64) {
    private static final int BYTES = 32;

    /** Refuses another length. */
    public GroupKey {
        int found = Base64.getDecoder().decode(base64).length;
        if (found != BYTES) {
            throw new IllegalArgumentException("a group key must have " + BYTES + " bytes, got: " + found);
        }
    }

    /** A fresh one. */
    public static GroupKey random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new GroupKey(Base64.getEncoder().encodeToString(bytes));
    }

    /** A copy of its bytes. */
    public byte[] bytes() {
        return Base64.getDecoder().decode(base64);
    }

    /** Leaves the key out, so that no log line can hold it. */
    @Override
    public String toString() {
        return "GroupKey[…]";
    }
}
