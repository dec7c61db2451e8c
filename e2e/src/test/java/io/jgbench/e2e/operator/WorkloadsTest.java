package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The workloads beside Multicast, as their examples ask for them. */
@OperatorTest
class WorkloadsTest {

    @Test
    void requestsAreAnsweredByMembersOnOtherNodes(Lab lab) throws IOException {
        var status = ExampleRun.statusOf(lab, "rpc", SharedMachine.STREAMS);

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
        var status = ExampleRun.statusOf(lab, "datagram", SharedMachine.DATAGRAMS);

        var datagram = status.summary().datagram();
        assertThat(datagram.packetsSent()).isPositive();
        assertThat(datagram.packetsReceived() + datagram.packetsMissing()).isEqualTo(datagram.packetsSent());
        assertThat(status.perMember())
                .allSatisfy(member ->
                        assertThat(member.datagram().packetsReceivedPerSecond()).isPositive());
    }

    @Test
    void searchFindsTheRateThatTheNetworkCarries(Lab lab) throws IOException {
        var status = ExampleRun.statusOf(lab, "network-fit", SharedMachine.DATAGRAMS);

        assertThat(status.summary().datagram().highestBytesPerSecond()).isPositive();
    }

    @Test
    void streamIsAnsweredAndTimed(Lab lab) throws IOException {
        var status = ExampleRun.statusOf(lab, "message-bus", SharedMachine.STREAMS);

        var bus = status.summary().messageBus();
        assertThat(status.summary().messagesReceived())
                .isEqualTo(status.summary().messagesSent())
                .isPositive();
        assertThat(bus.responses()).isEqualTo(bus.responsesExpected()).isPositive();
        assertThat(bus.responseP50Micros()).isPositive();
    }
}
