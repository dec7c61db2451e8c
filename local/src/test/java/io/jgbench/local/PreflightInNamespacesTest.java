package io.jgbench.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that are planted into the network of members in namespaces, and what the pre-flight says of them. */
@Tag("slow")
@Timeout(180)
final class PreflightInNamespacesTest {
    private static final int MEMBERS = 4;
    private static final int VICTIM = 1;
    private static final int DATAGRAM_PORT = 9999;

    /** FD_SOCK2's, above the transport's 7800. */
    private static final int DETECTOR_PORT = 7900;

    private static final TransportSpec UDP = stack("udp");
    private static final TransportSpec TCP = stack("tcp");
    private static final TransportSpec RAW_UDP = new TransportSpec("udp", Optional.empty(), Map.of(), 0);
    private static final TransportSpec RAW_TCP = new TransportSpec("tcp", Optional.empty(), Map.of(), 0);

    /** From all members up until what is wrong between them is named. */
    private static final Duration NAMED_WITHIN = Duration.ofSeconds(10);

    private NamespaceHosts hosts;
    private int messageBytes = 1000;

    /** The last that was seen of the run under way. */
    private RunStatus status;

    @BeforeEach
    void open() throws IOException {
        try {
            hosts = NamespaceHosts.open(MEMBERS, LinkSettings.UNLIMITED, System.err::println);
        } catch (HostsUnavailableException e) {
            assumeTrue(false, e.getMessage());
        }
    }

    @AfterEach
    void close() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    static Stream<TransportSpec> transports() {
        return Stream.of(UDP, TCP, RAW_UDP, RAW_TCP);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void cleanNetworkLetsTheRunGoOnAndStandsInTheResult(TransportSpec transport) throws Exception {
        var result = run(transport, Policy.REQUIRE);

        assertThat(result.failure()).isEmpty();
        var preflight = result.preflight().orElseThrow();
        assertThat(preflight.faults()).isEmpty();
        assertThat(preflight.matrix().orElseThrow().pairs())
                .hasSize(MEMBERS * (MEMBERS - 1))
                .allSatisfy(pair -> assertThat(pair.largestPacketBytes()).hasValue(1500));
    }

    @Test
    void smallerMtuOfOneMemberIsNamedWithItsPairs() throws Exception {
        plant("ip", "link", "set", "eth0", "mtu", "1300");

        assertFails(UDP, Finding.Reason.MTU_TOO_SMALL, "from all others to member-1");
        assertFails(TCP, Finding.Reason.INTERFACES_DIFFER, "1,300");
    }

    @Test
    void pairThatIsBlockedInOneDirectionIsNamedInThatDirection() throws Exception {
        drop(
                "-p",
                "udp",
                "-s",
                hosts.host(2).address(),
                "-d",
                hosts.host(VICTIM).address());

        var result = run(UDP, Policy.REQUIRE);

        assertThat(result.failure().orElseThrow().reason()).isEqualTo(FailureReason.PREFLIGHT_FAILED);
        assertThat(result.failure().orElseThrow().message())
                .contains("Unreachable: member-2 to member-1: ")
                .doesNotContain("member-1 to member-2");
        assertThatItWasNamedInTime();
    }

    @Test
    @Tag("slow")
    void multicastThatOneMemberDoesNotGetIsNamed() throws Exception {
        drop("-d", "224.0.0.0/4");

        assertFails(UDP, Finding.Reason.MULTICAST_BLOCKED, "from all others to member-1");
        assertFails(RAW_UDP, Finding.Reason.MULTICAST_BLOCKED, "from all others to member-1");
    }

    @Test
    void connectionsThatOneMemberDoesNotTakeAreNamed() throws Exception {
        drop("-i", "eth0", "-p", "tcp", "--syn");

        assertFails(TCP, Finding.Reason.UNREACHABLE, "no TCP connection");
    }

    @Test
    void lossOnTheWayIntoOneMemberIsNamed() throws Exception {
        drop("-i", "eth0", "-p", "udp", "-m", "statistic", "--mode", "random", "--probability", "0.2");

        assertFails(UDP, Finding.Reason.PACKETS_LOST, "to member-1");
    }

    @Test
    void fragmentsThatOneMemberDropsAreNamed() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/sbin/iptables")), "needs iptables");
        plant("iptables", "-t", "mangle", "-A", "PREROUTING", "-i", "eth0", "-f", "-j", "DROP");

        assertFails(UDP, Finding.Reason.FRAGMENTS_BLOCKED, "from all others to member-1");
    }

    @Test
    void fragmentsThatOneMemberDropsAreNamedOverRawUdpWhoseMessagesExceedTheMtu() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/sbin/iptables")), "needs iptables");
        plant("iptables", "-t", "mangle", "-A", "PREROUTING", "-i", "eth0", "-f", "-j", "DROP");
        messageBytes = 5_000;

        assertFails(RAW_UDP, Finding.Reason.FRAGMENTS_BLOCKED, "from all others to member-1");
    }

    @Test
    void portOfTheWorkloadThatOneMemberDoesNotGetFromAnotherIsNamedWithBoth() throws Exception {
        for (TransportSpec transport : List.of(UDP, TCP)) {
            drop(
                    "-p",
                    "udp",
                    "--dport",
                    String.valueOf(DATAGRAM_PORT),
                    "-s",
                    hosts.host(2).address());

            var result = run(transport, Policy.REQUIRE, datagram());

            assertThat(result.failure().orElseThrow().reason()).isEqualTo(FailureReason.PREFLIGHT_FAILED);
            assertThat(result.failure().orElseThrow().message())
                    .contains("Unreachable: member-2 to member-1: none of")
                    .contains("to port " + DATAGRAM_PORT + " of the workload arrived");
            assertThatItWasNamedInTime();
        }
    }

    @Test
    void portOfTheFailureDetectorThatOneMemberDoesNotGetFromAnotherIsNamedWithBoth() throws Exception {
        drop(
                "-p",
                "tcp",
                "--dport",
                String.valueOf(DETECTOR_PORT),
                "-s",
                hosts.host(2).address());

        var result = run(UDP, Policy.REQUIRE);

        assertThat(result.failure().orElseThrow().reason()).isEqualTo(FailureReason.PREFLIGHT_FAILED);
        assertThat(result.failure().orElseThrow().message())
                .contains("Unreachable: member-2 to member-1: no TCP connection")
                .contains("to port " + DETECTOR_PORT + " of FD_SOCK2");
        assertThatItWasNamedInTime();
    }

    @Test
    void portOfTheWorkloadIsFreeForItAfterACleanPreflight() throws Exception {
        var result = run(UDP, Policy.REQUIRE, datagram());

        assertThat(result.failure()).isEmpty();
        assertThat(result.preflight().orElseThrow().faults()).isEmpty();
    }

    @Test
    void runThatOnlyWarnsGoesOn() throws Exception {
        plant("ip", "link", "set", "eth0", "mtu", "1300");

        var result = run(TCP, Policy.WARN);

        assertThat(result.completed()).isTrue();
        assertThat(result.verdict().findings())
                .anyMatch(finding -> finding.reason() == Finding.Reason.INTERFACES_DIFFER);
    }

    private void assertFails(TransportSpec transport, Finding.Reason reason, String evidence) throws Exception {
        var result = run(transport, Policy.REQUIRE);

        assertThat(result.failure().orElseThrow().reason()).isEqualTo(FailureReason.PREFLIGHT_FAILED);
        var first = result.verdict().findings().getFirst();
        assertThat(first.reason()).isEqualTo(reason);
        assertThat(first.evidence()).contains(evidence).contains("member-" + VICTIM);
        assertThatItWasNamedInTime();
    }

    /** The members are up when they begin to join, and what is wrong is named when nothing more is asked of them. */
    private void assertThatItWasNamedInTime() {
        Map<RunPhase, Long> began = status.phaseBegan();
        long named = began.entrySet().stream()
                .filter(phase -> phase.getKey().compareTo(RunPhase.JOINING) > 0)
                .mapToLong(Map.Entry::getValue)
                .min()
                .orElseThrow();
        assertThat(Duration.ofNanos(named - began.get(RunPhase.JOINING))).isLessThanOrEqualTo(NAMED_WITHIN);
    }

    private void drop(String... rule) throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/sbin/iptables")), "needs iptables");
        plant(Stream.of(Stream.of("iptables", "-A", "INPUT"), Stream.of(rule), Stream.of("-j", "DROP"))
                .flatMap(words -> words)
                .toArray(String[]::new));
    }

    private void plant(String... command) throws Exception {
        var process = new ProcessBuilder(hosts.host(VICTIM).command(List.of(command)))
                .inheritIO()
                .start();
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    }

    private static DatagramSpec datagram() {
        return DatagramSpecBuilder.builder()
                .publishers(MEMBERS)
                .listeners(MEMBERS)
                .packetBytes(1000)
                .processBytes(4)
                .rxBufferPackets(64)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofSeconds(1))
                .packets(Optional.of(100L))
                .duration(Duration.ofSeconds(2))
                .warmup(Warmup.of(10))
                .port(DATAGRAM_PORT)
                .provider(DatagramSpec.Provider.AUTO)
                .logInterval(Duration.ofSeconds(1))
                .build();
    }

    private RunResult run(TransportSpec transport, Policy policy) throws Exception {
        var workload = new MulticastSpec(
                1, RunLength.of(1000), messageBytes, Warmup.of(100), 1, Duration.ofSeconds(1), Duration.ZERO, 100);
        return run(transport, policy, workload);
    }

    private RunResult run(TransportSpec transport, Policy policy, WorkloadSpec workload) throws Exception {
        var spec = RunSpecBuilder.builder()
                .name("preflight")
                .members(MEMBERS)
                .workload(workload)
                .transport(transport)
                .repetitions(1)
                .startTimeout(Duration.ofMinutes(1))
                .maxSkew(Duration.ofSeconds(5))
                .jvmOptions(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"))
                .activeDeadline(Duration.ofMinutes(2))
                .preflight(policy)
                .build();
        return new LocalBenchmark(
                        hosts, MemberJvm.likeThisOne(spec.jvmOptions()), EpochClock.system(), () -> "preflight-1")
                .run(spec, transport.reliable(), List.of(), (_, _, now) -> status = now, new Cancellation())
                .runs()
                .getFirst();
    }

    private static TransportSpec stack(String name) {
        return new TransportSpec("jgroups", Optional.of(new Stacks().named(name)), Map.of(), 0);
    }
}
