package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.e2e.KindNode;
import io.jgbench.e2e.Nodes;
import io.jgbench.e2e.PodContainer;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@OperatorTest
class DisturbedRunTest {
    private static final String SHORT =
            "members: 2, messages: 5000, messageSize: 1k, warmup: {messages: 500}, start: {maxSkew: 1m}";

    /** Runs until something ends it. */
    private static final String ENDLESS =
            "members: 2, senders: 1, messages: 100000000, messageSize: 1k, warmup: {messages: 1000}";

    private static final String TUNING = "tuning: {mode: Apply, mtu: " + Nodes.RAISED_MTU + ", txQueueLength: 1234}";

    @Test
    void runThatWantsTakenNodesWaitsAndSaysBehindWhich(Lab lab) {
        lab.start("first", SHORT);
        lab.waitUntil("first", ConditionType.NODES_RESERVED, ConditionReason.RESERVED);
        lab.start("second", SHORT);

        BenchmarkRun queued = lab.waitUntil("second", ConditionType.NODES_RESERVED, ConditionReason.NODE_BUSY);

        assertThat(Lab.told(queued, ConditionType.NODES_RESERVED)).contains("behind " + Installation.RUNS + "/first");
        assertThat(Lab.told(queued, ConditionType.SUCCEEDED)).startsWith("Unknown Queued: ");
        assertThatItWasMeasured(lab.waitUntilFinished("first"));
        assertThatItWasMeasured(lab.waitUntilFinished("second"));
    }

    @Test
    void memberThatIsKilledFailsTheRunWithItsName(Lab lab) {
        lab.start("killed", ENDLESS);
        lab.waitUntil("killed", ConditionType.SUCCEEDED, ConditionReason.RUNNING);

        PodContainer.firstOf(lab.pods("killed").get(1)).kill();
        BenchmarkRun run = lab.waitUntilFinished("killed");

        assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED))
                .startsWith("False MemberLost: ")
                .contains("member-1");
        assertThat(Lab.told(run, ConditionType.SUCCEEDED))
                .startsWith("False Failed: ")
                .contains("member-1 ended (killed by signal 9)");
        lab.waitUntilNodesAreFree();
    }

    @Test
    void nodeThatIsLostFailsTheRunWithItsMember(Lab lab) {
        String operators = lab.installation().operatorPod().getSpec().getNodeName();
        List<String> others = Nodes.workers(lab.client()).stream()
                .map(node -> node.getMetadata().getName())
                .filter(name -> !name.equals(operators))
                .toList();
        String lost = others.get(1);
        lab.start("lost", ENDLESS + ", placement: {nodeNames: [" + others.get(0) + ", " + lost + "]}");
        lab.waitUntil("lost", ConditionType.SUCCEEDED, ConditionReason.RUNNING);

        new KindNode(lost).kill();
        try {
            BenchmarkRun run = lab.waitUntilFinished("lost");

            assertThat(Lab.told(run, ConditionType.SUCCEEDED))
                    .startsWith("False Failed: ")
                    .contains("member-1");
            assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED))
                    .isEqualTo("False MemberLost: member-1 left no report.");
            assertThat(run.getStatus().perMember().get(1).node()).isEqualTo(lost);
            lab.waitUntilNodesAreFree();
        } finally {
            KindNode.repairAll();
        }
    }

    @Test
    void runOutlivesARestartOfTheApiServer(Lab lab) {
        lab.start(
                "restarted",
                "members: 2, messages: 200000, messageSize: 1k, warmup: {messages: 20000}, start: {maxSkew: 1m}");
        lab.waitUntil("restarted", ConditionType.SUCCEEDED, ConditionReason.RUNNING);

        PodContainer.firstOf(lab.client()
                        .pods()
                        .inNamespace("kube-system")
                        .withName("kube-apiserver-" + KindNode.controlPlane().name())
                        .get())
                .kill();

        assertThatItWasMeasured(lab.waitUntil("restarted", run -> run.isTrue(ConditionType.FINISHED)));
    }

    @Test
    void runThatIsDeletedEndsItsMembersAndPutsAllItsHostsBack(Lab lab) {
        List<String> hosts = List.of("jgbench-worker", "jgbench-worker2");
        List<HostState> before = hosts.stream().map(HostState::of).toList();
        lab.start("deleted", ENDLESS + ", " + TUNING + ", placement: {nodeNames: [" + String.join(", ", hosts) + "]}");
        lab.waitUntil("deleted", ConditionType.SUCCEEDED, ConditionReason.RUNNING);
        List<Pod> pods = lab.pods("deleted");
        assertThat(hosts.stream().map(HostState::of))
                .as("hosts are tuned while the run is under way")
                .allSatisfy(host -> {
                    assertThat(host.mtu()).isEqualTo(Nodes.RAISED_MTU);
                    assertThat(host.txQueueLength()).isEqualTo(1234);
                });

        lab.kubectl("delete", "brun", "deleted", "--timeout=2m").orFail();

        assertThat(pods).hasSize(2);
        lab.waitUntilNodesAreFree();
        Awaitility.await().untilAsserted(() -> assertThat(lab.pods("deleted")).isEmpty());
        assertThat(hosts.stream().map(HostState::of).toList()).isEqualTo(before);
    }

    @Test
    void hostWhosePodIsDeletedByForceIsPutBackBeforeItsNodeIsFree(Lab lab) {
        List<String> hosts = List.of("jgbench-worker", "jgbench-worker2");
        List<HostState> before = hosts.stream().map(HostState::of).toList();
        lab.start("forced", ENDLESS + ", " + TUNING + ", placement: {nodeNames: [" + String.join(", ", hosts) + "]}");
        lab.waitUntil("forced", ConditionType.SUCCEEDED, ConditionReason.RUNNING);
        String pod = lab.pods("forced").getLast().getMetadata().getName();

        lab.kubectl("delete", "pod", pod, "--force", "--grace-period=0").orFail();

        lab.waitUntil("forced", ConditionType.TUNING_VERIFIED, ConditionReason.RESTORED);
        lab.waitUntilNodesAreFree();
        assertThat(hosts.stream().map(HostState::of).toList()).isEqualTo(before);
        assertThat(lab.client()
                        .pods()
                        .withLabel("app.kubernetes.io/name", "jgbench-restore")
                        .list()
                        .getItems())
                .isEmpty();
    }

    @Test
    void runThatIsCancelledEndsAndKeepsWhatItMeasured(Lab lab) {
        HostState before = HostState.of("jgbench-worker");
        lab.start(
                "cancelled",
                "members: 2, senders: 1, messages: 10000000, messageSize: 1k, warmup: {messages: 1000}, repetitions: 2"
                        + ", " + TUNING);
        lab.waitUntil("cancelled", ConditionType.SUCCEEDED, ConditionReason.RUNNING);
        lab.waitUntil(
                "cancelled",
                run -> run.getStatus().progressPercent() != null
                        && run.getStatus().progressPercent() > 0);

        lab.kubectl("patch", "brun", "cancelled", "--type", "merge", "--patch", "{\"spec\":{\"cancel\":true}}")
                .orFail();
        BenchmarkRun run = lab.waitUntilFinished("cancelled");

        assertThat(Lab.told(run, ConditionType.FINISHED)).startsWith("True Cancelled: ");
        assertThat(Lab.told(run, ConditionType.SUCCEEDED)).startsWith("False Failed: ");
        assertThat(run.getStatus().resultsRef()).isNotNull();
        assertThat(run.getStatus().perMember())
                .hasSize(2)
                .allSatisfy(member -> assertThat(member.messagesReceived()).isPositive());
        lab.waitUntilNodesAreFree();
        assertThat(HostState.of("jgbench-worker")).isEqualTo(before);
    }

    @Test
    void runThatIsNotOverByItsDeadlineFails(Lab lab) {
        lab.start("late", ENDLESS + ", activeDeadline: 20s");

        BenchmarkRun run = lab.waitUntilFinished("late");

        assertThat(Lab.told(run, ConditionType.FINISHED)).startsWith("True DeadlineExceeded: ");
        assertThat(Lab.told(run, ConditionType.SUCCEEDED)).startsWith("False Failed: ");
    }

    private static void assertThatItWasMeasured(BenchmarkRun run) {
        assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
    }
}
