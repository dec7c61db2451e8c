package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import java.util.List;
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
}
