package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.time.Duration;
import java.util.Map;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissedByPairTest {
    private static final int MESSAGES = 2_000;

    @ParameterizedTest
    @CsvSource({"pbcast.NAKACK2, UNICAST3", "NAKACK3, UNICAST3", "NAKACK4, UNICAST4"})
    void receiverCountsWhoseMulticastsItMissed(String multicast, String unicast) throws Exception {
        try (var sender = channel(multicast, unicast);
                var receiver = channel(multicast, unicast)) {
            connect(sender, receiver);
            for (int i = 0; i < MESSAGES; i++) {
                sender.send(new BytesMessage(null, new byte[10]));
            }

            awaitMisses(receiver, sender);
            assertThat(counters(sender)).containsEntry(Counters.MISSED_FROM + receiver.getAddress(), 0L);
        }
    }

    @ParameterizedTest
    @CsvSource({"pbcast.NAKACK2, UNICAST3", "NAKACK4, UNICAST4"})
    void receiverCountsWhoseUnicastsItMissed(String multicast, String unicast) throws Exception {
        try (var sender = channel(multicast, unicast);
                var receiver = channel(multicast, unicast)) {
            connect(sender, receiver);
            for (int i = 0; i < MESSAGES; i++) {
                sender.send(new BytesMessage(receiver.getAddress(), new byte[10]));
            }

            awaitMisses(receiver, sender);
        }
    }

    @Test
    void messageThatIsAskedForTwiceIsMissedOnce() {
        Address sender = UUID.randomUUID();
        var missed = new MissedMessages();
        missed.asked(numbers(3, 5), sender);
        missed.asked(numbers(4, 9), sender);
        missed.asked(numbers(9, 9), sender);

        assertThat(missed.of(sender)).isEqualTo(7);
        assertThat(missed.of(UUID.randomUUID())).isZero();
    }

    @Test
    void countingProtocolLooksLikeTheOneOfTheStack() throws Exception {
        try (var channel = channel("pbcast.NAKACK2", "UNICAST3")) {
            var nakack = channel.getProtocolStack().findProtocol(NAKACK2.class);

            assertThat(nakack).isInstanceOf(CountsMissed.class);
            assertThat(nakack.getName()).isEqualTo("NAKACK2");
            assertThat(nakack.getId()).isEqualTo(ClassConfigurator.getProtocolId(NAKACK2.class));
            assertThat(CountingProtocols.original(nakack.getClass())).isEqualTo(NAKACK2.class);
        }
    }

    private static SeqnoList numbers(int first, int last) {
        return new SeqnoList(last - first + 1, first).add(first, last);
    }

    private static void awaitMisses(JChannel receiver, JChannel sender) {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            var counters = counters(receiver);
            assertThat(counters.get(Counters.MESSAGES_FROM + sender.getAddress()))
                    .isGreaterThanOrEqualTo(MESSAGES);
            assertThat(counters.get(Counters.MISSED_FROM + sender.getAddress())).isBetween(1L, (long) MESSAGES);
        });
    }

    private static Map<String, Long> counters(JChannel channel) {
        return new MissedByPair(channel.getProtocolStack().getProtocols(), Address::toString)
                .read(channel.getAddress(), channel.getView().getMembers());
    }

    /** What arrives at the receiver is dropped now and then, from now on. */
    private static void connect(JChannel sender, JChannel receiver) throws Exception {
        String cluster = "cluster-" + UUID.randomUUID();
        sender.connect(cluster);
        receiver.connect(cluster);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> sender.getView().size() == 2
                        && receiver.getView() != null
                        && receiver.getView().size() == 2);
        receiver.getProtocolStack()
                .insertProtocol(new DISCARD().setUpDiscardRate(0.2), ProtocolStack.Position.ABOVE, TP.class);
    }

    private static JChannel channel(String multicast, String unicast) {
        String xml = """
                <config>
                  <SHARED_LOOPBACK bundler_type="no-bundler"/>
                  <SHARED_LOOPBACK_PING/>
                  <%s xmit_interval="50"/>
                  <%s xmit_interval="50"/>
                  <pbcast.STABLE/>
                  <pbcast.GMS join_timeout="500"/>
                </config>
                """.formatted(multicast, unicast);
        return ChannelFactory.create(new Stack("lossy", xml), StackPlan.unplanned(false));
    }
}
