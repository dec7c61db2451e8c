package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private final Sessions sessions = new Sessions();

    @Test
    void runThatIsNoMoreThoughNobodySawItDeletedIsForgotten() {
        var gone = new RunRef("lab", "gone", "1");
        var there = new RunRef("lab", "there", "2");
        var remembered = sessions.of(there);
        sessions.of(gone);
        var known = sessions.uids();
        var later = sessions.of(new RunRef("lab", "later", "3"));
        var run = RunYaml.parsed("there", "members: 1, messages: 1, messageSize: 1k");
        run.getMetadata().setUid("2");

        sessions.forgetMissing(known, List.of(run));

        assertThat(sessions.uids()).containsExactlyInAnyOrder("2", "3");
        assertThat(sessions.of(there)).isSameAs(remembered);
        assertThat(sessions.of(new RunRef("lab", "later", "3"))).isSameAs(later);
    }

    @Test
    void runThatIsClearedIsRememberedWithoutItsSpecAndStatus() throws Exception {
        var run = RunYaml.parsed("run", "members: 1, messages: 1, messageSize: 1k");
        var written = new StatusDraft(null, 1, Instant.EPOCH).runId("run-x").build();
        var session = new Session();
        session.resolved(
                new RunSpecResolver(source -> StackTexts.find(source, Optional.empty())).resolve("run", run.getSpec()));
        session.wrote(written);
        session.cached(written);
        assertThat(session.written()).hasValue(written);

        session.cleared();
        session.cached(new StatusDraft(null, 1, Instant.EPOCH).build());
        assertThat(session.spec()).isEmpty();
        assertThat(session.written()).hasValue(written);

        session.cached(new StatusDraft(null, 1, Instant.EPOCH).runId("run-x").build());
        assertThat(session.written()).isEmpty();
        assertThat(session.isCleared()).isTrue();
    }
}
