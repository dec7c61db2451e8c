package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnTakerTest {

    @Test
    void turnInWhichTheProgramEndsHasNoFiguresButItsReason() {
        var turns = new TurnTaker(new Ended());

        assertThatIOException()
                .isThrownBy(() -> turns.turn(Duration.ofMillis(1)))
                .withMessage("jgbench's run failed: member-1 ended");
        assertThat(turns.readings()).isEmpty();
    }

    private static final class Ended implements ComparedProgram {
        @Override
        public List<Long> members() {
            return List.of(ProcessHandle.current().pid());
        }

        @Override
        public List<Long> processes() {
            return members();
        }

        @Override
        public void checkRuns() throws IOException {
            throw new IOException("jgbench's run failed: member-1 ended");
        }

        @Override
        public WorkDone awaitWork() {
            throw new IllegalStateException("nobody waits for a program that has ended");
        }
    }
}
