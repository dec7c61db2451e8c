package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Secret;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.control.TlsContexts;
import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.protocol.MemberConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

@OperatorTest
class ControlPortTest {
    private static final int CONTROL_PORT = 27_800;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @Test
    void callsWithoutTheCertificateOfTheRunAreRefused(Lab lab) throws Exception {
        lab.start("guarded", "members: 1, messages: 100000000, messageSize: 1k, warmup: {messages: 1000}");
        lab.waitUntil("guarded", ConditionType.SUCCEEDED, ConditionReason.RUNNING);
        String host = lab.pods("guarded").getFirst().getStatus().getHostIP();
        Secret secret = secret(lab, "guarded");
        Credentials ours = read(secret, "controller.json", Credentials.class);
        Credentials ofItself = read(secret, "member-0.json", MemberConfig.class).credentials();
        Credentials others =
                new RunCertificateAuthority("other", Instant.now(), Duration.ofMinutes(10)).issueController();
        Credentials member = new RunCertificateAuthority("other", Instant.now(), Duration.ofMinutes(10))
                .issueMember("member-0", List.of(host));

        assertThat(call(host, ours)).isEqualTo("member-0");
        assertRefused(host, new Credentials(others.certificate(), others.privateKey(), ours.authority()));
        assertRefused(host, new Credentials(member.certificate(), member.privateKey(), ours.authority()));
        assertRefused(host, ofItself);
        assertThatThrownBy(() -> callInClear(host)).isInstanceOf(IOException.class);
        assertThat(call(host, ours)).as("the member is still there").isEqualTo("member-0");
    }

    private static Secret secret(Lab lab, String run) {
        return lab.client()
                .secrets()
                .withLabel("jgbench.io/run", run)
                .list()
                .getItems()
                .getFirst();
    }

    private static <T> T read(Secret secret, String key, Class<T> type) throws Exception {
        return ProtocolJson.readAnswer(
                Base64.getDecoder().decode(secret.getData().get(key)), type);
    }

    private static void assertRefused(String host, Credentials credentials) {
        assertThatThrownBy(() -> call(host, credentials)).isInstanceOf(MemberCallException.class);
    }

    private static String call(String host, Credentials credentials) throws Exception {
        var address = new InetSocketAddress(host, CONTROL_PORT);
        try (var client =
                new MemberClient("member-0", address, TlsContexts.of(credentials), EpochClock.system(), TIMEOUT)) {
            return client.state().name();
        }
    }

    private static void callInClear(String host) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://" + host + ":" + CONTROL_PORT + ControlPaths.STATE))
                    .timeout(TIMEOUT)
                    .build();
            client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
