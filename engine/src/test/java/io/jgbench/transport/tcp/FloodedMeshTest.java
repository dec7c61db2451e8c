package io.jgbench.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.testing.FreePorts;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers at the port of the transport {@code tcp}. */
@Timeout(240)
class FloodedMeshTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int FLOOD = 300;
    private static final int MOST_GREETINGS = 2 + 32;

    private final List<Transport> open = new ArrayList<>();
    private final List<Socket> strangers = new ArrayList<>();
    private final List<Integer> ports = FreePorts.take(2);

    FloodedMeshTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        for (Socket stranger : strangers) {
            stranger.close();
        }
        open.forEach(Transport::close);
    }

    @Test
    void memberThatConnectsAmongStrangersWhoSayNothingIsAdmittedAndTheirThreadsAreBounded() throws Exception {
        var first = new Names();
        open("a", first);
        for (int i = 0; i < FLOOD; i++) {
            stranger();
        }

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(greetingThreads()).as("threads that greet").isBetween(1L, (long) MOST_GREETINGS));
        var second = new Names();
        open("b", second);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(first.seen).containsExactly("a", "b");
            assertThat(second.seen).containsExactly("a", "b");
        });
        assertThat(first.failure).isNull();
        assertThat(greetingThreads()).as("threads that greet").isLessThanOrEqualTo(MOST_GREETINGS);
    }

    @Test
    void memberThatConnectsWhileOthersSendGarbageIsAdmitted() throws Exception {
        var first = new Names();
        var transport = open("a", first);
        for (int i = 0; i < FLOOD; i++) {
            stranger()
                    .getOutputStream()
                    .write("GET / HTTP/1.1\r\n\r\n".repeat(10).getBytes(StandardCharsets.US_ASCII));
        }

        var second = new Names();
        open("b", second);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(first.seen).containsExactly("a", "b");
            assertThat(second.seen).containsExactly("a", "b");
            assertThat(transport.counters()).containsEntry("tcp.strangers", (long) FLOOD);
            assertThat(greetingThreads()).as("threads that greet").isZero();
        });
    }

    private Socket stranger() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), ports.getFirst());
        strangers.add(socket);
        return socket;
    }

    private static long greetingThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tcp-greet"))
                .count();
    }

    private Transport open(String member, Names names) throws TransportException {
        String hosts = "127.0.0.1[" + ports.get(0) + "],127.0.0.1[" + ports.get(1) + "]";
        var spec = new TransportSpec("tcp", Optional.empty(), Map.of("initial_hosts", hosts), 0);
        Transport transport = new TcpTransport();
        open.add(transport);
        transport.open(new TransportContext(spec, "flooded", member, 2, List.of(), Optional.empty(), PATIENCE), names);
        return transport;
    }

    private static final class Names implements TransportListener {
        private volatile List<String> seen = List.of();
        private volatile String failure;

        @Override
        public void receive(byte[] buffer, int offset, int length) {
            // nobody sends
        }

        @Override
        public void membersChanged(List<String> names) {
            seen = List.copyOf(names);
        }

        @Override
        public void failed(String reason) {
            failure = reason;
        }
    }
}
