package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.reserve.QueuePlaces;
import io.jgbench.operator.reserve.RunQueue;
import io.jgbench.operator.status.StatusDraft;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WakeupsTest {
    private final RunQueue queue = new RunQueue(new QueuePlaces(_ -> Optional.empty(), Clock.systemUTC()));
    private final Wakeups wakeups = new Wakeups(queue);
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

    @Test
    void nodesThatChangeWakeRunsThatWaitAndThoseThatMayHaveLeftOneChanged() {
        BenchmarkRun over = is(run("over", "uid-1"), ConditionType.FINISHED, ConditionReason.COMPLETED);
        BenchmarkRun unconfirmed = is(run("unconfirmed", "uid-2"), ConditionType.FINISHED, ConditionReason.COMPLETED);
        is(unconfirmed, ConditionType.TUNING_VERIFIED, ConditionReason.RESTORE_UNCONFIRMED);
        wakeups.runsFrom(() -> Stream.of(over, unconfirmed, run("waiting", "uid-3")));

        assertThat(wakeups.whenNodesChange())
                .extracting(ResourceID::getName)
                .containsExactlyInAnyOrder("unconfirmed", "waiting");
    }

    private static BenchmarkRun is(BenchmarkRun run, ConditionType type, ConditionReason reason) {
        Status status = type == ConditionType.FINISHED ? Status.TRUE : Status.FALSE;
        run.setStatus(new StatusDraft(run.getStatus(), 1, Instant.EPOCH)
                .condition(type, status, reason, "As the test has it.")
                .build());
        return run;
    }

    @Test
    void runThatLeavesALongQueueWakesOnlyTheOneThatWaitsForIt() {
        List<BenchmarkRun> runs = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            runs.add(since(run("queued-" + i, "queued-uid-" + i), i));
        }
        for (int i = 0; i < 2_000; i++) {
            runs.add(RunYaml.parsed("suspended-" + i, "members: 1, messages: 1000, messageSize: 1k, suspend: true"));
            runs.getLast().getMetadata().setUid("suspended-uid-" + i);
            runs.getLast().getMetadata().setNamespace("lab");
            since(runs.getLast(), i);
        }
        wakeups.runsFrom(runs::stream);
        var nodes = List.of(new NodeView(
                "node-0", Map.of("test", "lab"), List.of(), false, Optional.of("10.0.0.1"), Optional.empty()));
        for (BenchmarkRun run : runs.subList(0, 1_000)) {
            queue.before(run, List.of("node-0"), () -> runs, nodes);
        }

        wakeups.wakeQueued(RunRef.of(runs.getFirst()));

        assertThat(woken).containsExactly("queued-1");
        assertThat(wakeups.whenNodesChange())
                .as("whom a change of the nodes wakes")
                .hasSize(1_000);
    }

    private static BenchmarkRun since(BenchmarkRun run, int seconds) {
        run.getMetadata()
                .setCreationTimestamp(Instant.parse("2026-11-01T10:00:00Z")
                        .plusSeconds(seconds)
                        .toString());
        return run;
    }

    private static BenchmarkRun run(String name, String uid) {
        BenchmarkRun run = RunYaml.named(name, "lab", "members: 1, messages: 1000, messageSize: 1k");
        run.getMetadata().setNamespace("lab");
        run.getMetadata().setUid(uid);
        return run;
    }
}
