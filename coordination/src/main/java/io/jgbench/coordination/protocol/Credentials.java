package io.jgbench.coordination.protocol;

import java.util.Objects;

/**
 * What one party of the control connection shows and trusts, in PEM.
 *
 * @param certificate its own certificate, signed by the run's authority
 * @param privateKey the key of that certificate, PKCS #8
 * @param authority the certificate of the run's authority, the only one that is trusted
 */
public record Credentials(String certificate, String privateKey, String authority) {

    /** Refuses nulls. */
    public Credentials {
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(privateKey, "privateKey");
        Objects.requireNonNull(authority, "authority");
    }

    /** Leaves the key out, so that no log line can hold it. */
    @Override
    public String toString() {
        return "Credentials[…]";
    }
}
