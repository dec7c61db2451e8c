package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
        Files.createDirectories(proc.resolve("self/net"));
        Files.writeString(proc.resolve("self/net/snmp"), """
                Ip: Forwarding DefaultTTL ReasmFails
                Ip: 1 64 3
                Tcp: RtoAlgorithm RetransSegs
                Tcp: 1 4
                Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors
                Udp: 100 0 7 100 1005 6
                UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors
                UdpLite: 0 0 0 0 0 0
                """);
        Files.writeString(proc.resolve("self/net/dev"), """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo
                    lo: 1 1 0 99 0 0 0 0 1 1 0 99 0 0 0 0
                  eth0:1000 10 0 11 0 0 0 0 2000 20 0 12 0 0 0 0
                """);
        Files.writeString(proc.resolve("self/net/udp"), """
                   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
                 1001: 0100007F:1F4B 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4711 2 0 5
                 1002: 0100007F:1F4C 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4712 2 0 1000
                """);
        Files.createDirectories(proc.resolve("self/fd"));
        Files.createSymbolicLink(proc.resolve("self/fd/7"), Path.of("socket:[4711]"));
        Files.createSymbolicLink(proc.resolve("self/fd/8"), Path.of("/dev/null"));
        Files.writeString(proc.resolve("stat"), "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
        assertThat(counters("eth0"))
                .isEqualTo(Map.of(
                        Counters.IP_REASSEMBLY_FAILURES, 3L,
                        Counters.TCP_RETRANSMITTED_SEGMENTS, 4L,
                        Counters.UDP_RECEIVE_BUFFER_DROPS, 5L,
                        Counters.UDP_SEND_BUFFER_DROPS, 6L,
                        Counters.INTERFACE_RECEIVE_DROPS, 11L,
                        Counters.INTERFACE_SEND_DROPS, 12L,
                        Counters.CPU_STEAL_NANOS, 80_000_000L));
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
                .containsEntry(Counters.CPU_THROTTLED_NANOS, nanos);
    }

    @Test
    void whatTheSystemDoesNotTellIsMissing() {
        assertThat(counters("eth0")).isEmpty();
        var probe = new LinuxHostProbe(proc, proc, "127.0.0.1");
        assertThat(probe.counters()).containsOnlyKeys(Counters.GC_COUNT, Counters.GC_NANOS, Counters.CPU_NANOS);
        assertThat(probe.facts()).containsKeys("jdk", "gc", "heapMaxBytes").doesNotContainKeys("cpuModel");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void loopbacksInterfaceIsFoundByItsAddress() {
        var probe = LinuxHostProbe.at("127.0.0.1");
        assertThat(probe.facts()).containsEntry("interface", "lo").containsKeys("mtu", "kernel", "cpus", "jvmOptions");
        assertThat(probe.counters()).containsKeys(Counters.UDP_RECEIVE_BUFFER_DROPS, Counters.INTERFACE_RECEIVE_DROPS);
    }

    private Map<String, Long> counters(String interfaceName) {
        Map<String, Long> counters = new HashMap<>();
        new LinuxCounters(proc, Optional.of(interfaceName)).addTo(counters);
        return counters;
    }
}
