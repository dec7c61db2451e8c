package io.jgbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.transport.ProtocolPortPlan.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtocolPortPlanTest {

    @Test
    void portBeyondTheLastBeginsAgainAboveTheReservedOnes() {
        var port = new ProtocolPortPlan("FD_SOCK2", new Place.Above(100, 1024, 65_536), false);

        assertThat(port.portOf(List.of(new Peer(0, "m0", "10.0.0.1", 65_500)), 0))
                .hasValue(1088);
    }

    @Test
    void memberForWhichNoPortIsLeftHasNone() {
        var port = new ProtocolPortPlan("FD_SOCK", new Place.InARow(65_535), false);
        var peers = List.of(new Peer(0, "m0", "10.0.0.1", 7800), new Peer(1, "m1", "10.0.0.1", 7801));

        assertThat(port.portOf(peers, 0)).hasValue(65_535);
        assertThat(port.portOf(peers, 1)).isEmpty();
    }
}
