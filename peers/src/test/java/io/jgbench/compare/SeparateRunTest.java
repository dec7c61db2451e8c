package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.Warmup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Shells print what a controller does. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class SeparateRunTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RunSpec spec = new JgbenchRun(List.of())
            .spec(
                    2,
                    JgbenchRun.multicast(1000, 2).of(RunLength.of(Duration.ofMinutes(1)), Warmup.of(1)),
                    JgbenchRun.jgroups("tcp"),
                    Duration.ofHours(1));

    @Test
    void runThatFailsBeforeItMeasuresIsToldWithItsReason() throws Exception {
        try (var controller = controller("""
                echo '{"failure":"member-1 did not join","work":null}'
                """)) {
            assertThatIOException()
                    .isThrownBy(() -> SeparateRun.whenMeasuring(controller, spec))
                    .withMessage("jgbench's run failed: member-1 did not join");
        }
    }

    /** As where a member's JVM runs out of memory while it is jgbench's turn. */
    @Test
    void memberThatEndsInATurnIsToldWithTheReasonOfTheRun() throws Exception {
        try (var controller = controller("""
                sleep 600 &
                echo '{"members":['$$,$!']}'
                read -r _
                kill $!
                wait $!
                echo '{"failure":"member-1 ended with exit code 3","work":null}'
                """)) {
            SeparateRun run = SeparateRun.whenMeasuring(controller, spec);
            run.checkRuns();

            controller.type("");

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThatIOException()
                            .isThrownBy(run::checkRuns)
                            .withMessage("jgbench's run failed: member-1 ended with exit code 3"));
        }
    }

    @Test
    void runThatIsOverBeforeItsLastTurnHasNoFigures() throws Exception {
        try (var controller = controller("""
                echo '{"members":['$$,$$']}'
                read -r _
                echo '{"failure":null,"work":{"units":1,"unitsOfAll":1,"sentBytes":1,"complete":true}}'
                """)) {
            SeparateRun run = SeparateRun.whenMeasuring(controller, spec);

            controller.type("");

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThatIOException()
                            .isThrownBy(run::checkRuns)
                            .withMessageStartingWith("jgbench's run was over before its last turn: the machine is"));
        }
    }

    private static ConsoleProcess controller(String script) throws Exception {
        return ConsoleProcess.start("jgbench", List.of("sh", "-c", script));
    }
}
