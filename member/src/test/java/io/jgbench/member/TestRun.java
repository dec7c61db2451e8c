package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MemberCallException;
import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.counters.LinuxHostProbe;
import io.jgbench.workload.registry.MeasuredWorkloads;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Members of one run in one JVM, with real control servers, certificates and clients. */
final class TestRun implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final EpochClock CLOCK = EpochClock.system();

    final RunCertificateAuthority authority =
            new RunCertificateAuthority("run-1", Instant.now(), Duration.ofMinutes(5));
    final Credentials controller = authority.issueController();
    final MemoryCluster cluster = new MemoryCluster();
    final List<Member> members = new ArrayList<>();
    final List<MemberServer> servers = new ArrayList<>();
    final List<MemberClient> clients = new ArrayList<>();

    TestRun(int members) throws Exception {
        for (int i = 0; i < members; i++) {
            add("m" + i, CLOCK);
        }
    }

    void add(String name, EpochClock clock) throws Exception {
        var parts = new MemberParts(cluster::transport, MeasuredWorkloads::create, clock, LinuxHostProbe::at);
        var member = new Member("run-1", name, parts);
        var credentials = authority.issueMember(name, List.of("127.0.0.1"));
        var server = MemberServer.open(member, loopback(0), credentials);
        members.add(member);
        servers.add(server);
        clients.add(client(name, servers.size() - 1, controller));
    }

    MemberClient client(String name, int server, Credentials credentials) throws Exception {
        return new MemberClient(name, loopback(servers.get(server).port()), credentials, CLOCK, PATIENCE);
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    JoinRequest join(int self, long messages, Duration timeout) {
        var peers = IntStream.range(0, members.size())
                .mapToObj(i -> new Peer(i, "m" + i, "127.0.0.1", 7800 + i))
                .toList();
        var workload = new MulticastSpec(
                1, RunLength.of(messages), 100, Warmup.of(10), 1, Duration.ofSeconds(1), Duration.ZERO, 1);
        var transport = new TransportSpec("memory", Optional.empty(), Map.of(), 0);
        return new JoinRequest(workload, transport, "c1", self, peers, "239.8.8.8", 45588, timeout);
    }

    void joinAll(long messages) throws MemberCallException {
        for (int i = 0; i < clients.size(); i++) {
            clients.get(i).join(join(i, messages, PATIENCE));
        }
        awaitAll(MemberPhase.JOINED);
    }

    void armAll() throws MemberCallException {
        for (var client : clients) {
            client.arm(new ArmRequest(PATIENCE));
        }
        awaitAll(MemberPhase.ARMED);
    }

    void startAll() throws MemberCallException {
        var request = start(CLOCK.epochNanos() + Duration.ofMillis(500).toNanos(), PATIENCE);
        for (var client : clients) {
            client.start(request);
        }
    }

    static StartRequest start(long epochNanos, Duration timeout) {
        return start(1, epochNanos, timeout);
    }

    static StartRequest start(int attempt, long epochNanos, Duration timeout) {
        return new StartRequest(attempt, epochNanos, new ClockOffset(0, 1), timeout);
    }

    void awaitAll(MemberPhase phase) {
        for (int i = 0; i < clients.size(); i++) {
            await(i, phase);
        }
    }

    MemberState await(int member, MemberPhase phase) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> clients.get(member).state(), state -> state.phase() == phase);
    }

    @Override
    public void close() {
        clients.forEach(MemberClient::close);
        members.forEach(Member::close);
        cluster.releaseSenders();
        servers.forEach(MemberServer::close);
    }
}
