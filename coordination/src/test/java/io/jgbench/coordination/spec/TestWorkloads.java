package io.jgbench.coordination.spec;

import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import java.time.Duration;
import java.util.Optional;

/** Workloads whose members have roles, with small and short values for the rest. */
public final class TestWorkloads {
    private static final Duration TIME = Duration.ofSeconds(2);

    private TestWorkloads() {}

    /** Packets from the first members to the last ones. */
    public static DatagramSpec datagram(int publishers, int listeners) {
        return DatagramSpecBuilder.builder()
                .publishers(publishers)
                .listeners(listeners)
                .packetBytes(1000)
                .processBytes(4)
                .rxBufferPackets(1428)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofSeconds(1))
                .duration(TIME)
                .warmup(Warmup.of(0))
                .provider(DatagramSpec.Provider.AUTO)
                .logInterval(Duration.ofSeconds(1))
                .build();
    }

    /** Messages from the first members to the last ones; all of them where a number is empty. */
    public static MessageBusSpec bus(Optional<Integer> senders, Optional<Integer> receivers) {
        return new MessageBusSpec(
                MessageBusSpecSendingBuilder.builder()
                        .senders(senders)
                        .receivers(receivers)
                        .threads(1)
                        .smallestBytes(1000)
                        .largestBytes(1000)
                        .latencyFrequency(100)
                        .receipts(true)
                        .blockSpin(Duration.ZERO)
                        .build(),
                new MessageBusSpec.Processing(0, 0, Optional.empty(), false),
                TIME,
                Warmup.of(0),
                Duration.ofSeconds(1),
                false);
    }
}
