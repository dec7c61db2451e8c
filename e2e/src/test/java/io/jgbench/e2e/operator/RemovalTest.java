package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.e2e.Nodes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Namespaces, definitions and the operator go away while runs and suites are under way: nothing hangs, hosts are as
 * before.
 */
@OperatorTest
class RemovalTest {
    private static final List<String> NODES = List.of("jgbench-worker", "jgbench-worker2");
    private static final Duration ENDS_WITHIN = Duration.ofMinutes(2);
    private static final String SHORT =
            "members: 2, messages: 5000, messageSize: 1k, warmup: {messages: 500}, start: {maxSkew: 1m}"
                    + ", placement: {nodeNames: [jgbench-worker3, jgbench-worker4]}";

    /** Runs until something ends it, on hosts that it has changed. */
    private static final String ENDLESS =
            "members: 2, senders: 1, messages: 100000000, messageSize: 1k, warmup: {messages: 1000}"
                    + ", tuning: {mode: Apply, mtu: " + Nodes.RAISED_MTU + ", txQueueLength: 1234}"
                    + ", placement: {nodeNames: [jgbench-worker, jgbench-worker2]}";

    private static final String SUITE = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkSuite
            metadata: {name: suite}
            spec:
              rounds: 2
              template: {%s}
            """.formatted(ENDLESS);

    /** Its only cell in the first round. */
    private static final String VISIT = "suite-c1-r1";

    /** What went away is there again, for this lab's end and for other tests; a suite would make its visit again. */
    @AfterEach
    void installAgain(Lab lab) {
        lab.installation().helm().upgrade();
        lab.installation().replaceOperatorPod();
        lab.kubectl("delete", "bsuite", "--all").orFail();
    }

    @Test
    void namespaceGoesWithRunsThatAreOverSuspendedQueuedAndUnderWay(Lab lab) {
        List<HostState> before = hosts();
        lab.start("over", SHORT);
        lab.start("suspended", SHORT + ", suspend: true");
        lab.waitUntilFinished("over");
        lab.waitUntilNodesAreFree();
        startUnderWay(lab);
        lab.start("queued", ENDLESS);
        lab.waitUntil("queued", ConditionType.NODES_RESERVED, ConditionReason.NODE_BUSY);

        lab.kubectl("delete", "namespace", Installation.RUNS, "--timeout=2m").orFail();

        lab.waitUntilNodesAreFree();
        assertThat(hosts()).isEqualTo(before);
    }

    @Test
    void namespaceGoesThoughItsRoleBindingsWentFirst(Lab lab) {
        List<HostState> before = hosts();
        startUnderWay(lab);

        lab.kubectl("delete", "rolebindings", "--all").orFail();
        lab.kubectl("delete", "namespace", Installation.RUNS, "--timeout=2m").orFail();

        lab.waitUntilNodesAreFree();
        assertThat(hosts()).isEqualTo(before);
    }

    @Test
    void namespaceGoesThoughTheOperatorWentFirst(Lab lab) {
        List<HostState> before = hosts();
        startUnderWay(lab);

        lab.installation().helm().uninstall();
        lab.kubectl("delete", "namespace", Installation.RUNS, "--timeout=2m").orFail();

        assertThat(hosts()).isEqualTo(before);
        lab.installation().helm().upgrade();
        lab.waitUntilNodesAreFree();
    }

    @Test
    void definitionGoesWithARunUnderWay(Lab lab) {
        List<HostState> before = hosts();
        startUnderWay(lab);

        lab.kubectl("delete", "crd", "benchmarkruns.jgbench.io", "--timeout=2m").orFail();

        awaitNoPods(lab, "under-way");
        assertThat(hosts()).isEqualTo(before);
        lab.installation().helm().upgrade();
        lab.waitUntilNodesAreFree();
    }

    @ParameterizedTest
    @CsvSource({"crd, benchmarksuites.jgbench.io", "namespace, " + Installation.RUNS})
    void suiteUnderWayGoesWithItsVisit(String kind, String name, Lab lab) {
        List<HostState> before = hosts();
        lab.applyText(SUITE).orFail();
        waitUntilUnderWay(lab, VISIT);

        lab.kubectl("delete", kind, name, "--timeout=2m").orFail();

        await("the end of the visit").atMost(ENDS_WITHIN).until(() -> lab.run(VISIT) == null);
        awaitNoPods(lab, VISIT);
        assertThat(hosts()).isEqualTo(before);
        lab.installation().helm().upgrade();
        lab.waitUntilNodesAreFree();
    }

    @Test
    void runIsDeletedWhileNoOperatorIsThereAndTheNextOneFreesItsNodes(Lab lab) {
        List<HostState> before = hosts();
        startUnderWay(lab);

        lab.installation().helm().uninstall();
        lab.kubectl("delete", "brun", "under-way", "--timeout=1m").orFail();

        awaitNoPods(lab, "under-way");
        assertThat(hosts()).isEqualTo(before);
        assertThat(lab.installation().reservedNodes())
                .as("nobody has freed them")
                .hasSize(2);
        lab.installation().helm().upgrade();
        lab.waitUntilNodesAreFree();
    }

    private static void startUnderWay(Lab lab) {
        lab.start("under-way", ENDLESS);
        waitUntilUnderWay(lab, "under-way");
    }

    private static void waitUntilUnderWay(Lab lab, String name) {
        BenchmarkRun run = lab.waitUntil(name, ConditionType.SUCCEEDED, ConditionReason.RUNNING);
        assertThat(Lab.told(run, ConditionType.TUNING_VERIFIED)).startsWith("True Verified");
        assertThat(hosts()).allSatisfy(host -> assertThat(host.mtu()).isEqualTo(Nodes.RAISED_MTU));
    }

    private static List<HostState> hosts() {
        return NODES.stream().map(HostState::of).toList();
    }

    private static void awaitNoPods(Lab lab, String run) {
        await("the end of the members' pods").atMost(ENDS_WITHIN).untilAsserted(() -> {
            List<Pod> pods = lab.pods(run);
            assertThat(pods).isEmpty();
        });
    }
}
