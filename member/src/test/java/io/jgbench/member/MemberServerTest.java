package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberCallException.Kind;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.protocol.Credentials;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MemberServerTest {

    @Test
    void controllerOfAnotherRunIsRefused() throws Exception {
        try (var run = new TestRun(1)) {
            var stranger = new RunCertificateAuthority("run-2", Instant.now(), Duration.ofMinutes(5)).issueController();
            var mixed = new Credentials(stranger.certificate(), stranger.privateKey(), run.controller.authority());
            assertUntrusted(run.client("m0", 0, stranger)::state);
            assertUntrusted(run.client("m0", 0, mixed)::state);
            assertThat(run.clients.getFirst().state().name()).isEqualTo("m0");
        }
    }

    @Test
    void memberCannotCommandAnotherMember() throws Exception {
        try (var run = new TestRun(1)) {
            var other = run.authority.issueMember("m1", List.of("127.0.0.1"));
            assertUntrusted(run.client("m0", 0, other)::stop);
            assertThat(run.members.getFirst().awaitStop(Duration.ZERO)).isFalse();
        }
    }

    @Test
    void memberThatAnswersInAnothersPlaceIsNotTrusted() throws Exception {
        try (var run = new TestRun(2)) {
            assertUntrusted(run.client("m0", 1, run.controller)::state);
        }
    }

    @Test
    void whoShowsNoCertificateIsRefused() throws Exception {
        try (var run = new TestRun(1)) {
            var trusting = SSLContext.getInstance("TLSv1.3");
            trusting.init(null, new TrustManager[] {new TrustingAll()}, null);
            assertThatThrownBy(() -> send(run, trusting, "GET", ControlPaths.STATE, new byte[0]))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void garbageIsRefusedWithASentence() throws Exception {
        try (var run = new TestRun(1)) {
            assertThat(post(run, ControlPaths.JOIN, "garbage"))
                    .startsWith("400 ")
                    .contains("not a JoinRequest: ", "garbage");
            assertThat(post(run, ControlPaths.ARM, "{\"timeout\": \"PT2S\", \"retries\": 3}"))
                    .isEqualTo("400 {\"error\":\"not a ArmRequest: the field 'retries' is not known\"}");
            assertThat(post(run, ControlPaths.ARM, "")).startsWith("400 ").contains("not a ArmRequest");
        }
    }

    @Test
    void tooLargeARequestIsRefused() throws Exception {
        try (var run = new TestRun(1)) {
            assertThat(post(run, ControlPaths.JOIN, " ".repeat(ControlPaths.MAX_REQUEST_BYTES + 1)))
                    .isEqualTo("413 {\"error\":\"a request has at most 131072 bytes, this one has more\"}");
        }
    }

    @Test
    void pathThatDoesNotExistIsRefused() throws Exception {
        try (var run = new TestRun(1)) {
            assertThat(post(run, "/v1/state", ""))
                    .isEqualTo("404 {\"error\":\"a member does not know 'POST /v1/state'\"}");
        }
    }

    @Test
    void controllerOfAnotherVersionIsToldWhichTheMemberSpeaks() throws Exception {
        try (var run = new TestRun(1)) {
            assertThat(post(run, "/v2/join", "{}"))
                    .isEqualTo("404 {\"error\":\"this member speaks version 1 of the control protocol, and was asked in"
                            + " version 2: take the members' image of the same release as the controller\"}");
        }
    }

    @Test
    void memberThatIsGoneIsNamedWithItsAddress() throws Exception {
        try (var run = new TestRun(1)) {
            run.clients.getFirst().state();
            run.servers.getFirst().close();
            int port = run.servers.getFirst().port();
            assertThatThrownBy(run.clients.getFirst()::state)
                    .isInstanceOf(MemberCallException.class)
                    .hasMessageStartingWith("member m0 at localhost:" + port + " cannot be reached for 'state': ");
        }
    }

    private static void assertUntrusted(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MemberCallException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE));
    }

    private static String post(TestRun run, String path, String body) throws Exception {
        return send(run, TlsContexts.of(run.controller), "POST", path, body.getBytes(StandardCharsets.UTF_8));
    }

    private static String send(TestRun run, SSLContext tls, String method, String path, byte[] body) throws Exception {
        var uri = URI.create("https://127.0.0.1:" + run.servers.getFirst().port() + path);
        var connection = (HttpsURLConnection) uri.toURL().openConnection();
        connection.setSSLSocketFactory(tls.getSocketFactory());
        connection.setRequestMethod(method);
        connection.setConnectTimeout((int) TestRun.PATIENCE.toMillis());
        connection.setReadTimeout((int) TestRun.PATIENCE.toMillis());
        if (method.equals("POST")) {
            connection.setDoOutput(true);
            connection.getOutputStream().write(body);
        }
        int status = connection.getResponseCode();
        var answer = status == HttpURLConnection.HTTP_OK ? connection.getInputStream() : connection.getErrorStream();
        return status + " " + new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static final class TrustingAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket s) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket s) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine e) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine e) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
