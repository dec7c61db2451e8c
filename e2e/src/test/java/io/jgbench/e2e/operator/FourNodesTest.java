package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.e2e.Nodes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@OperatorTest
class FourNodesTest {
    private static final String SOMAXCONN = "/proc/sys/net/core/somaxconn";
    private static final int MTU = Nodes.RAISED_MTU;
    private static final int TX_QUEUE_LENGTH = 1234;

    /**
     * Neither MTU, queue length nor {@code somaxconn} is a default of anybody's; what a kind node has of the others is
     * enough.
     */
    private static final String TUNING = "tuning: {mode: Apply, rmemMax: 5Mi, mtu: " + MTU + ", txQueueLength: "
            + TX_QUEUE_LENGTH + ", sysctls: [{name: net.core.somaxconn, value: '3210'}]}";

    /** A JVM that cannot use the image's archive of classes goes without, and says so by its slow start alone. */
    private static final String NO_START_WITHOUT_ARCHIVE = "jvm: {options: ['-XX:AOTMode=on']}";

    @Test
    void quickstartIsAnsweredInItsStatus(Lab lab) throws IOException {
        BenchmarkRun run = lab.runTrusted("quickstart", SharedMachine.USUAL);

        assertThatAllWasReceived(run);
        assertThat(run.getStatus().warmup().unitsPerMember()).isPositive();
        assertThat(run.getStatus().stack()).isEqualTo("udp");
        assertThat(run.getStatus().bottleneck().type()).isNotEqualTo(BottleneckType.UNKNOWN);
        assertThat(lab.kubectl("get", "brun", "quickstart").orFail())
                .contains(run.getStatus().summary().rate())
                .contains(run.getStatus().summary().throughput());
    }

    @Test
    void membersOfTcpFindEachOtherByTheKubernetesApi(Lab lab) {
        lab.start(
                "kube-ping",
                "members: 4, messages: 5000, messageSize: 1k, warmup: {messages: 500}, stack: {name: tcp-kube},"
                        + " start: {maxSkew: 1m}, "
                        + NO_START_WITHOUT_ARCHIVE);

        BenchmarkRun run = lab.waitUntilFinished("kube-ping");

        assertThatAllWasMeasured(run, 5_000);
        assertThat(run.getStatus().stack()).isEqualTo("tcp-kube");
    }

    @Test
    void hostsAreTunedWhileTheRunLastsAndAreThenAsTheyWere(Lab lab) {
        Map<String, HostState> before = hosts(lab);
        lab.start(
                "tuned",
                "members: 4, messages: 5000, messageSize: 1k, warmup: {messages: 500}, stack: {name: udp}, start:"
                        + " {maxSkew: 1m}, "
                        + TUNING);

        lab.waitUntil("tuned", ConditionType.TUNING_VERIFIED, ConditionReason.VERIFIED);
        Map<String, HostState> during = hosts(lab);
        BenchmarkRun run = lab.waitUntilFinished("tuned");
        lab.waitUntil("tuned", ConditionType.TUNING_VERIFIED, ConditionReason.RESTORED);
        lab.waitUntilNodesAreFree();

        assertThat(run.getStatus().perMember()).extracting(StatusMember::node).allSatisfy(node -> {
            HostState host = during.get(node);
            assertThat(host.mtu()).isEqualTo(MTU);
            assertThat(host.txQueueLength()).isEqualTo(TX_QUEUE_LENGTH);
            assertThat(host.sysctl(SOMAXCONN)).isEqualTo("3210");
        });
        assertThatAllWasMeasured(run, 5_000);
        assertThat(hosts(lab)).isEqualTo(before);
    }

    private static void assertThatAllWasMeasured(BenchmarkRun run, long messages) {
        assertThat(run.getStatus().perMember())
                .allSatisfy(member -> assertThat(member.messagesSent()).isEqualTo(messages));
        assertThatAllWasReceived(run);
    }

    private static void assertThatAllWasReceived(BenchmarkRun run) {
        assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
        var status = run.getStatus();
        long sent = status.perMember().stream()
                .mapToLong(StatusMember::messagesSent)
                .sum();
        assertThat(status.perMember()).hasSize(4).allSatisfy(member -> {
            assertThat(member.messagesReceived()).isEqualTo(sent);
            assertThat(member.messagesPerSecond()).isPositive();
        });
        assertThat(status.perMember()).extracting(StatusMember::node).doesNotHaveDuplicates();
        assertThat(status.startSkewMicros()).isPositive();
        assertThat(status.summary().rate()).isNotEmpty();
        assertThat(status.summary().throughput()).isNotEmpty();
    }

    private static Map<String, HostState> hosts(Lab lab) {
        List<Node> workers = Nodes.workers(lab.client());
        return workers.stream()
                .map(node -> node.getMetadata().getName())
                .collect(Collectors.toMap(Function.identity(), HostState::of));
    }
}
