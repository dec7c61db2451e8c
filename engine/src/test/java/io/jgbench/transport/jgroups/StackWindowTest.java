package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.transport.Stacks;
import java.util.List;
import java.util.Optional;
import org.jgroups.protocols.FlowControl;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.UFC;
import org.junit.jupiter.api.Test;

class StackWindowTest {
    private static final Peer SELF = new Peer(0, "a", "127.0.0.1", 7800);

    @Test
    void windowOfTheRunIsThatOfMulticastsAndUnicasts() {
        assertThat(credits(MFC.class, Optional.of(FlowWindow.fixed(500_000, "a test's"))))
                .isEqualTo(500_000);
        assertThat(credits(UFC.class, Optional.of(FlowWindow.fixed(500_000, "a test's"))))
                .isEqualTo(500_000);
    }

    @Test
    void stackHasItsOwnWhereNobodyHasChosenOne() {
        assertThat(credits(MFC.class, Optional.empty())).isEqualTo(125_000);
        assertThat(credits(UFC.class, Optional.empty())).isEqualTo(125_000);
    }

    private static long credits(Class<? extends FlowControl> type, Optional<FlowWindow> window) {
        var plan = new StackPlan(false, Optional.of(SELF), List.of(SELF), Optional.empty(), window, Optional.empty());
        try (var channel = ChannelFactory.create(new Stacks().named("udp"), plan)) {
            FlowControl flowControl = channel.getProtocolStack().findProtocol(type);
            return flowControl.getMaxCredits();
        }
    }
}
