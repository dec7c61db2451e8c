package io.jgbench.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSocket;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PreflightRequestTest {
    private static final int MESSAGE_BYTES = 5_000;

    @Test
    void transportWithoutAStackIsToldHowLargeMessagesAre() {
        assertThat(request(Optional.empty()).messageBytes()).isEqualTo(MESSAGE_BYTES);
        assertThat(request(Optional.of(new Stack("udp", "<config/>"))).messageBytes())
                .isZero();
    }

    @Test
    void requestOfAnOperatorThatDoesNotTellTheSizeIsRead() throws Exception {
        var request = request(Optional.empty());
        String older = json(request).replace(",\"messageBytes\":" + MESSAGE_BYTES, "");

        assertThat(older).doesNotContain("messageBytes").isNotEqualTo(json(request));
        assertThat(ProtocolJson.readRequest(older.getBytes(StandardCharsets.UTF_8), PreflightRequest.class)
                        .messageBytes())
                .isZero();
    }

    @Test
    void membersOfAnEarlierVersionAreNotSentWhatTheyDoNotKnowOfAStack() {
        assertThat(json(request(Optional.of(new Stack("udp", "<config/>"))))).doesNotContain("messageBytes");
    }

    @Test
    void socketOfTheWorkloadIsToldWhereItsPortIsKnown() throws Exception {
        var join = request(Optional.empty());
        var told = new PreflightRequest(
                join.transport(),
                join.self(),
                join.peers(),
                join.multicastAddress(),
                join.multicastPort(),
                0,
                List.of(new WorkloadSocket(9999, 1400, true, 2, 3)));

        assertThat(ProtocolJson.readRequest(ProtocolJson.write(told), PreflightRequest.class))
                .isEqualTo(told);
        assertThat(json(told)).contains("workloadSockets");
    }

    @Test
    void requestWithoutSocketsOfTheWorkloadDoesNotNameThemAndIsReadAsHavingNone() throws Exception {
        var request = request(Optional.empty());

        assertThat(json(request)).doesNotContain("workloadSockets");
        assertThat(ProtocolJson.readRequest(ProtocolJson.write(request), PreflightRequest.class)
                        .workloadSockets())
                .isEmpty();
    }

    private static String json(PreflightRequest request) {
        return new String(ProtocolJson.write(request), StandardCharsets.UTF_8);
    }

    private static PreflightRequest request(Optional<Stack> stack) {
        return PreflightRequest.of(new JoinRequest(
                new MulticastSpec(
                        1,
                        RunLength.of(1000),
                        MESSAGE_BYTES,
                        Warmup.of(100),
                        1,
                        Duration.ofSeconds(1),
                        Duration.ZERO,
                        100),
                new TransportSpec(stack.isPresent() ? "jgroups" : "udp", stack, Map.of(), 0),
                "c1",
                0,
                List.of(new Peer(0, "m0", "127.0.0.1", 7800)),
                "239.8.8.8",
                45588,
                Duration.ofSeconds(30)));
    }
}
