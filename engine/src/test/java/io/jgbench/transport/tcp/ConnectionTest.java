package io.jgbench.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.transport.TransportListener;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class ConnectionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

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

    @ParameterizedTest
    @MethodSource("thrown")
    void connectionToAHealthyMemberIsNotBrokenOffWhereTheListenerThrows(Throwable thrown) throws Exception {
        var told = new CompletableFuture<Throwable>();
        var isBroken = new AtomicBoolean();
        try (var server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                var peer = SocketChannel.open(server.getLocalAddress());
                var connection = new Connection(
                        server.accept(),
                        new Handshake(1, "healthy"),
                        new Outbox(new SendRing(1024)),
                        new ThrowingListener(thrown, told),
                        _ -> isBroken.set(true))) {
            connection.start();
            peer.write(ByteBuffer.wrap(new byte[] {0, 0, 0, 1, 'x'}));

            assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isSameAs(thrown);
            // the reading thread ends with what was thrown, which is nothing that this thread waits for
            await().dontCatchUncaughtExceptions()
                    .atMost(PATIENCE)
                    .until(() -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().equals("tcp-read-healthy")));
            assertThat(isBroken).isFalse();
        }
    }

    private static Stream<Throwable> thrown() {
        return Stream.of(new OutOfMemoryError("on purpose"), new IllegalStateException("on purpose"));
    }

    private record ThrowingListener(Throwable thrown, CompletableFuture<Throwable> told) implements TransportListener {
        @Override
        public void receive(byte[] buffer, int offset, int length) {
            switch (thrown) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                default -> throw new AssertionError(thrown);
            }
        }

        @Override
        public void membersChanged(List<String> names) {
            // a connection tells nothing of members
        }

        @Override
        public void failed(String reason) {
            told.completeExceptionally(new AssertionError(reason));
        }

        @Override
        public void failed(Throwable cause) {
            told.complete(cause);
        }
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
