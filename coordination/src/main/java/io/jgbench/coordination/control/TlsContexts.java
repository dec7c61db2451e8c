package io.jgbench.coordination.control;

import io.jgbench.coordination.protocol.Credentials;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * TLS as the control connection has it: 1.3 only, both sides show a certificate, and only the authority of the run is
 * trusted. The JDK's path check holds each side to its purpose: who serves needs {@code serverAuth}, which only members
 * have, who asks {@code clientAuth}, which only the controller has.
 */
public final class TlsContexts {
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    /**
     * With the curve of the certificates, so that no JVM has to load a second one; for NIST's P-256 a JVM would fill
     * tables at its first use, which costs a member of a short run more than all its handshakes.
     */
    private static final String[] GROUPS = {"x25519"};

    private static final String[] CIPHER_SUITES = {"TLS_AES_128_GCM_SHA256"};

    private TlsContexts() {}

    /**
     * A context that shows the credentials' certificate and trusts their authority only.
     *
     * @throws GeneralSecurityException if the PEM cannot be read or key and certificate are not what TLS can use
     */
    public static SSLContext of(Credentials credentials) throws GeneralSecurityException {
        var authority = Pem.certificate(credentials.authority());
        X509Certificate[] chain = {Pem.certificate(credentials.certificate()), authority};
        var keys = new SingleKeyManager(chain, Pem.privateKey(credentials.privateKey()));
        var context = SSLContext.getInstance("TLSv1.3");
        context.init(new KeyManager[] {keys}, trustOnly(authority), null);
        return context;
    }

    /** What a member's server asks of each connection: TLS 1.3 and a certificate. */
    public static SSLParameters serverParameters() {
        var parameters = parameters();
        parameters.setNeedClientAuth(true);
        return parameters;
    }

    /**
     * What the controller asks of each connection: TLS 1.3 and a certificate in the name that the socket was made for.
     */
    static SSLParameters clientParameters() {
        var parameters = parameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        return parameters;
    }

    private static SSLParameters parameters() {
        var parameters = new SSLParameters(CIPHER_SUITES, PROTOCOLS);
        parameters.setNamedGroups(GROUPS);
        return parameters;
    }

    private static TrustManager[] trustOnly(X509Certificate authority) throws GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException("an empty key store could not be made: " + e.getMessage(), e);
        }
        store.setCertificateEntry("authority", authority);
        var factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return factory.getTrustManagers();
    }
}
