package io.jgbench.perftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.workload.multicast.MulticastAccounts;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.perftest.HandStarted.Member;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PerfTestTest {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @Test
    void fourMembersOfWhichTwoSendAllComeToTheSameAverages() throws Exception {
        String config = HandStarted.config("org.jgroups.tests.perf.transports.JGroupsTransport", 1000, 4, 2)
                + "warmup_msgs=10\n";
        try (var hosts = new HandStarted(folder)) {
            var members = List.of(
                    hosts.start("receiver-a", false, config),
                    hosts.start("sender-b", true, config),
                    hosts.start("receiver-c", false, config),
                    hosts.start("sender-d", true, config));
            var first = members.getFirst().result();

            assertThat(first.completed()).isTrue();
            assertThat(accounts(first).sent()).isEqualTo(2000);
            assertThat(accounts(first).received()).isEqualTo(4 * 2000);
            assertThat(first.members())
                    .extracting(member -> Workloads.MULTICAST
                            .own(member.report().orElseThrow().workload())
                            .sender())
                    .as("senders come first, as those of a run do")
                    .containsExactly(true, true, false, false);
            assertThat(first.startSkew()).isPresent();
            String combined = line(members.getFirst(), "combined: ");
            for (Member member : members) {
                assertThat(member.result().figures()).isEqualTo(first.figures());
                assertThat(member.output())
                        .contains(" is waiting for 4 members to join", "-- READY (4 members)", combined)
                        .contains("-- received 2000 messages", "Transport statistics:", "(myself):");
            }
            assertThat(members.get(1).output()).contains("++ sent 1000");
        }
    }

    @Test
    void timeSeriesHoldsWhatTheFileOf2008Held() throws Exception {
        String config = HandStarted.config("jgroups", 1000, 1, 1);
        try (var hosts = new HandStarted(folder)) {
            var member = hosts.start("alone", true, config);
            member.result();

            assertThat(member.samples().getFirst())
                    .isEqualTo("##### msgs_sent msgs_received current_time_ms msgs_per_sec throughput_KB_per_sec"
                            + " free_mem_KB total_mem_KB");
            assertThat(member.samples().getLast())
                    .matches("1000 1000 \\d{13} \\d+ \\d+\\.\\d\\d \\d+\\.\\d\\d \\d+\\.\\d\\d");
        }
    }

    @Test
    void membersWithDifferentConfigurationsTellTheKeyAndTheNames() throws Exception {
        try (var hosts = new HandStarted(folder)) {
            var one = hosts.start("one", true, HandStarted.config("jgroups", 1000, 2, 1));
            var other = hosts.start("other", false, HandStarted.config("jgroups", 2000, 2, 1));

            assertThat(List.of(one.failure(), other.failure()))
                    .allSatisfy(sentence -> assertThat(sentence)
                            .contains("the configuration must be the same at all members: num_msgs is ")
                            .contains("1000 at one")
                            .contains("2000 at other"));
        }
    }

    @Test
    void senderTooManyIsFoundBeforeTheStart() throws Exception {
        String config = HandStarted.config("jgroups", 1000, 2, 1);
        try (var hosts = new HandStarted(folder)) {
            var one = hosts.start("one", true, config);
            var other = hosts.start("other", true, config);

            assertThat(List.of(one.failure(), other.failure()))
                    .allSatisfy(sentence -> assertThat(sentence)
                            .contains("num_senders is 1, but 2 of 2 members were started with -sender: one, other"));
        }
    }

    @Test
    void senderTooFewIsFoundBeforeTheStart() throws Exception {
        try (var hosts = new HandStarted(folder)) {
            var alone = hosts.start("alone", false, HandStarted.config("jgroups", 1000, 1, 1));

            assertThat(alone.failure())
                    .isEqualTo("num_senders is 1, but 0 of 1 members were started with -sender: none");
        }
    }

    @Test
    void memberThatDoesNotComeIsWaitedForUntilTheTimeout() throws Exception {
        try (var hosts = new HandStarted(folder)) {
            var alone = hosts.start("alone", true, HandStarted.config("jgroups", 1000, 3, 1), Duration.ofSeconds(3));

            assertThat(alone.failure())
                    .isEqualTo("not all members joined within 3 s: 1 of 3 (num_members) are there, alone");
        }
    }

    @Test
    void memberThatLeavesDuringTheRunIsNamedByTheOthers() throws Exception {
        String config = HandStarted.config("jgroups", 1_000_000, 3, 1) + "processing_delay=1\n";
        try (var hosts = new HandStarted(folder)) {
            var staying = hosts.start("staying", true, config);
            var also = hosts.start("also-staying", false, config);
            var leaving = hosts.start("leaving", false, config);
            await().atMost(DEADLINE).until(() -> staying.output().contains("-- received 100 messages"));
            await().atMost(DEADLINE).until(() -> staying.samples().size() > 1);
            leaving.kill();

            assertThat(List.of(staying.failure(), also.failure()))
                    .allSatisfy(sentence ->
                            assertThat(sentence).containsPattern("leaving(, \\S+)* left the group before the end"));
        }
    }

    @Test
    void twoMembersOfOneNameAreToldApart() throws Exception {
        String config = HandStarted.config("jgroups", 1000, 2, 1);
        try (var hosts = new HandStarted(folder)) {
            var one = hosts.start("twin", true, config);
            var other = hosts.start("twin", false, config);

            assertThat(List.of(one.failure(), other.failure()))
                    .allSatisfy(sentence -> assertThat(sentence)
                            .contains("two members are called twin; name one of them otherwise with -name"));
        }
    }

    @Test
    void rawUdpAccountsForEveryMessage() throws Exception {
        var random = ThreadLocalRandom.current();
        String config = HandStarted.config("org.jgroups.tests.perf.transports.UdpTransport", 20_000, 3, 2)
                + "bind_addr=127.0.0.1\nmcast_addr=239.255.79." + random.nextInt(1, 255) + "\nmcast_port="
                + random.nextInt(20_000, 30_000) + "\n";
        try (var hosts = new HandStarted(folder, Optional.empty())) {
            var members = List.of(
                    hosts.start("a", true, config), hosts.start("b", true, config), hosts.start("c", false, config));
            for (Member member : members) {
                var accounts = accounts(member.result());

                assertThat(accounts.sent()).isEqualTo(40_000);
                assertThat(accounts.addUp()).isTrue();
                assertThat(member.output()).contains("messages: sent 40000 x 3 receivers = received ");
            }
        }
    }

    @Test
    void rawTcpFindsItsMembersByTheListOfHosts() throws Exception {
        String config = HandStarted.config("tcp", 1000, 3, 3) + "initial_hosts=" + hosts(3) + "\n";
        try (var hosts = new HandStarted(folder, Optional.empty())) {
            var members = List.of(
                    hosts.start("a", true, config), hosts.start("b", true, config), hosts.start("c", true, config));
            for (Member member : members) {
                assertThat(accounts(member.result()).received()).isEqualTo(9000);
            }
        }
    }

    private static String hosts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream()
                    .map(socket -> "127.0.0.1[" + socket.getLocalPort() + "]")
                    .collect(Collectors.joining(","));
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private static MulticastAccounts accounts(RunResult result) {
        return Workloads.MULTICAST.of(result).accounts();
    }

    private static String line(Member member, String start) {
        return member.output()
                .lines()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow();
    }
}
