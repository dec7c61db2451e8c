package io.jgbench.coordination.control;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** Certificates and Ed25519 keys in the text form of RFC 7468. */
final class Pem {
    static final String KEY_ALGORITHM = "Ed25519";

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final int LINE_LENGTH = 64;

    private Pem() {}

    static String ofCertificate(byte[] der) {
        return encode(CERTIFICATE, der);
    }

    static String ofPrivateKey(PrivateKey key) {
        return encode(PRIVATE_KEY, key.getEncoded());
    }

    static X509Certificate certificate(String pem) throws CertificateException {
        var in = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }

    static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        String begin = "-----BEGIN " + PRIVATE_KEY + "-----";
        String end = "-----END " + PRIVATE_KEY + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf(end);
        if (from < 0 || to < from) {
            throw new GeneralSecurityException("a private key must stand between '" + begin + "' and '" + end + "'");
        }
        byte[] der;
        try {
            der = Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("the private key is not base64: " + e.getMessage(), e);
        }
        return KeyFactory.getInstance(KEY_ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    private static String encode(String label, byte[] der) {
        String body = Base64.getMimeEncoder(LINE_LENGTH, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }
}
