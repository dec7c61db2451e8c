package io.jgbench.operator.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.drive.MemberDriver;
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
                () -> "");
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
                new Semaphore(1));
    }
}
