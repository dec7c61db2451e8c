package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.protocol.Credentials;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunCertificateAuthorityTest {
    private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final Instant now = Instant.parse("2026-11-01T12:00:00Z");
    private final RunCertificateAuthority authority = new RunCertificateAuthority("run-1", now, Duration.ofMinutes(30));

    @Test
    void membersCertificateServesInItsNameAndAtItsAddresses() throws Exception {
        var certificate = Pem.certificate(
                authority.issueMember("m0", List.of("127.0.0.1", "::1")).certificate());
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=m0");
        assertThat(certificate.getExtendedKeyUsage()).containsExactly(SERVER_AUTH);
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactly(
                        List.of(DNS_NAME, "m0"),
                        List.of(IP_ADDRESS, "127.0.0.1"),
                        List.of(IP_ADDRESS, "0:0:0:0:0:0:0:1"));
    }

    @Test
    void controllersCertificateOnlyAsks() throws Exception {
        var certificate = Pem.certificate(authority.issueController().certificate());
        assertThat(certificate.getExtendedKeyUsage()).containsExactly(CLIENT_AUTH);
        assertThat(certificate.getBasicConstraints()).isNegative();
    }

    @Test
    void certificatesHoldForTheRunAndTheSlackOfTheClocks() throws Exception {
        var credentials = authority.issueController();
        for (String pem : List.of(credentials.certificate(), credentials.authority())) {
            var certificate = Pem.certificate(pem);
            assertThat(certificate.getNotBefore()).isEqualTo(now.minus(RunCertificateAuthority.CLOCK_SLACK));
            assertThat(certificate.getNotAfter())
                    .isEqualTo(now.plus(Duration.ofMinutes(30)).plus(RunCertificateAuthority.CLOCK_SLACK));
        }
    }

    @Test
    void certificatesAreSignedByTheirAuthorityOnly() throws Exception {
        var credentials = authority.issueController();
        var certificate = Pem.certificate(credentials.certificate());
        var own = Pem.certificate(credentials.authority());
        var other = Pem.certificate(new RunCertificateAuthority("run-2", now, Duration.ofMinutes(30))
                .issueController()
                .authority());
        assertThatCode(() -> certificate.verify(own.getPublicKey())).doesNotThrowAnyException();
        assertThatThrownBy(() -> certificate.verify(other.getPublicKey())).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void credentialsThatAreNotPemAreRefused() {
        var issued = authority.issueController();
        assertThatThrownBy(() -> TlsContexts.of(new Credentials(issued.certificate(), "none", issued.authority())))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("-----BEGIN PRIVATE KEY-----");
    }

    @Test
    void keyDoesNotShowInText() {
        assertThat(authority.issueController().toString()).doesNotContain("KEY");
    }
}
