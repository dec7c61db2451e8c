package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.HostNetwork;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinuxHostProbeTest {
    @TempDir
    Path proc;

    @Test
    void countersAreReadFromTheKernelsTablesAndAnotherProcessesSocketsAreLeftOut() throws IOException {
        writeTables();

        assertThat(counters("eth0"))
                .isEqualTo(Map.ofEntries(
                        Map.entry(Counters.IP_REASSEMBLY_FAILURES, 3L),
                        Map.entry(Counters.TCP_RECEIVED_SEGMENTS, 300L),
                        Map.entry(Counters.TCP_SENT_SEGMENTS, 400L),
                        Map.entry(Counters.TCP_RETRANSMITTED_SEGMENTS, 4L),
                        Map.entry(Counters.TCP_OUT_OF_ORDER_SEGMENTS, 9L),
                        Map.entry(Counters.UDP_RECEIVE_BUFFER_DROPS, 5L),
                        Map.entry(Counters.UDP_SEND_BUFFER_DROPS, 6L),
                        Map.entry(Counters.INTERFACE_RECEIVED_BYTES, 1000L),
                        Map.entry(Counters.INTERFACE_RECEIVED_FRAMES, 10L),
                        Map.entry(Counters.INTERFACE_RECEIVE_DROPS, 11L),
                        Map.entry(Counters.INTERFACE_RECEIVE_ERRORS, 13L),
                        Map.entry(Counters.INTERFACE_SEND_ERRORS, 14L),
                        Map.entry(Counters.MAJOR_FAULTS, 15L),
                        Map.entry(Counters.INTERFACE_SENT_BYTES, 2000L),
                        Map.entry(Counters.INTERFACE_SENT_FRAMES, 20L),
                        Map.entry(Counters.INTERFACE_SEND_DROPS, 12L)));
    }

    /** The chart of a run shows when something was lost. */
    @Test
    void lossesAreToldAtEachMoment() throws IOException {
        writeTables();

        Map<String, LongSupplier> momentary = new LinuxHostProbe(proc, proc, "127.0.0.1").momentaryCounters();

        assertThat(momentary.get(Counters.UDP_RECEIVE_BUFFER_DROPS).getAsLong()).isEqualTo(5);
        assertThat(momentary.get(Counters.UDP_SEND_BUFFER_DROPS).getAsLong()).isEqualTo(6);
        assertThat(momentary.get(Counters.INTERFACE_RECEIVE_DROPS).getAsLong()).isEqualTo(99);
        assertThat(momentary.get(Counters.INTERFACE_SEND_DROPS).getAsLong()).isEqualTo(99);
        assertThat(momentary.get(Counters.TCP_RETRANSMITTED_SEGMENTS).getAsLong())
                .isEqualTo(4);
    }

    private void writeTables() throws IOException {
        Files.createDirectories(proc.resolve("self/net"));
        Files.writeString(proc.resolve("self/net/snmp"), """
                Ip: Forwarding DefaultTTL ReasmFails
                Ip: 1 64 3
                Tcp: RtoAlgorithm InSegs OutSegs RetransSegs
                Tcp: 1 300 400 4
                Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors
                Udp: 100 0 7 100 1005 6
                UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors
                UdpLite: 0 0 0 0 0 0
                """);
        Files.writeString(proc.resolve("self/net/netstat"), """
                TcpExt: SyncookiesSent TCPOFOQueue TCPOFODrop
                TcpExt: 0 9 1
                """);
        Files.writeString(proc.resolve("self/net/dev"), """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo
                    lo: 1 1 0 99 0 0 0 0 1 1 0 99 0 0 0 0
                  eth0:1000 10 13 11 0 0 0 0 2000 20 14 12 0 0 0 0
                """);
        Files.writeString(proc.resolve("self/stat"), """
                4711 (a (java) b) S 1 4711 4711 0 -1 4194304 1001 7 15 8 10 20 0 0 20 0 1 0 1328284 3133440
                """);
        Files.writeString(proc.resolve("self/net/udp"), """
                   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
                 1001: 0100007F:1F4B 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4711 2 0 5
                 1002: 0100007F:1F4C 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4712 2 0 1000
                """);
        Files.createDirectories(proc.resolve("self/fd"));
        Files.createSymbolicLink(proc.resolve("self/fd/7"), Path.of("socket:[4711]"));
        Files.createSymbolicLink(proc.resolve("self/fd/8"), Path.of("/dev/null"));
    }

    @Test
    void datagramsThatAreIncompleteCountBeforeTheKernelGivesThemUpAndNotAgainThen() throws IOException {
        Files.createDirectories(proc.resolve("self/net"));
        reassembly(2, 5);
        long begin = counters("eth0").get(Counters.IP_REASSEMBLY_FAILURES);
        // those that an earlier run left behind are given up, two more of this run are incomplete
        reassembly(7, 2);
        long end = counters("eth0").get(Counters.IP_REASSEMBLY_FAILURES);

        assertThat(end - begin).isEqualTo(2);
    }

    @Test
    void failuresAreThoseOfTheKernelWhereItDoesNotTellWhatIsIncomplete() throws IOException {
        Files.createDirectories(proc.resolve("self/net"));
        reassembly(7, 2);
        Files.delete(proc.resolve("self/net/sockstat"));

        assertThat(counters("eth0")).containsEntry(Counters.IP_REASSEMBLY_FAILURES, 7L);
    }

    @Test
    void whatIpv6CountsApartIsAdded() throws IOException {
        Files.createDirectories(proc.resolve("self/net"));
        reassembly(7, 2);
        Files.writeString(proc.resolve("self/net/snmp6"), "Ip6ReasmFails\t4\nIp6ReasmOKs\t9\nUdp6SndbufErrors\t3\n");
        Files.writeString(proc.resolve("self/net/sockstat6"), "UDP6: inuse 3\nFRAG6: inuse 1 memory 1252\n");

        assertThat(counters("eth0"))
                .containsEntry(Counters.IP_REASSEMBLY_FAILURES, 14L)
                .containsEntry(Counters.UDP_SEND_BUFFER_DROPS, 3L);
    }

    private void reassembly(int failed, int incomplete) throws IOException {
        Files.writeString(proc.resolve("self/net/snmp"), "Ip: Forwarding ReasmFails\nIp: 1 %d\n".formatted(failed));
        Files.writeString(
                proc.resolve("self/net/sockstat"),
                "UDP: inuse 3 mem 223\nFRAG: inuse %d memory 12520\n".formatted(incomplete));
    }

    @Test
    void networkIsToldAsFarAsTheKernelTellsIt() throws IOException {
        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").network()).isEqualTo(HostNetwork.UNKNOWN);

        Files.createDirectories(proc.resolve("sys/net/core"));
        Files.writeString(proc.resolve("sys/net/core/rmem_max"), "212992\n");
        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").network())
                .isEqualTo(new HostNetwork(OptionalLong.of(212_992), OptionalLong.empty()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void lineRateIsThatOfTheInterfaceThatTheAddressBelongsTo() throws IOException {
        Path loopback = Files.createDirectories(proc.resolve("class/net/lo"));
        Files.createDirectory(loopback.resolve("device"));
        Files.writeString(loopback.resolve("speed"), "10000\n");
        int index = NetworkInterface.getByName("lo").getIndex();
        Files.writeString(loopback.resolve("ifindex"), index + "\n");

        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").network().lineRateBitsPerSecond())
                .hasValue(10_000_000_000L);

        Files.writeString(loopback.resolve("address"), "02:42:ac:11:00:02\n");
        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").network().lineRateBitsPerSecond())
                .as("of an interface of that name and index in another network namespace")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0,2-9 | cpu0 cpu2", "2 | cpu2", "0-2 | ''", "0-127 | ''"})
    void cpusThatItsThreadsMayUseAreCountedApartUnlessTheyAreAll(String allowed, String apart) throws IOException {
        Files.writeString(proc.resolve("stat"), """
                cpu0 4 1 1 20 2 3 3 4 0 0
                cpu1 6 1 2 20 3 3 4 4 0 0
                cpu2 1 0 0 90 1 0 0 0 0 0
                """);
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/status"), "Name:\tjava\nCpus_allowed_list:\t" + allowed + "\n");
        var probe = new LinuxHostProbe(proc, proc, "127.0.0.1");

        assertThat(probe.counters().keySet())
                .filteredOn(counter -> counter.startsWith(Counters.USABLE_IDLE_NANOS))
                .containsExactlyInAnyOrderElementsOf(Stream.of(apart.split(" ", -1))
                        .filter(cpu -> !cpu.isEmpty())
                        .map(cpu -> Sums.part(Counters.USABLE_IDLE_NANOS, cpu))
                        .toList());
        if (apart.contains("cpu2")) {
            assertThat(probe.counters())
                    .containsEntry(Sums.part(Counters.USABLE_IDLE_NANOS, "cpu2"), 910_000_000L)
                    .containsEntry(Sums.part(Counters.USABLE_CPU_NANOS, "cpu2"), 920_000_000L);
        }
        assertThat(probe.facts()).containsEntry(HostFact.USABLE_CPUS.label(), allowed);
    }

    @Test
    void cpuTimeOfTheWholeHostIsReadWithInterruptsApartAndHowLongTasksWaited() throws IOException {
        Files.writeString(proc.resolve("stat"), """
                cpu  10 2 3 40 5 6 7 8 9 10
                cpu0 4 1 1 20 2 3 3 4 4 5
                cpu1 6 1 2 20 3 3 4 4 5 5
                intr 1 2 3
                """);
        Files.createDirectories(proc.resolve("pressure"));
        Files.writeString(proc.resolve("pressure/cpu"), """
                some avg10=58.37 avg60=17.42 avg300=25.52 total=35821382659
                full avg10=0.00 avg60=0.00 avg300=0.00 total=7
                """);
        var probe = new LinuxHostProbe(proc, proc, "127.0.0.1");

        assertThat(probe.counters())
                .containsEntry(Counters.HOST_CPU_NANOS, 150_000_000L)
                .containsEntry(Counters.HOST_IDLE_NANOS, 450_000_000L)
                .containsEntry(Counters.HOST_INTERRUPT_NANOS, 130_000_000L)
                .containsEntry(Counters.CPU_STEAL_NANOS, 80_000_000L)
                .containsEntry(Counters.SOFT_INTERRUPT_NANOS + "cpu0", 30_000_000L)
                .containsEntry(Counters.SOFT_INTERRUPT_NANOS + "cpu1", 40_000_000L)
                .containsEntry(Counters.CPU_PRESSURE_NANOS, 35_821_382_659_000L);
        assertThat(probe.facts()).containsEntry(HostFact.HOST_CPUS.label(), "2");
    }

    @Test
    void whatMembersMaySharePassesIntoTheFacts() throws IOException {
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "6f0e\n");
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/net"), Path.of("net:[4026531840]"));

        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").facts())
                .containsEntry(HostFact.BOOT.label(), "6f0e")
                .containsEntry(HostFact.NETWORK_NAMESPACE.label(), "net:[4026531840]");
    }

    @ParameterizedTest
    @CsvSource({
        "0::/, cpu.stat, throttled_usec 7, 7000",
        "0::/kubepods/pod1/a, kubepods/pod1/a/cpu.stat, throttled_usec 7, 7000",
        "0::/a/group/that/cannot/be/seen/here, cpu.stat, throttled_usec 7, 7000",
        "'4:cpu,cpuacct:/kubepods/a', 'cpu,cpuacct/kubepods/a/cpu.stat', throttled_time 7, 7",
        "4:cpu:/kubepods/a, cpu/cpu.stat, throttled_time 7, 7"
    })
    void timeThatALimitKeptItFromRunningIsReadFromItsControlGroup(
            String line, String file, String statistic, long nanos) throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/cgroup"), "8:pids:/\n" + line + "\n");
        Path statistics = proc.resolve("fs/cgroup").resolve(file);
        Files.createDirectories(statistics.getParent());
        Files.writeString(statistics, "nr_periods 2\nnr_throttled 1\n" + statistic + "\n");

        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").counters())
                .containsEntry(Counters.CPU_THROTTLED_NANOS, nanos)
                .containsEntry(Counters.CPU_THROTTLED_PERIODS_NANOS, 100_000_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "0::/a, a/, cpu.max, max 50000, throttled_usec 7",
        "4:cpu:/a, cpu/a/, cpu.cfs_period_us, 50000, throttled_time 7000"
    })
    void periodsInWhichALimitStoppedItAreAsLongAsItsGroupHasThem(
            String line, String folder, String file, String period, String statistic) throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/cgroup"), line + "\n");
        Path group = Files.createDirectories(proc.resolve("fs/cgroup").resolve(folder));
        Files.writeString(group.resolve("cpu.stat"), "nr_throttled 3\n" + statistic + "\n");
        Files.writeString(group.resolve(file), period + "\n");

        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").counters())
                .containsEntry(Counters.CPU_THROTTLED_PERIODS_NANOS, 150_000_000L);
    }

    /** Of a limit of the pod a container sees the time alone, and not its periods. */
    @Test
    void timeOfALimitThatCannotBeSeenCountsAmongThePeriods() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/cgroup"), "0::/\n");
        Files.createDirectories(proc.resolve("fs/cgroup"));
        Files.writeString(proc.resolve("fs/cgroup/cpu.stat"), "nr_throttled 1\nthrottled_usec 4\n");
        Files.writeString(proc.resolve("fs/cgroup/cpu.stat.local"), "throttled_usec 9\n");

        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").counters())
                .containsEntry(Counters.CPU_THROTTLED_NANOS, 9_000L)
                .containsEntry(Counters.CPU_THROTTLED_PERIODS_NANOS, 100_005_000L);
    }

    @Test
    void limitsOfTheGroupsAboveCountAsWell() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/cgroup"), "0::/slice/scope\n");
        group("slice/scope/cpu.stat", 7);
        group("slice/cpu.stat", 5);
        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").counters())
                .containsEntry(Counters.CPU_THROTTLED_NANOS, 12_000L);

        // newer kernels tell of all limits at once
        group("slice/scope/cpu.stat.local", 9);
        assertThat(new LinuxHostProbe(proc, proc, "127.0.0.1").counters())
                .containsEntry(Counters.CPU_THROTTLED_NANOS, 9_000L);
    }

    private void group(String file, long throttledMicros) throws IOException {
        Path statistics = proc.resolve("fs/cgroup").resolve(file);
        Files.createDirectories(statistics.getParent());
        Files.writeString(statistics, "throttled_usec " + throttledMicros + "\n");
    }

    @Test
    void whatTheSystemDoesNotTellIsMissing() {
        assertThat(counters("eth0")).isEmpty();
        var probe = new LinuxHostProbe(proc, proc, "127.0.0.1");
        assertThat(probe.counters())
                .containsOnlyKeys(Counters.GC_COUNT, Counters.GC_NANOS, Counters.COMPILER_NANOS, Counters.CPU_NANOS);
        assertThat(probe.facts())
                .containsKeys("jdk", "gc", "heapMaxBytes")
                .containsEntry("cpuModel", "unknown: " + proc.resolve("cpuinfo") + " has no line 'model name'");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void loopbacksInterfaceIsFoundByItsAddress() {
        var probe = LinuxHostProbe.at("127.0.0.1");
        assertThat(probe.facts()).containsEntry("interface", "lo").containsKeys("mtu", "kernel", "cpus", "jvmOptions");
        assertThat(probe.counters())
                .containsKeys(
                        Counters.UDP_RECEIVE_BUFFER_DROPS,
                        Counters.INTERFACE_RECEIVE_DROPS,
                        Counters.INTERFACE_RECEIVE_MISSED,
                        Counters.MAJOR_FAULTS,
                        Counters.SOFT_INTERRUPT_NANOS + "cpu0")
                .doesNotContainKeys(Counters.PAUSE_FRAMES_RECEIVED, Counters.PAUSE_FRAMES_SENT);
        assertThat(probe.facts().get(HostFact.NIC_PAUSE_COUNTERS.label())).startsWith("unknown: its driver ");
    }

    private Map<String, Long> counters(String interfaceName) {
        Map<String, Long> counters = new HashMap<>();
        new ProcCounters(proc.resolve("self"), Optional.of(interfaceName)).addTo(counters);
        return counters;
    }
}
