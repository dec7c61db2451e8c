package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.protocol.Credentials;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers with real sockets at a member's control port. */
@Timeout(240)
class FloodedControlPortTest {
    private static final int STRANGERS = 400;
    private static final int MOST_STRANGERS = 32;
    /** Of the controller: the kept one and those that this test opens. */
    private static final int MOST_CONTROLLERS = 8;
    /** Carriers of virtual threads and the JDK's own come and go. */
    private static final int SOME_THREADS = 20;

    private static final int CALLS = 50;

    private final List<Socket> silent = new ArrayList<>();
    private final List<Thread> flooding = new ArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean over;
    private TestRun run;
    private int threadsBefore;

    @BeforeEach
    void begin() throws Exception {
        run = new TestRun(1);
        assertThat(run.clients.getFirst().state().name()).isEqualTo("m0");
        threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
    }

    @AfterEach
    void end() throws Exception {
        over = true;
        for (Thread thread : flooding) {
            thread.join();
        }
        for (Socket socket : silent) {
            socket.close();
        }
        run.close();
    }

    @Test
    void driverIsServedWhileStrangersConnectAndSayNothing() throws Exception {
        for (int i = 0; i < STRANGERS; i++) {
            silent.add(connect());
        }

        await().atMost(TestRun.PATIENCE)
                .untilAsserted(
                        () -> assertThat(connections()).as("open connections").isLessThanOrEqualTo(MOST_STRANGERS + 1));
        assertServed();
    }

    @Test
    void strangerThatSaysNothingIsPutOutAfterSeconds() throws Exception {
        try (var stranger = connect()) {
            stranger.setSoTimeout((int) TestRun.PATIENCE.toMillis());
            assertThatThrownBy(() -> {
                        if (stranger.getInputStream().read() < 0) {
                            throw new IOException("the end of the connection");
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
        assertThat(connections()).as("open connections").isEqualTo(1);
    }

    @Test
    void driverIsServedWhileStrangersSendGarbage() throws Exception {
        byte[] garbage = "GET /v1/state HTTP/1.1\r\n\r\n".repeat(20).getBytes(StandardCharsets.US_ASCII);
        flood(() -> {
            try (var stranger = connect()) {
                stranger.getOutputStream().write(garbage);
                var _ = stranger.getInputStream().readAllBytes();
            }
        });

        assertServed();
    }

    @Test
    void driverIsServedWhileStrangersShakeHandsWithAForeignCertificate() throws Exception {
        var foreign = new RunCertificateAuthority("run-2", Instant.now(), Duration.ofMinutes(5)).issueController();
        var mixed = new Credentials(foreign.certificate(), foreign.privateKey(), run.controller.authority());
        flood(() -> {
            try (var stranger = run.client("m0", 0, mixed)) {
                assertThatThrownBy(stranger::state).isInstanceOf(MemberCallException.class);
            }
        });

        assertServed();
    }

    /** The kept connection of the driver and a new one, again and again, while the flood goes on. */
    private void assertServed() throws Exception {
        for (int i = 0; i < CALLS; i++) {
            assertThat(run.clients.getFirst().state().name()).isEqualTo("m0");
            try (var again = run.client("m0", 0, run.controller)) {
                assertThat(again.state().name()).isEqualTo("m0");
            }
            assertThat(connections()).as("open connections").isLessThanOrEqualTo(MOST_STRANGERS + MOST_CONTROLLERS);
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
                    .as("threads of this process")
                    .isLessThanOrEqualTo(threadsBefore + flooding.size() + SOME_THREADS);
        }
    }

    private int connections() {
        return run.servers.getFirst().connections();
    }

    private Socket connect() throws IOException {
        var socket = new Socket();
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), run.servers.getFirst().port()));
        return socket;
    }

    /** Returns when the flood is under way. */
    private void flood(Attempt attempt) {
        for (int i = 0; i < 3; i++) {
            flooding.add(Thread.ofPlatform().name("flood-" + i).start(() -> {
                while (!over) {
                    try {
                        attempt.make();
                    } catch (IOException _) {
                        // put out, as is expected
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    attempts.incrementAndGet();
                }
            }));
        }
        await().atMost(TestRun.PATIENCE).until(() -> attempts.get() > 20);
    }

    private interface Attempt {
        void make() throws Exception;
    }
}
