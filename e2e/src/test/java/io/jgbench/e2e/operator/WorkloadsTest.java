package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.coordination.result.Finding.Reason;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The workloads beside Multicast, as their examples ask for them. */
@OperatorTest
class WorkloadsTest {
    private static final SharedMachine STREAMS = SharedMachine.USUAL
            .and(Reason.STALLED, "a member that waits for a CPU stands still for tenths of a second, and all with it")
            .and(Reason.GC_PAUSES, "a collector whose threads wait for a CPU stops its member for longer")
            .and(Reason.GENERATOR_LATE, "a sender waits for a CPU while messages or packets become due");

    private static final SharedMachine DATAGRAMS = STREAMS.and(
                    Reason.RECEIVE_DROPS, "a listener that waits for a CPU does not empty its small buffer in time")
            .and(Reason.HELD_BACK, "the listener that waited for longest lost most, and is named")
            .and(Reason.RATE_UNEVEN, "a publisher that waits for a CPU sends late, and then faster")
            .and(Reason.TARGET_RATE_MISSED, "what it could not send in its time is missing at the end")
            .and(
                    Reason.MESSAGES_MISSING,
                    "packets that became due meanwhile follow faster than a listener without a CPU takes them");

    @Test
    void requestsAreAnsweredByMembersOnOtherNodes(Lab lab) throws IOException {
        var status = statusOf(lab, "rpc", 4, STREAMS);

        var rpc = status.summary().rpc();
        assertThat(rpc.requestsDone()).isEqualTo(rpc.requests()).isPositive();
        assertThat(rpc.requestsPerSecond()).isPositive();
        assertThat(rpc.readP50Micros()).isPositive();
        assertThat(status.perMember())
                .allSatisfy(
                        member -> assertThat(member.rpc().requestsPerSecond()).isPositive());
    }

    @Test
    void everyDatagramIsReceivedOrMissing(Lab lab) throws IOException {
        var status = statusOf(lab, "datagram", 2, DATAGRAMS);

        var datagram = status.summary().datagram();
        assertThat(datagram.packetsSent()).isPositive();
        assertThat(datagram.packetsReceived() + datagram.packetsMissing()).isEqualTo(datagram.packetsSent());
        assertThat(status.perMember())
                .allSatisfy(member ->
                        assertThat(member.datagram().packetsReceivedPerSecond()).isPositive());
    }

    @Test
    void searchFindsTheRateThatTheNetworkCarries(Lab lab) throws IOException {
        var status = statusOf(lab, "network-fit", 3, DATAGRAMS);

        assertThat(status.summary().datagram().highestBytesPerSecond()).isPositive();
    }

    @Test
    void streamIsAnsweredAndTimed(Lab lab) throws IOException {
        var status = statusOf(lab, "message-bus", 2, STREAMS);

        var bus = status.summary().messageBus();
        assertThat(status.summary().messagesReceived())
                .isEqualTo(status.summary().messagesSent())
                .isPositive();
        assertThat(bus.responses()).isEqualTo(bus.responsesExpected()).isPositive();
        assertThat(bus.responseP50Micros()).isPositive();
    }

    private static BenchmarkRunStatus statusOf(Lab lab, String example, int members, SharedMachine machine)
            throws IOException {
        BenchmarkRun run = lab.runTrusted(example, machine);

        assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
        // its type may be Unknown: of four members on few CPUs no single thing needs to hold the rate
        assertThat(run.getStatus().bottleneck().type()).isNotNull();
        assertThat(run.getStatus().bottleneck().message()).isNotEmpty();
        assertThat(run.getStatus().summary().rate()).isNotEmpty();
        assertThat(run.getStatus().summary().throughput()).isNotEmpty();
        assertThat(run.getStatus().perMember())
                .hasSize(members)
                .extracting(StatusMember::node)
                .doesNotHaveDuplicates();
        assertThat(lab.kubectl("get", "brun", example).orFail())
                .contains(run.getStatus().summary().rate());
        return run.getStatus();
    }
}
