package io.jgbench.workload.messagebus;

import static io.jgbench.workload.LoopbackMembers.raw;
import static io.jgbench.workload.LoopbackMembers.stack;

import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import io.jgbench.workload.LoopbackMembers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The workload over real channels and sockets on the loopback interface. */
class MessageBusOverTransportsTest {

    static Stream<Arguments> transports() {
        var bus = TestBus.streaming();
        return Stream.of(
                Arguments.of(raw("tcp"), 3, bus),
                Arguments.of(raw("tcp"), 2, bus.between(1, 1).flushing(20)),
                Arguments.of(raw("tcp"), 2, bus.blocking()),
                Arguments.of(raw("tcp"), 3, bus.between(1, 2).passingOn()),
                Arguments.of(raw("tcp"), 2, bus.processedBy(1, 8, Optional.empty())),
                Arguments.of(stack("udp"), 3, bus),
                Arguments.of(stack("tcp"), 2, bus.blocking()),
                Arguments.of(raw("udp"), 2, bus.blocking()));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void whatIsSentArrivesAndIsAnswered(TransportSpec transport, int members, TestBus bus) throws Exception {
        List<MessageBusReport> reports;
        try (var all = LoopbackMembers.of(transport, MessageBusWorkload::new, bus.spec(), members)) {
            reports = all.run(MessageBusReport.class);
        }

        TestBus.assertAllArrived(reports);
    }
}
