package io.jgbench.operator.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.drive.ReportIntake;
import io.jgbench.coordination.run.MemberObservation;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.operator.policy.PolicyException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberLinkTest {
    private static final EpochClock CLOCK = EpochClock.system();
    private static final String QUOTA = "exceeded quota: pods";

    @Test
    void aPodThatIsRefusedIsAskedForAgainAfterAPause() throws Exception {
        try (var link = new MemberLink(0, client(), refusing(new KubernetesClientException(QUOTA)), run())) {
            assertThat(found(link)).isInstanceOf(MemberObservation.NotLaunched.class);

            link.launch();

            assertThat(link.launchProblem()).contains(QUOTA);
            assertThat(found(link)).isEqualTo(new MemberObservation.Silent("its pod cannot be made: " + QUOTA));
            await().untilAsserted(() -> assertThat(found(link)).isInstanceOf(MemberObservation.NotLaunched.class));
        }
    }

    @Test
    void aPodThatThePolicyDoesNotAllowIsNotMade() throws Exception {
        var rule = new SpecProblem("spec.repetitions", "spec.repetitions must be at most 3");
        try (var link = new MemberLink(0, client(), refusing(new PolicyException(List.of(rule))), run())) {
            link.launch();

            assertThat(link.launchProblem()).contains("spec.repetitions must be at most 3");
        }
    }

    @Test
    void memberWhosePodIsRefusedWasNeverLaunched() throws Exception {
        var quota = new KubernetesClientException(QUOTA, 403, null);
        try (var link = new MemberLink(0, client(), refusing(quota), run())) {
            assertThat(link.wasNeverLaunched()).isTrue();

            link.expectLaunch();
            assertThat(link.wasNeverLaunched())
                    .as("it may be launched at any time")
                    .isFalse();
            assertThat(found(link))
                    .as("whose pod may be there before the answer is")
                    .isEqualTo(new MemberObservation.Silent("its pod is being asked for"));

            link.launch();
            assertThat(link.wasNeverLaunched()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 409, 429, 500, 503})
    void memberWhosePodAWebhookDeniesWasNeverLaunched(int code) throws Exception {
        var denial = new KubernetesClientException(
                "admission webhook \"pods.example.com\" denied the request: no images of lab", code, null);
        try (var link = new MemberLink(0, client(), refusing(denial), run())) {
            link.launch();

            assertThat(link.wasNeverLaunched()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 409, 500, 504})
    void memberWhosePodMayHaveBeenMadeAllTheSameMayHaveBeenLaunched(int code) throws Exception {
        var failure = new KubernetesClientException("no answer", code, null);
        try (var link = new MemberLink(0, client(), refusing(failure), run())) {
            link.launch();

            assertThat(link.wasNeverLaunched()).isFalse();
        }
    }

    @Test
    void memberWhosePodAnotherOperatorMayHaveMadeMayHaveBeenLaunched() throws Exception {
        var wiring = refusing(new KubernetesClientException(QUOTA, 403, null));
        var takenOver = new MemberLink.Wiring(wiring.join(), wiring.launch(), wiring.logs(), false);
        try (var link = new MemberLink(0, client(), takenOver, run())) {
            link.launch();

            assertThat(link.wasNeverLaunched()).isFalse();
        }
    }

    private static MemberObservation found(MemberLink link) {
        return link.seen(Optional.empty(), true);
    }

    private static MemberLink.Wiring refusing(RuntimeException refusal) {
        return new MemberLink.Wiring(
                _ -> {
                    throw new IllegalStateException("no member is asked to join");
                },
                () -> {
                    throw refusal;
                },
                () -> "",
                true);
    }

    private static MemberClient client() throws GeneralSecurityException {
        var authority = new RunCertificateAuthority("run", Instant.now(), Duration.ofMinutes(5));
        return new MemberClient(
                "member-0",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                authority.issueController(),
                CLOCK,
                Duration.ofSeconds(1));
    }

    private static MemberDriver.OfRun run() {
        return new MemberDriver.OfRun(
                CLOCK,
                () -> RunStatus.pending("run", List.of("member-0")),
                (_, _) -> Duration.ofMinutes(1),
                () -> {},
                new Semaphore(1),
                ReportIntake.inMemory(1));
    }
}
