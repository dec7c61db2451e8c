package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.GroupKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jgroups.annotations.Property;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.SYM_ENCRYPT;
import org.jgroups.stack.Protocol;

/**
 * JGroups' {@code AUTH} and {@code SYM_ENCRYPT} with the key of the run, where a stack gives them none: an {@code AUTH}
 * without {@code auth_class}, a {@code SYM_ENCRYPT} without {@code keystore_name}. Each has a key of its own, derived
 * from that of the run, and forgets it as text once it has begun, so that it stands in no report.
 */
final class KeyedProtocols {
    /** The attribute that takes the key of the run, in base64. */
    static final String KEY = "group_key";

    private static final String DERIVATION = "HmacSHA256";

    /** The lengths that AES has; a derived key has room for the longest. */
    private static final List<Integer> KEY_BITS = List.of(128, 192, 256);

    private KeyedProtocols() {}

    /** The class that takes the key of the run in place of JGroups' own, where the attributes name no other key. */
    static Class<? extends Protocol> inPlaceOf(Class<? extends Protocol> type, Map<String, String> attributes) {
        if (AUTH.class.equals(type) && !attributes.containsKey("auth_class")) {
            return Authentication.class;
        }
        if (SYM_ENCRYPT.class.equals(type) && !attributes.containsKey("keystore_name")) {
            return Encryption.class;
        }
        return type;
    }

    /** Whether protocols of this class take the key of the run. */
    static boolean isKeyed(Class<?> type) {
        return Authentication.class.equals(type) || Encryption.class.equals(type);
    }

    /** JGroups' own class behind one that takes the key; the same for all others. */
    static Class<?> original(Class<?> type) {
        return isKeyed(type) ? type.getSuperclass() : type;
    }

    /** Another key for each use. */
    private static byte[] derived(String base64, String use) {
        if (base64 == null) {
            throw new IllegalStateException(use + " needs the key of a run, which only members that a run starts have;"
                    + " give it a key of its own, or take a stack without it");
        }
        try {
            Mac mac = Mac.getInstance(DERIVATION);
            mac.init(new SecretKeySpec(new GroupKey(base64).bytes(), DERIVATION));
            return mac.doFinal(use.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("each JVM has " + DERIVATION, e);
        }
    }

    /** A key of the length that the stack says, as JGroups itself makes one; it would take a longer one unasked. */
    private static byte[] cut(byte[] derived, int bits) {
        if (!KEY_BITS.contains(bits)) {
            throw new IllegalStateException("sym_keylength of a SYM_ENCRYPT with the key of the run must be 128, 192 or"
                    + " 256, got: " + bits + "; a good value is 256");
        }
        return Arrays.copyOf(derived, bits / Byte.SIZE);
    }

    /** Made by JGroups. */
    public static final class Authentication extends AUTH {
        @Property(name = KEY, description = "Key of the run in base64", exposeAsManagedAttribute = false)
        private String groupKey;

        /** As JGroups needs it. */
        public Authentication() {
            setId(ClassConfigurator.getProtocolId(AUTH.class));
        }

        @Override
        public String getName() {
            return AUTH.class.getSimpleName();
        }

        @Override
        public void init() throws Exception {
            var token = new GroupToken(derived(groupKey, getName()));
            groupKey = null;
            token.setAuth(this);
            setAuthToken(token);
            super.init();
        }
    }

    /** Made by JGroups. */
    @SuppressWarnings("unchecked") // JGroups' class overrides a generic method without its type
    public static final class Encryption extends SYM_ENCRYPT {
        @Property(name = KEY, description = "Key of the run in base64", exposeAsManagedAttribute = false)
        private String groupKey;

        /** As JGroups needs it. */
        public Encryption() {
            setId(ClassConfigurator.getProtocolId(SYM_ENCRYPT.class));
        }

        @Override
        public String getName() {
            return SYM_ENCRYPT.class.getSimpleName();
        }

        @Override
        public void init() throws Exception {
            byte[] bytes = cut(derived(groupKey, getName()), symKeylength());
            setSecretKey(new SecretKeySpec(bytes, symKeyAlgorithm()));
            groupKey = null;
            super.init();
        }
    }
}
