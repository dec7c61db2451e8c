package io.jgbench.transport.udp;

import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportContext.MulticastGroup;
import io.jgbench.transport.TransportListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SlowUdpReceiverTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration HELLO_PERIOD = Duration.ofMillis(20);
    private static final Duration SILENCE = HELLO_PERIOD.multipliedBy(LiveMembers.SILENT_TICKS);
    private static final TransportSpec SPEC = new TransportSpec("udp", Optional.empty(), Map.of(), 0);
    private static final int FLOODING = 0;
    private static final int SLOW = 1;
    private static final int SILENT = 2;

    @Test
    void memberThatFallsBehindItsMessagesLosesNoneThatOnlySaysHello() throws Exception {
        List<Peer> peers = peers();
        var group = Optional.of(anyGroup());
        try (var flooding = new UdpTransport(HELLO_PERIOD);
                var slow = new UdpTransport(HELLO_PERIOD);
                var listener = new StandingStill()) {
            flooding.open(context(peers, group, FLOODING), new Idle());
            slow.open(context(peers, group, SLOW), listener);
            try (var silent = new UdpTransport(HELLO_PERIOD)) {
                silent.open(context(peers, group, SILENT), new Idle());
                await().atMost(PATIENCE).until(() -> listener.members.size() == peers.size());

                byte[] message = new byte[1000];
                await().atMost(PATIENCE).until(() -> {
                    flooding.send(message, 0, message.length);
                    return listener.atWork.getCount() == 0;
                });
                await().atMost(PATIENCE).during(SILENCE.multipliedBy(2)).until(() -> {
                    flooding.send(message, 0, message.length);
                    return listener.members.size() == peers.size();
                });
            }
            await().atMost(PATIENCE).until(() -> listener.members.equals(List.of("member-0", "member-1")));
        }
    }

    private static List<Peer> peers() throws Exception {
        List<Integer> ports = FreePorts.take(3);
        return IntStream.range(0, ports.size())
                .mapToObj(i -> new Peer(i, "member-" + i, "127.0.0.1", ports.get(i)))
                .toList();
    }

    private static TransportContext context(List<Peer> peers, Optional<MulticastGroup> group, int self) {
        return new TransportContext(SPEC, "test", "member-" + self, peers.size(), peers, group, PATIENCE);
    }

    private static MulticastGroup anyGroup() {
        var random = ThreadLocalRandom.current();
        return new MulticastGroup(
                "239.78." + random.nextInt(1, 255) + "." + random.nextInt(1, 255), random.nextInt(20_000, 30_000));
    }

    /** Takes the first message and does not come back from it. */
    private static final class StandingStill implements TransportListener, AutoCloseable {
        private final CountDownLatch atWork = new CountDownLatch(1);
        private final CountDownLatch mayGoOn = new CountDownLatch(1);
        private volatile List<String> members = List.of();

        @Override
        public void receive(byte[] buffer, int offset, int length) {
            atWork.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        /** Lets the message go, as the transport waits for it when it is closed. */
        @Override
        public void close() {
            mayGoOn.countDown();
        }

        @Override
        public void membersChanged(List<String> names) {
            members = names;
        }

        @Override
        public void failed(String reason) {
            throw new AssertionError(reason);
        }
    }

    private static final class Idle implements TransportListener {
        @Override
        public void receive(byte[] buffer, int offset, int length) {
            // only the slow one counts
        }

        @Override
        public void membersChanged(List<String> names) {
            // only the slow one counts
        }

        @Override
        public void failed(String reason) {
            throw new AssertionError(reason);
        }
    }
}
