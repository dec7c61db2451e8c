package io.jgbench.coordination.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadSocketTest {
    private static final WorkloadSocket SOCKET = new WorkloadSocket(9999, 1000, false, 1, 2);

    @Test
    void membersThatShareAnAddressHaveOnePortAfterTheOther() {
        List<String> hosts = List.of("10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.1");

        assertThat(SOCKET.portOf(hosts, 0)).hasValue(9999);
        assertThat(SOCKET.portOf(hosts, 1)).hasValue(9999);
        assertThat(SOCKET.portOf(hosts, 2)).hasValue(10_000);
        assertThat(SOCKET.portOf(hosts, 3)).hasValue(10_001);
    }

    @Test
    void memberForWhichNoPortIsLeftHasNone() {
        var last = new WorkloadSocket(65_535, 1000, false, 1, 1);

        assertThat(last.portOf(List.of("10.0.0.1", "10.0.0.1"), 1)).isEmpty();
    }

    @Test
    void onlyPublishersSendAndOnlyListenersReceive() {
        assertThat(SOCKET.isPath(0, 2, 4)).isTrue();
        assertThat(SOCKET.isPath(0, 3, 4)).isTrue();
        assertThat(SOCKET.isPath(0, 1, 4)).isFalse();
        assertThat(SOCKET.isPath(2, 3, 4)).isFalse();
        assertThat(SOCKET.isPath(0, 0, 1)).isFalse();
    }

    @Test
    void datagramHasASocketOfItsOwnWhoseAddressIsKnownOnlyWithAPort() {
        var datagram = TestWorkloads.datagram(1, 2);

        assertThat(datagram.ownSocket()).isEmpty();
        assertThat(DatagramSpecBuilder.builder(datagram).port(9999).build().ownSocket())
                .hasValue(SOCKET);
    }
}
