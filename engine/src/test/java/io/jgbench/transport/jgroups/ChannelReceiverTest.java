package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.transport.TransportListener;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.util.MessageBatch;
import org.junit.jupiter.api.Test;

class ChannelReceiverTest {
    private static final Message MESSAGE = new BytesMessage(null, new byte[] {'x'});

    @Test
    void listenerIsToldWhatAMessageThrowsAsJGroupsOnlyLogsIt() {
        var listener = new FullHeap();
        try (var receiver = new ChannelReceiver(listener, _ -> {})) {

            assertThatThrownBy(() -> receiver.receive(MESSAGE)).isSameAs(listener.thrown);
            assertThat(listener.told).containsExactly(listener.thrown);
        }
    }

    @Test
    void listenerIsToldWhatABatchThrowsAsJGroupsOnlyLogsIt() {
        var listener = new FullHeap();
        try (var receiver = new ChannelReceiver(listener, _ -> {})) {

            assertThatThrownBy(() -> receiver.receive(new MessageBatch(List.of(MESSAGE))))
                    .isSameAs(listener.thrown);
            assertThat(listener.told).containsExactly(listener.thrown);
        }
    }

    private static final class FullHeap implements TransportListener {
        private final OutOfMemoryError thrown = new OutOfMemoryError("on purpose");
        private final List<Throwable> told = new ArrayList<>();

        @Override
        public void receive(byte[] buffer, int offset, int length) {
            throw thrown;
        }

        @Override
        public void membersChanged(List<String> names) {
            // no view changes here
        }

        @Override
        public void failed(String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void failed(Throwable cause) {
            told.add(cause);
        }
    }
}
