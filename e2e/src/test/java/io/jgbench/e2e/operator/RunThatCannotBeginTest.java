package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.e2e.Nodes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** They wait side by side, each on nodes of its own. */
@OperatorTest
class RunThatCannotBeginTest {
    private static final String SMALL = "messages: 1000, messageSize: 1k, warmup: {messages: 100}, ";

    /** They have to wait for it. */
    private static final String SHORT = SMALL + "start: {timeout: 15s, maxSkew: 1m}, ";

    /** What their pods say ends them, however slow the machine is. */
    private static final String LONG = SMALL + "start: {timeout: 2m, maxSkew: 1m}, ";

    @BeforeAll
    static void applyAll(Lab lab) {
        lab.start("missing", SHORT + "members: 2, stack: {configMapKeyRef: {name: nowhere, key: stack.xml}}");
        lab.start("few", SHORT + "members: " + oneTooMany(lab));
        lab.start("no-stack", LONG + "members: 2, stack: {inline: '<config><UDP></config>'}");
        lab.start(
                "no-protocol", LONG + on("jgbench-worker") + "stack: {inline: '<config><NO_SUCH_PROTOCOL/></config>'}");
        lab.start("verify", LONG + on("jgbench-worker2") + "tuning: {mode: Verify, rmemMax: 1Gi}");
        lab.start("apply", LONG + on("jgbench-worker3") + "tuning: {mode: Apply, rmemMax: 1Gi}");
    }

    /** As many members as there are workers, and one. */
    private static int oneTooMany(Lab lab) {
        return Nodes.workers(lab.client()).size() + 1;
    }

    private static String on(String node) {
        return "members: 1, placement: {nodeNames: [" + node + "]}, ";
    }

    @Test
    void nodesThatAreTooFewAreCounted(Lab lab) {
        int members = oneTooMany(lab);
        BenchmarkRun run = lab.waitUntilFinished("few");

        assertThat(Lab.told(run, ConditionType.NODES_RESERVED))
                .startsWith("False NotEnoughNodes: %d members need %d nodes, %d fit"
                        .formatted(members, members, members - 1));
        assertThat(Lab.told(run, ConditionType.SUCCEEDED)).startsWith("False Failed: ");
    }

    @Test
    void stackThatDoesNotParseIsRefusedWithItsPlace(Lab lab) {
        BenchmarkRun run = lab.waitUntilFinished("no-stack");

        assertThat(Lab.told(run, ConditionType.MEMBERS_READY))
                .startsWith("False StackInvalid: ")
                .contains("stack inline is not XML: line 1");
    }

    @Test
    void protocolThatDoesNotExistIsNamed(Lab lab) {
        BenchmarkRun run = lab.waitUntilFinished("no-protocol");

        assertThat(Lab.told(run, ConditionType.MEMBERS_READY))
                .startsWith("False StackInvalid: ")
                .contains("NO_SUCH_PROTOCOL");
    }

    @Test
    void configMapThatIsMissingIsNamed(Lab lab) {
        BenchmarkRun run = lab.waitUntilFinished("missing");

        assertThat(Lab.told(run, ConditionType.MEMBERS_READY))
                .startsWith("False StackInvalid: ")
                .contains("ConfigMap nowhere", "is not there after 15 s");
    }

    @Test
    void hostThatIsNotAsDeclaredIsMismatchedAndToldApart(Lab lab) {
        BenchmarkRun run = lab.waitUntilFinished("verify");

        assertThat(Lab.told(run, ConditionType.TUNING_VERIFIED))
                .startsWith("False Mismatch: Node jgbench-worker2: ")
                .contains("rmem_max");
        assertThat(Lab.told(run, ConditionType.SUCCEEDED)).startsWith("False Failed: ");
    }

    @Test
    void valueThatTheKernelRefusesIsAnsweredWithTheCommandForTheHost(Lab lab) {
        BenchmarkRun run = lab.waitUntilFinished("apply");

        assertThat(Lab.told(run, ConditionType.TUNING_VERIFIED))
                .startsWith("False ApplyFailed: Node jgbench-worker3: ")
                .contains("sysctl -w net.core.rmem_max=1073741824");
    }
}
