package io.jgbench.operator.reserve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose nodes are taken for free that nobody has given back. */
class NodeLeasesTest {
    private static final Instant TAKEN = Instant.parse("2026-11-01T10:00:00Z");
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final RunRef RUN = new RunRef("lab", "run", "uid");
    private static final RunRef NEXT = new RunRef("other", "next", "uid-of-next");

    private final FakeApiServer api = new FakeApiServer();

    @BeforeEach
    void begin() {
        var run = RunYaml.parsed(RUN.name(), "members: 1, messages: 1000, messageSize: 1k");
        run.getMetadata().setNamespace(RUN.namespace());
        run.getMetadata().setUid(RUN.uid());
        api.client().resource(run).create();
        assertThat(leases(TAKEN, true).take(RUN, List.of("node-0"), false, LONGEST))
                .isEmpty();
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void runHasItsNodesAsLongAsItIsThere() {
        assertThat(holderIsGone(TAKEN.plus(Duration.ofDays(1)), true)).isFalse();
    }

    @Test
    void runOfANamespaceThatIsLookedAfterNoMoreHasThemUntilItMustHaveEnded() {
        assertThat(holderIsGone(TAKEN.plus(LONGEST), false)).isFalse();

        assertThat(holderIsGone(TAKEN.plus(LONGEST).plusSeconds(1), false)).isTrue();
    }

    @Test
    void nodeWhoseLeaseAWebhookDeniesIsNotTakenForOneOfAnotherRun() {
        api.deny("leases", "POST", 409);

        assertThat(catchThrowable(() -> leases(TAKEN, true).take(NEXT, List.of("node-1"), false, LONGEST)))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("denied the request");
    }

    @Test
    void runWhoseLeaseDoesNotSayHowLongItLastsHasThemAsLongAsItIsThere() {
        var leases = api.client().leases().inNamespace("operator");
        Lease lease = leases.withName("jgbench-node-node-0").get();
        leases.resource(new LeaseBuilder(lease)
                        .editSpec()
                        .withLeaseDurationSeconds(null)
                        .endSpec()
                        .build())
                .update();

        assertThat(holderIsGone(TAKEN.plus(Duration.ofDays(1)), false)).isFalse();
    }

    private boolean holderIsGone(Instant now, boolean isWatched) {
        NodeLeases leases = leases(now, isWatched);
        Optional<RunRef> deleted = leases.take(NEXT, List.of("node-0"), false, LONGEST)
                .orElseThrow()
                .deleted();
        assertThat(leases.ofMissingRuns()).isEqualTo(deleted.map(Set::of).orElse(Set.of()));
        return deleted.isPresent();
    }

    private NodeLeases leases(Instant now, boolean isWatched) {
        return new NodeLeases(
                api.client(),
                "operator",
                Clock.fixed(now, ZoneOffset.UTC),
                namespace -> isWatched || !namespace.equals(RUN.namespace()));
    }
}
