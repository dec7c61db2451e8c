package io.jgbench.transport.jgroups;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jgroups.Message;
import org.jgroups.auth.AuthToken;
import org.jgroups.util.UUID;

/**
 * Proves to {@code AUTH} that the sender of a join or merge request, or of its answer, has the key of the group: a
 * keyed hash (HMAC-SHA-256, RFC 2104) of its address in the cluster, which is random for each member. Who copies one
 * from the wire can only pretend to be the member that has sent it.
 */
public final class GroupToken extends AuthToken {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int PROOF_BYTES = 32;

    private final byte[] key;
    private final byte[] proof = new byte[PROOF_BYTES];

    /** As it comes from the wire: with a proof that is to be read, and no key. */
    public GroupToken() {
        this(new byte[0]);
    }

    /** That of a member that has the key. */
    GroupToken(byte[] key) {
        this.key = key.clone();
    }

    @Override
    public String getName() {
        return GroupToken.class.getName();
    }

    @Override
    public int size() {
        return PROOF_BYTES;
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        if (!(auth.getAddress() instanceof UUID self)) {
            throw new IOException("a member's address in its cluster must be a UUID, got: " + auth.getAddress());
        }
        out.write(proofOf(self));
    }

    @Override
    public void readFrom(DataInput in) throws IOException {
        in.readFully(proof);
    }

    @Override
    public boolean authenticate(AuthToken token, Message message) {
        // What a member sends to itself is not marshalled; what came from the wire is never this object.
        return token == this
                || (token instanceof GroupToken shown
                        && message.getSrc() instanceof UUID sender
                        && MessageDigest.isEqual(shown.proof, proofOf(sender)));
    }

    private byte[] proofOf(UUID address) {
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(address.getMostSignificantBits())
                .putLong(address.getLeastSignificantBits())
                .array();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("each JVM has " + ALGORITHM, e);
        }
    }
}
