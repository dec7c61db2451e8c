package io.jgbench.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.transport.TransportListener;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionTest {

    @Test
    void messagesThatWaitInTheBufferAreNotDeliveredOnceItIsClosed() throws Exception {
        var listener = new SlowListener();
        var broken = new CountDownLatch(1);
        try (var server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                var peer = SocketChannel.open(server.getLocalAddress());
                var connection = new Connection(
                        server.accept(),
                        new Handshake(1, "b"),
                        new Outbox(new SendRing(1024)),
                        listener,
                        _ -> broken.countDown())) {
            connection.start();
            peer.write(ByteBuffer.wrap(new byte[] {0, 0, 0, 1, 'x', 0, 0, 0, 1, 'y', 0, 0, 0, 1, 'z'}));
            listener.atWork.await();

            Thread closing = Thread.ofPlatform().start(connection::close);
            broken.await();
            listener.mayGoOn.countDown();
            closing.join();
        }
        assertThat(listener.received).hasValue(1);
    }

    private static final class SlowListener implements TransportListener {
        private final CountDownLatch atWork = new CountDownLatch(1);
        private final CountDownLatch mayGoOn = new CountDownLatch(1);
        private final AtomicInteger received = new AtomicInteger();

        @Override
        public void receive(byte[] buffer, int offset, int length) {
            received.incrementAndGet();
            atWork.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void membersChanged(List<String> names) {
            // a connection tells nothing of members
        }

        @Override
        public void failed(String reason) {
            throw new AssertionError(reason);
        }
    }
}
