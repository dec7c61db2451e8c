package io.jgbench.workload.rpc;

import static io.jgbench.workload.LoopbackMembers.raw;
import static io.jgbench.workload.LoopbackMembers.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import io.jgbench.workload.LoopbackMembers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The workload over real channels and sockets on the loopback interface. */
class RpcOverTransportsTest {

    static Stream<Arguments> transports() {
        return Stream.of(
                Arguments.of(stack("udp"), 3, 1000),
                Arguments.of(stack("tcp"), 3, 1000),
                Arguments.of(stack("udp"), 1, 1000),
                Arguments.of(stack("tcp"), 2, 200_000),
                Arguments.of(raw("tcp"), 3, 1000),
                Arguments.of(raw("tcp"), 2, 200_000),
                Arguments.of(raw("udp"), 2, 100));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void requestsAreAnsweredAndTheAccountsAddUp(TransportSpec transport, int members, int payloadBytes)
            throws Exception {
        long requests = payloadBytes > 1000 ? 60 : 1000;
        var spec = new RpcSpec(
                RunLength.of(requests),
                Warmup.of(50),
                payloadBytes,
                2,
                80,
                8,
                Optional.empty(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1));

        List<RpcReport> reports;
        try (var all = LoopbackMembers.of(transport, RpcWorkload::new, spec, members)) {
            reports = all.run(RpcReport.class);
        }

        assertThat(reports).allSatisfy(report -> {
            assertThat(report.requestsDone()).isEqualTo(requests);
            assertThat(report.failed()).isZero();
        });
        assertThat(reports.stream().mapToLong(RpcReport::callsServed).sum())
                .isEqualTo(reports.stream().mapToLong(RpcReport::callsSent).sum());
    }
}
