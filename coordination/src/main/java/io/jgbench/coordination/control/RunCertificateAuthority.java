package io.jgbench.coordination.control;

import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.protocol.GroupKey;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;

/**
 * The certificate authority of one run (Ed25519, RFC 8410), with the key that its members share. It lives in
 * memory only: its own key is never written, and when the run is over nothing can be signed in its name any more.
 *
 * <p>A member's certificate may only serve, the controller's may only ask: thus a member cannot command another one.
 */
public final class RunCertificateAuthority {
    /** How far the clocks of the hosts may be behind the controller's. */
    public static final Duration CLOCK_SLACK = Duration.ofMinutes(10);

    private static final int SERIAL_BITS = 120;

    private final X500Name name;
    private final KeyPair key;
    private final byte[] certificate;
    private final Instant notBefore;
    private final Instant notAfter;
    private final KeyPairGenerator keys;
    private final SecureRandom random = new SecureRandom();
    private final GroupKey groupKey = GroupKey.random();

    /**
     * Makes an authority with a fresh key.
     *
     * @param runId the run that it is made for; it stands in the certificates for human readers
     * @param now the present; certificates hold from {@link #CLOCK_SLACK} before it
     * @param validity how long the certificates hold from now on: the run's deadline and what comes after it;
     *     {@link #CLOCK_SLACK} is added
     */
    public RunCertificateAuthority(String runId, Instant now, Duration validity) {
        this.notBefore = now.minus(CLOCK_SLACK);
        this.notAfter = now.plus(validity).plus(CLOCK_SLACK);
        this.name = subject("jgbench run " + runId);
        try {
            this.keys = KeyPairGenerator.getInstance(Pem.KEY_ALGORITHM);
            this.key = keys.generateKeyPair();
            var builder = builder(name, key.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
            this.certificate = sign(builder);
        } catch (GeneralSecurityException | CertIOException e) {
            throw new IllegalStateException("cannot make the run's certificate authority: " + e.getMessage(), e);
        }
    }

    /** Credentials with which the controller asks members; good for asking only. */
    public Credentials issueController() {
        return issue("controller", KeyPurposeId.id_kp_clientAuth, List.of());
    }

    /**
     * Credentials of one member; good for serving only.
     *
     * @param member the member's name, by which the controller knows it wherever it runs
     * @param addresses IP addresses that it serves at, in numbers; for clients that connect without its name
     */
    public Credentials issueMember(String member, List<String> addresses) {
        List<GeneralName> names = new ArrayList<>();
        names.add(new GeneralName(GeneralName.dNSName, member));
        addresses.forEach(address -> names.add(new GeneralName(GeneralName.iPAddress, address)));
        return issue(member, KeyPurposeId.id_kp_serverAuth, names);
    }

    /** The key that the members of this run share, for stacks that authenticate or encrypt. */
    public GroupKey groupKey() {
        return groupKey;
    }

    private Credentials issue(String commonName, KeyPurposeId purpose, List<GeneralName> names) {
        try {
            var own = keys.generateKeyPair();
            var builder = builder(subject(commonName), own.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, true, new ExtendedKeyUsage(purpose));
            if (!names.isEmpty()) {
                ASN1Encodable alternatives = new GeneralNames(names.toArray(GeneralName[]::new));
                builder.addExtension(Extension.subjectAlternativeName, false, alternatives);
            }
            return new Credentials(
                    Pem.ofCertificate(sign(builder)),
                    Pem.ofPrivateKey(own.getPrivate()),
                    Pem.ofCertificate(certificate));
        } catch (GeneralSecurityException | CertIOException e) {
            throw new IllegalStateException("cannot make a certificate for " + commonName + ": " + e.getMessage(), e);
        }
    }

    private X509v3CertificateBuilder builder(X500Name subject, PublicKey publicKey) {
        return new X509v3CertificateBuilder(
                name,
                new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS),
                Date.from(notBefore),
                Date.from(notAfter),
                subject,
                SubjectPublicKeyInfo.getInstance(publicKey.getEncoded()));
    }

    private byte[] sign(X509v3CertificateBuilder builder) throws GeneralSecurityException {
        return Ed25519Signer.sign(builder, key.getPrivate());
    }

    private static X500Name subject(String commonName) {
        return new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.CN, commonName)
                .build();
    }
}
