package io.jgbench.coordination.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who sends and who receives, as no member does either to itself. */
class WorkloadRolesTest {
    private static final int MEMBERS = 3;

    @Test
    void onlyReceiverOfABusHasNobodyToSendTo() {
        MessageBusSpec bus = bus(Optional.empty(), Optional.of(1));

        assertThat(those(member -> bus.sends(member, MEMBERS))).containsExactly(0, 1);
        assertThat(those(member -> bus.receives(member, MEMBERS))).containsExactly(2);
    }

    @Test
    void onlySenderOfABusReceivesNothing() {
        MessageBusSpec bus = bus(Optional.of(1), Optional.empty());

        assertThat(those(member -> bus.sends(member, MEMBERS))).containsExactly(0);
        assertThat(those(member -> bus.receives(member, MEMBERS))).containsExactly(1, 2);
    }

    @Test
    void onlyListenerPublishesToNobodyAndOnlyPublisherListensToNobody() {
        assertThat(those(member -> datagram(3, 1).sends(member, MEMBERS))).containsExactly(0, 1);
        assertThat(those(member -> datagram(3, 1).receives(member, MEMBERS))).containsExactly(2);
        assertThat(those(member -> datagram(1, 3).sends(member, MEMBERS))).containsExactly(0);
        assertThat(those(member -> datagram(1, 3).receives(member, MEMBERS))).containsExactly(1, 2);
    }

    private static List<Integer> those(IntPredicate does) {
        return IntStream.range(0, MEMBERS).filter(does).boxed().toList();
    }

    private static DatagramSpec datagram(int publishers, int listeners) {
        return DatagramSpecBuilder.builder()
                .publishers(publishers)
                .listeners(listeners)
                .packetBytes(1000)
                .processBytes(4)
                .rxBufferPackets(1428)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofSeconds(1))
                .duration(Duration.ofSeconds(2))
                .warmup(Warmup.of(0))
                .provider(DatagramSpec.Provider.AUTO)
                .logInterval(Duration.ofSeconds(1))
                .build();
    }

    private static MessageBusSpec bus(Optional<Integer> senders, Optional<Integer> receivers) {
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
                Duration.ofSeconds(2),
                Warmup.of(0),
                Duration.ofSeconds(1),
                false);
    }
}
