package io.jgbench.coordination.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.RuntimeOperatorException;

/**
 * Signs certificates with the JDK's Ed25519. BouncyCastle's own builder of signers looks algorithms up in tables
 * of some thousand entries, the filling of which is most of what a short run would wait for.
 */
final class Ed25519Signer implements ContentSigner {
    private static final AlgorithmIdentifier ALGORITHM = new AlgorithmIdentifier(EdECObjectIdentifiers.id_Ed25519);

    private final Signature signature;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    private Ed25519Signer(Signature signature) {
        this.signature = signature;
    }

    static byte[] sign(X509v3CertificateBuilder builder, PrivateKey key) throws GeneralSecurityException {
        var signature = Signature.getInstance(Pem.KEY_ALGORITHM);
        signature.initSign(key);
        try {
            return builder.build(new Ed25519Signer(signature)).getEncoded();
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
