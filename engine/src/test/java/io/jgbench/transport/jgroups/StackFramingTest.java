package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import java.nio.charset.StandardCharsets;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackFramingTest {
    private static final byte[] CLUSTER = "framing".getBytes(StandardCharsets.US_ASCII);
    private static final int MESSAGE_BYTES = 100;

    @ParameterizedTest
    @ValueSource(strings = {"nb", "no-bundler"})
    void stackThatDoesNotBundleSendsEachMessageInAPacketOfItsOwn(String bundler) throws Exception {
        Framing framing = framing(bundler);

        assertThat(framing.packetBytes()).isEqualTo(wholeBytes(framing));
        assertThat(framing.packets(MESSAGE_BYTES)).isEqualTo(1);
    }

    @Test
    void messageInAPacketOfItsOwnHasNoListAroundIt() throws Exception {
        int destination = 1;
        int clusterName = Short.BYTES + CLUSTER.length;
        int count = Integer.BYTES;

        assertThat(wholeBytes(framing("per-destination")) - wholeBytes(framing("nb")))
                .isEqualTo(destination + clusterName + count);
    }

    @Test
    void bundlerFillsPacketsUpToItsLargest() throws Exception {
        int lengthOfThePacket = 4;

        assertThat(framing("per-destination").packetBytes()).isEqualTo(64_000 + lengthOfThePacket);
    }

    /** Of a packet with one message. */
    private static int wholeBytes(Framing framing) {
        return MESSAGE_BYTES + framing.perMessageBytes() + framing.perPacketBytes();
    }

    private static Framing framing(String bundler) throws Exception {
        String xml = """
                <config>
                  <SHARED_LOOPBACK bundler_type="%s" bundler.max_size="64000"/>
                  <SHARED_LOOPBACK_PING/>
                  <pbcast.NAKACK2/>
                  <UNICAST3/>
                  <pbcast.STABLE/>
                  <pbcast.GMS join_timeout="500"/>
                </config>
                """.formatted(bundler);
        try (var channel = ChannelFactory.create(new Stack("shared", xml), StackPlan.unplanned(false))) {
            channel.connect("cluster-" + UUID.randomUUID());
            return new StackFraming(channel, CLUSTER).of(MESSAGE_BYTES);
        }
    }
}
