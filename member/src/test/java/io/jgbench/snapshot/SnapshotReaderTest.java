package io.jgbench.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.EnvironmentHash;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotReaderTest {
    @TempDir
    private Path root;

    /** Unpacks what was recorded of a host: a line {@code == PATH} before the text of each file. */
    private void unpack(String recording) throws IOException {
        try (var in = SnapshotReaderTest.class.getResourceAsStream(recording)) {
            for (String file : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("(?m)^== ", -1)) {
                int end = file.indexOf('\n');
                if (end > 0) {
                    write(file.substring(0, end), file.substring(end + 1));
                }
            }
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @BeforeEach
    void hasFolders() throws IOException {
        Files.createDirectories(root.resolve("proc"));
    }

    private Map<String, String> read() {
        return read(Map.of());
    }

    private Map<String, String> read(Map<String, String> environment) {
        return new SnapshotReader(
                        root.resolve("proc"), root.resolve("sys"), root.resolve("etc"), environment, Optional.empty())
                .read();
    }

    @Test
    void virtualMachineTellsWhatItKnowsAndWhyItKnowsNoMore() throws IOException {
        unpack("virtual-machine.txt");

        assertThat(read())
                .containsEntry("distribution", "Debian GNU/Linux 12 (bookworm)")
                .containsEntry("hypervisor", "yes")
                .containsEntry("hostCpus", "2")
                .containsEntry("smt", "notsupported")
                .containsEntry("numaNodes", "0")
                .containsEntry("memoryBytes", "25276502016")
                .containsEntry("memoryGibibytes", "24")
                .containsEntry("architecture", System.getProperty("os.arch"))
                .containsEntry("swapBytes", "0")
                .containsEntry("clockSource", "tsc")
                .containsEntry("mitigation.meltdown", "Not affected")
                .containsEntry("net.ipv4.tcp_rmem", "4096 131072 33554432")
                .containsEntry("cpuGovernor", HostSnapshot.absent("no CPU has a file cpufreq/scaling_governor"))
                .containsEntry(
                        "machine",
                        HostSnapshot.absent("there is no file " + root.resolve("sys/class/dmi/id/sys_vendor")))
                .containsEntry("interface", "unknown: no interface has the address that the transport binds to")
                .containsEntry("node", "unknown: the member is in no pod")
                .containsKeys("jgbench", "jgbenchCommit", "jdk", "gc", "jvmFlag.MaxHeapSize", "cpuModel", "cpuMhz");
    }

    @Test
    void serverTellsItsGovernorBoostAndMachine() throws IOException {
        unpack("server.txt");

        assertThat(read(Map.of("JGBENCH_NODE", "rack-7")))
                .containsEntry("distribution", "Rocky Linux 9.5 (Blue Onyx)")
                .containsEntry("cpuGovernor", "performance (3), powersave (1)")
                .containsEntry("cpuFrequencyDriver", "intel_pstate")
                .containsEntry("cpuFrequencyRange", "800000 to 3700000")
                .containsEntry("cpuBoost", "on")
                .containsEntry("cpuMicrocode", "0x5003707")
                .containsEntry("cpuMhz", "1200 to 3701")
                .containsEntry("hypervisor", "no")
                .containsEntry("smt", "on")
                .containsEntry("numaNodes", "0-1")
                .containsEntry("machine", "Dell Inc. PowerEdge R640")
                .containsEntry("transparentHugePages", "madvise")
                .containsEntry("node", "rack-7")
                .containsEntry("imageDigest", "unknown: Kubernetes has not told the operator");
    }

    @Test
    void whatTheSystemDoesNotTellIsAbsentWithItsReasonAndNeverEmpty() {
        Map<String, String> facts = read();

        assertThat(facts)
                .containsEntry("memoryBytes", "unknown: " + root.resolve("proc/meminfo") + " has no line MemTotal")
                .containsEntry("memoryGibibytes", "unknown: " + root.resolve("proc/meminfo") + " has no line MemTotal")
                .containsEntry("cpuModel", "unknown: " + root.resolve("proc/cpuinfo") + " has no line 'model name'")
                .containsEntry(
                        "mitigation.*",
                        "unknown: there is no folder " + root.resolve("sys/devices/system/cpu/vulnerabilities"))
                .containsEntry("hostCpus", "unknown: " + root.resolve("proc/stat") + " tells of no CPU");
        assertThat(facts).doesNotContainValue("").doesNotContainValue("null");
        assertThat(facts.keySet()).noneMatch(name -> name.startsWith("snapshot."));
        assertThat(facts.keySet()).allMatch(name -> HostFact.of(name).isPresent());
    }

    @Test
    void hostsOfTheSameMemoryHaveTheSameHashWhateverTheirKernelsKeepOfIt() throws IOException {
        Optional<String> host = hashOf(24_684_084, "575799 767734 1151598");

        assertThat(hashOf(24_684_092, "575800 767735 1151600")).isEqualTo(host).isPresent();
        assertThat(hashOf(32_879_000, "575799 767734 1151598")).isNotEqualTo(host);
    }

    private Optional<String> hashOf(long memoryKb, String socketPages) throws IOException {
        write("proc/meminfo", "MemTotal:       " + memoryKb + " kB\n");
        write("proc/sys/net/ipv4/tcp_mem", socketPages + "\n");
        write("proc/sys/net/ipv4/udp_mem", socketPages + "\n");
        return EnvironmentHash.of(List.of(HostSnapshot.of(read())));
    }

    @ParameterizedTest
    @CsvSource({
        // MemTotal in kB, GiB
        "400000, 1",
        "1000000, 1",
        "2030000, 2",
        "8130000, 8",
        "12250000, 12",
        "16330000, 16",
        "65600000, 64",
        "98500000, 96",
        "131800000, 128",
        "527900000, 512",
        "1585000000, 1536"
    })
    void memoryIsAlsoToldAsItIsBuiltIn(long memoryKb, String gibibytes) throws IOException {
        write("proc/meminfo", "MemTotal:       " + memoryKb + " kB\n");

        assertThat(read()).containsEntry("memoryGibibytes", gibibytes);
    }

    @Test
    void cpusWithoutANameAreToldByTheirParts() throws IOException {
        write("proc/cpuinfo", part(0, "0x1", "0xd0c", 1) + part(1, "0x0", "0xd40", 0) + part(2, "0x1", "0xd0c", 1));

        assertThat(read())
                .containsEntry(
                        "cpuModel", "implementer 0x41 part 0xd0c r1p1 (2), implementer 0x41 part 0xd40 r0p0 (1)");
    }

    /** As arm64 tells of a CPU. */
    private static String part(int cpu, String variant, String part, int revision) {
        return """
                processor\t: %d
                BogoMIPS\t: 243.75
                Features\t: fp asimd evtstrm
                CPU implementer\t: 0x41
                CPU architecture: 8
                CPU variant\t: %s
                CPU part\t: %s
                CPU revision\t: %d

                """.formatted(cpu, variant, part, revision);
    }

    @ParameterizedTest
    @CsvSource({
        "0::/, cpu.max, max 100000, none",
        "0::/, cpu.max, 150000 100000, 1.5",
        "0::/kubepods/pod1/a, kubepods/pod1/cpu.max, 400000 100000, 4",
        "0::/a/group/that/cannot/be/seen/here, cpu.max, 50000 100000, 0.5"
    })
    void limitOfCpusIsReadFromTheControlGroupAndThoseAboveIt(String line, String file, String text, String cpus)
            throws IOException {
        write("proc/self/cgroup", line + "\n");
        write("sys/fs/cgroup/" + file, text + "\n");

        assertThat(read()).containsEntry("containerCpus", cpus);
    }

    @Test
    void limitsOfTheOldControlGroupsAreReadAsWell() throws IOException {
        write("proc/self/cgroup", "9:memory:/pod/a\n4:cpu,cpuacct:/pod/a\n3:cpuset:/pod/a\n0::/\n");
        write("sys/fs/cgroup/cpu,cpuacct/pod/a/cpu.cfs_quota_us", "200000\n");
        write("sys/fs/cgroup/cpu,cpuacct/pod/a/cpu.cfs_period_us", "100000\n");
        write("sys/fs/cgroup/cpu,cpuacct/pod/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/memory/pod/a/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory/pod/memory.limit_in_bytes", "1073741824\n");
        write("sys/fs/cgroup/cpuset/pod/a/cpuset.cpus", "0-3\n");

        assertThat(read())
                .containsEntry("containerCpus", "2")
                .containsEntry("containerMemoryBytes", "1073741824")
                .containsEntry("containerCpuSet", "0-3");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void loopbackIsDescribedByTheKernelItself() throws IOException {
        var host = new SnapshotReader(
                        Path.of("/proc"),
                        Path.of("/sys"),
                        Path.of("/etc"),
                        Map.of(),
                        Optional.of(NetworkInterface.getByName("lo")))
                .read();

        assertThat(host)
                .containsEntry("interface", "lo")
                .containsEntry("qdisc", "noqueue")
                .containsEntry("nicOffload.scatterGather", "on")
                .containsEntry("nicRings", "unknown: its driver does not tell")
                .containsKeys("mtu", "txQueueLength", "nicQueues", "nicDriver", "kernel", "boot");
        assertThat(host.get("net.ipv4.tcp_rmem")).matches("[0-9]{2,} [0-9]{2,} [0-9]{2,}");
        assertThat(HostSnapshot.of(host).lasting()).isNotEmpty();
        int chars = host.entrySet().stream()
                .mapToInt(fact -> fact.getKey().length() + fact.getValue().length())
                .sum();
        assertThat(chars).as("characters of %s", host).isLessThan(12_000);
    }
}
