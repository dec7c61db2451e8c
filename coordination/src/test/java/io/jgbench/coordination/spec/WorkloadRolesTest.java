package io.jgbench.coordination.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
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
        MessageBusSpec bus = TestWorkloads.bus(Optional.empty(), Optional.of(1));

        assertThat(those(member -> bus.sends(member, MEMBERS))).containsExactly(0, 1);
        assertThat(those(member -> bus.receives(member, MEMBERS))).containsExactly(2);
    }

    @Test
    void onlySenderOfABusReceivesNothing() {
        MessageBusSpec bus = TestWorkloads.bus(Optional.of(1), Optional.empty());

        assertThat(those(member -> bus.sends(member, MEMBERS))).containsExactly(0);
        assertThat(those(member -> bus.receives(member, MEMBERS))).containsExactly(1, 2);
    }

    @Test
    void onlyListenerPublishesToNobodyAndOnlyPublisherListensToNobody() {
        assertThat(those(member -> TestWorkloads.datagram(3, 1).sends(member, MEMBERS)))
                .containsExactly(0, 1);
        assertThat(those(member -> TestWorkloads.datagram(3, 1).receives(member, MEMBERS)))
                .containsExactly(2);
        assertThat(those(member -> TestWorkloads.datagram(1, 3).sends(member, MEMBERS)))
                .containsExactly(0);
        assertThat(those(member -> TestWorkloads.datagram(1, 3).receives(member, MEMBERS)))
                .containsExactly(1, 2);
    }

    private static List<Integer> those(IntPredicate does) {
        return IntStream.range(0, MEMBERS).filter(does).boxed().toList();
    }
}
