package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberCallException.Kind;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemberClientTest {
    private static final String STATE = new String(
            ProtocolJson.write(new MemberState(
                    "r",
                    "m0",
                    MemberPhase.CREATED,
                    StartState.NONE,
                    0,
                    0,
                    0,
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    HostNetwork.UNKNOWN,
                    Optional.empty())),
            StandardCharsets.UTF_8);

    private final RunCertificateAuthority authority =
            new RunCertificateAuthority("run-1", Instant.now(), Duration.ofMinutes(5));
    private final AtomicInteger connections = new AtomicInteger();
    private ServerSocket server;

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void memberThatDoesNotAnswerIsNamedWithTheCallAndTheTime() throws Exception {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        try (var client = client(Duration.ofMillis(200))) {
            assertFails(client, Kind.TIMED_OUT, " did not answer 'state' within 200 ms");
        }
    }

    @Test
    void memberWhoseReportWaitsForThoseOfOthersIsNotSaidToBeSilent() throws Exception {
        serve(ok(STATE), 1);
        try (var client = client(Duration.ofMillis(400))) {
            assertThatThrownBy(() -> client.report(new ReportRoom(1), new Semaphore(0), (_, _) -> {}))
                    .isInstanceOf(MemberCallException.class)
                    .hasMessageContaining(" has its report ready, but others that are on their way left no room")
                    .hasMessageNotContaining("did not answer");
        }
    }

    /** Each byte comes long before the call should end, and a handshake takes many hundreds of them. */
    @Test
    void memberThatSendsSingleBytesDoesNotProlongTheCall() throws Exception {
        serve(ok(STATE), 1);
        var over = new CountDownLatch(1);
        try (var member = server;
                var proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> handOnSingly(proxy, member.getLocalPort(), over));
            server = proxy;
            long began = System.nanoTime();
            try (var client = client(Duration.ofMillis(300))) {
                assertFails(client, Kind.TIMED_OUT, " did not answer 'state' within 300 ms");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        } finally {
            over.countDown();
        }
    }

    /** What the client sends at once, what the member sends byte by byte, 10 ms apart. */
    private static void handOnSingly(ServerSocket proxy, int port, CountDownLatch over) {
        try (var client = proxy.accept();
                var member = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread.ofVirtual().start(() -> handOn(client, member));
            int next = member.getInputStream().read();
            while (next >= 0 && !over.await(10, TimeUnit.MILLISECONDS)) {
                client.getOutputStream().write(next);
                next = member.getInputStream().read();
            }
        } catch (IOException | InterruptedException e) {
            // the client closed, or the test is over
        }
    }

    private static void handOn(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // the test is over
        }
    }

    @Test
    void memberThatIsNotThereIsNamed() throws Exception {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        server.close();
        try (var client = client(Duration.ofSeconds(30))) {
            assertFails(client, Kind.UNREACHABLE, " cannot be reached for 'state': Connection refused");
        }
    }

    @Test
    void connectionIsKept() throws Exception {
        serve(ok(STATE), 100);
        try (var client = client(Duration.ofSeconds(30))) {
            client.state();
            client.state();
            assertThat(connections).hasValue(1);
        }
    }

    @Test
    void connectionThatTheMemberClosedIsMadeAnew() throws Exception {
        serve(ok(STATE), 1);
        try (var client = client(Duration.ofSeconds(30))) {
            client.state();
            client.state();
            assertThat(connections).hasValue(2);
        }
    }

    @Test
    void answerOfAnotherProtocolIsRefused() throws Exception {
        serve("SSH-2.0-OpenSSH_9.6\r\n", 1);
        try (var client = client(Duration.ofSeconds(30))) {
            assertFails(
                    client,
                    Kind.BAD_ANSWER,
                    "answered 'state' against the protocol: not an answer of HTTP/1.1: SSH-2.0-OpenSSH_9.6");
        }
    }

    @Test
    void answerThatIsTooLargeIsNotRead() throws Exception {
        serve("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n", 1);
        try (var client = client(Duration.ofSeconds(30))) {
            assertFails(client, Kind.BAD_ANSWER, "an answer of 1000000000 bytes where at most 65536 are taken");
        }
    }

    @Test
    void answerInPiecesOfUnknownLengthIsNotRead() throws Exception {
        serve("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4000000\r\n", 1);
        try (var client = client(Duration.ofSeconds(30))) {
            assertFails(client, Kind.BAD_ANSWER, "a message must have a Content-Length");
        }
    }

    @Test
    void headersThatDoNotEndAreNotHeld() throws Exception {
        serve("HTTP/1.1 200 OK\r\n" + ("X-Filler: " + "x".repeat(8000) + "\r\n").repeat(60), 1);
        try (var client = client(Duration.ofSeconds(30))) {
            assertFails(client, Kind.BAD_ANSWER, "headers of more than 16384 bytes");
        }
    }

    @Test
    void stateWithANameLongerThanAnyIsRefused() throws Exception {
        serve(ok(STATE.replace("\"m0\"", "\"" + "m".repeat(5000) + "\"")), 1);
        try (var client = client(Duration.ofSeconds(30))) {
            assertFails(client, Kind.BAD_ANSWER, "name must have at most 253 characters, got: 5000");
        }
    }

    @Test
    void answerThatEndsEarlyIsRefused() throws Exception {
        serve("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"runId\"", 1);
        try (var client = client(Duration.ofSeconds(30))) {
            assertFails(client, Kind.UNREACHABLE, "the connection ended after 8 of 100 bytes");
        }
    }

    @Test
    void answerThatIsNotJsonIsRefused() throws Exception {
        serve(ok("<html>"), 1);
        try (var client = client(Duration.ofSeconds(30))) {
            assertFails(client, Kind.BAD_ANSWER, "answered 'state' with HTTP 200, but the body is not a MemberState");
        }
    }

    @Test
    void closedClientCallsNobody() throws Exception {
        serve(ok(STATE), 1);
        var client = client(Duration.ofSeconds(30));
        client.close();
        assertFails(client, Kind.UNREACHABLE, "the client is closed");
    }

    private void assertFails(MemberClient client, Kind kind, String why) {
        assertThatThrownBy(client::state)
                .isInstanceOfSatisfying(
                        MemberCallException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessageContaining("member m0 at localhost:" + server.getLocalPort())
                .hasMessageContaining(why);
    }

    private MemberClient client(Duration timeout) throws Exception {
        var address = new InetSocketAddress("localhost", server.getLocalPort());
        return new MemberClient("m0", address, authority.issueController(), EpochClock.system(), timeout);
    }

    private static String ok(String json) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + json.length() + "\r\n\r\n" + json;
    }

    /** Answers each request on each connection alike, and closes a connection after this number. */
    private void serve(String answer, int answersPerConnection) throws Exception {
        var tls = TlsContexts.of(authority.issueMember("m0", List.of("127.0.0.1")));
        var listening = (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        listening.setSSLParameters(TlsContexts.serverParameters());
        server = listening;
        Thread.ofVirtual().start(() -> {
            while (!listening.isClosed()) {
                try (Socket socket = listening.accept()) {
                    connections.incrementAndGet();
                    answer(socket, answer, answersPerConnection);
                } catch (IOException e) {
                    // the client closed, or the test is over
                }
            }
        });
    }

    private static void answer(Socket socket, String answer, int times) throws IOException {
        for (int i = 0; i < times && readHead(socket.getInputStream()); i++) {
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static boolean readHead(InputStream in) throws IOException {
        int last = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            last = last << 8 | next;
            if (last == 0x0d0a0d0a) {
                return true;
            }
        }
        return false;
    }
}
