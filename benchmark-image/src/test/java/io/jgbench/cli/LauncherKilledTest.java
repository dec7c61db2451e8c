package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.coordination.run.RunPhase;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.NamespaceHosts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The command line is killed by a signal that it cannot catch. */
@Timeout(180)
@EnabledOnOs(OS.LINUX)
@Tag("slow")
final class LauncherKilledTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MEMBERS = 2;
    private static final File SHARED = new File("/tmp");

    private static Optional<String> noNamespaces;

    @TempDir
    private Path folder;

    @BeforeAll
    static void seeWhetherNamespacesCanBeMade() throws IOException {
        try (var hosts = NamespaceHosts.open(1, LinkSettings.UNLIMITED, _ -> {})) {
            noNamespaces = hosts.size() == 1 ? Optional.empty() : Optional.of("no host");
        } catch (HostsUnavailableException e) {
            noNamespaces = Optional.of(e.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RunPhase.class,
            names = {"STARTING", "JOINING", "ARMED", "RUNNING", "COLLECTING"})
    void launcherThatIsKilledLeavesNoProcessBehind(RunPhase phase) throws Exception {
        killAndLookAround("processes", phase);
    }

    @ParameterizedTest
    @EnumSource(
            value = RunPhase.class,
            names = {"STARTING", "JOINING", "ARMED", "RUNNING", "COLLECTING"})
    void launcherThatIsKilledLeavesNoNamespaceOrInterfaceBehind(RunPhase phase) throws Exception {
        assumeTrue(noNamespaces.isEmpty(), () -> noNamespaces.orElse(""));

        killAndLookAround("namespaces", phase);
    }

    private void killAndLookAround(String hosts, RunPhase phase) throws IOException {
        List<String> arguments = List.of("run", runFile(phase).toString(), "--hosts", hosts);
        List<File> filesBefore = files(SHARED);
        try (var launcher = JgBenchProcess.start(folder, List.of(), arguments)) {
            launcher.awaitError(phase.toString());
            List<Long> pids = launcher.pids();
            Set<String> namespaces = namespaces(pids);
            namespaces.remove(namespace(ProcessHandle.current().pid()));

            launcher.kill();

            // when reports are fetched the members may have ended by themselves before they were looked for
            if (phase != RunPhase.COLLECTING) {
                assertThat(pids).hasSizeGreaterThan(phase == RunPhase.STARTING ? 0 : MEMBERS);
                assertThat(namespaces).hasSize(hosts.equals("namespaces") ? MEMBERS + 1 : 0);
            }
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(launcher.pids()).isEmpty();
                assertThat(namespaces(allPids())).noneMatch(namespaces::contains);
                assertThat(interfacesOf(pids)).isEmpty();
            });
            assertThat(temporaryFiles(pids))
                    .filteredOn(file -> !filesBefore.contains(file))
                    .isEmpty();
        }
    }

    /** A run that takes minutes, but for the phase that needs one that is over soon. */
    private Path runFile(RunPhase phase) throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: killed}
                spec:
                  members: %d
                  messages: %d
                  messageSize: 1k
                  transport: {name: tcp}
                  warmup: {messages: 100}
                  workload: {type: Multicast, multicast: {processingDelay: 1ms}}
                  jvm: {options: [-Xmx128m, -Djava.io.tmpdir=%s]}
                """.formatted(
                        MEMBERS, phase == RunPhase.COLLECTING ? 10 : 1_000_000, folder.resolve("tmp")));
    }

    private static List<Long> allPids() {
        return ProcessHandle.allProcesses().map(ProcessHandle::pid).toList();
    }

    private static Set<String> namespaces(Collection<Long> pids) {
        return pids.stream()
                .map(LauncherKilledTest::namespace)
                .filter(namespace -> !namespace.isEmpty())
                .collect(Collectors.toSet());
    }

    private static String namespace(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", "" + pid, "ns", "net"))
                    .toString();
        } catch (IOException e) {
            // it has ended, or belongs to somebody else
            return "";
        }
    }

    /** The launcher's interface bears the process id of the one that keeps the switch's namespace. */
    private static List<String> interfacesOf(List<Long> pids) {
        return pids.stream()
                .map(pid -> "jgb" + pid)
                .filter(name -> Files.exists(Path.of("/sys/class/net", name)))
                .toList();
    }

    /** Files in the run's own temporary folder, and those in the machine's that bear one of the process ids. */
    private List<File> temporaryFiles(List<Long> pids) {
        Set<String> names = pids.stream().map(String::valueOf).collect(Collectors.toSet());
        var shared = files(SHARED);
        var performanceData = shared.stream()
                .filter(file -> file.getName().startsWith("hsperfdata_"))
                .flatMap(file -> files(file).stream());
        return Stream.of(
                        files(folder.resolve("tmp").toFile()).stream(),
                        Stream.concat(shared.stream(), performanceData)
                                .filter(file -> processIds(file.getName()).anyMatch(names::contains)))
                .flatMap(found -> found)
                .toList();
    }

    /**
     * The numbers that stand alone or after letters, as in .java_pid123; those within another program's hash are none.
     */
    private static Stream<String> processIds(String fileName) {
        return Stream.of(fileName.split("[^A-Za-z0-9]+", -1)).map(part -> part.replaceFirst("^[A-Za-z]+", ""));
    }

    private static List<File> files(File folder) {
        // null for a folder that somebody has just removed
        return Stream.ofNullable(folder.listFiles()).flatMap(Stream::of).toList();
    }
}
