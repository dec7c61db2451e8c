package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WakeupsTest {
    private final Wakeups wakeups = new Wakeups();
    private final List<String> woken = new ArrayList<>();

    @BeforeEach
    void listen() {
        wakeups.eventSource()
                .setEventHandler(
                        event -> woken.add(event.getRelatedCustomResourceID().getName()));
        wakeups.eventSource().start();
    }

    @Test
    void runThatFreesItsNodesWakesAllOthersThatWait() {
        BenchmarkRun leaving = run("leaving", "uid-1");
        wakeups.runsFrom(() -> Stream.of(leaving, run("waiting", "uid-2")));

        wakeups.wakeQueued(RunRef.of(leaving));

        assertThat(woken).containsExactly("waiting");
    }

    @Test
    void deletedRunThatFreesItsNodesWakesTheOneThatHasItsNameNow() {
        wakeups.runsFrom(() -> Stream.of(run("again", "uid-2")));

        wakeups.wakeQueued(RunRef.of(run("again", "uid-1")));

        assertThat(woken).containsExactly("again");
    }

    private static BenchmarkRun run(String name, String uid) {
        BenchmarkRun run = RunYaml.of(name, "members: 1, messages: 1000, messageSize: 1k");
        run.getMetadata().setNamespace("lab");
        run.getMetadata().setUid(uid);
        return run;
    }
}
