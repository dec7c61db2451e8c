package io.jgbench.operator.reconcile.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.kubernetes.RunRef;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private final Sessions sessions = new Sessions();

    @Test
    void runThatIsForgottenIsLetGoAndOthersAreRemembered() {
        var gone = new RunRef("lab", "gone", "1");
        var there = new RunRef("lab", "there", "2");
        var forgotten = sessions.of(gone);
        var remembered = sessions.of(there);

        sessions.forget(gone);

        assertThat(forgotten.state()).isInstanceOf(RunState.LetGo.class);
        assertThat(sessions.of(gone)).isNotSameAs(forgotten);
        assertThat(sessions.of(there)).isSameAs(remembered);
        assertThat(remembered.state()).isInstanceOf(RunState.Unseen.class);
    }
}
