package io.jgbench.coordination.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.RuntimeOperatorException;

/**
 * Signs certificates with SHA256withECDSA of the JDK. BouncyCastle's own builder of signers looks algorithms up in tables
 * of some thousand entries, the filling of which is most of what a short run would wait for.
 */
final class EcdsaSigner implements ContentSigner {
    private static final AlgorithmIdentifier ALGORITHM = new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);

    private final Signature signature;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    private EcdsaSigner(Signature signature) {
        this.signature = signature;
    }

    static byte[] sign(X509v3CertificateBuilder builder, PrivateKey key) throws GeneralSecurityException {
        var signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        try {
            return builder.build(new EcdsaSigner(signature)).getEncoded();
        } catch (IOException e) {
            throw new UncheckedIOException("a certificate in memory could not be encoded", e);
        }
    }

    @Override
    public AlgorithmIdentifier getAlgorithmIdentifier() {
        return ALGORITHM;
    }

    @Override
    public OutputStream getOutputStream() {
        return content;
    }

    @Override
    public byte[] getSignature() {
        try {
            signature.update(content.toByteArray());
            return signature.sign();
        } catch (SignatureException e) {
            throw new RuntimeOperatorException("the certificate could not be signed: " + e.getMessage(), e);
        }
    }
}
