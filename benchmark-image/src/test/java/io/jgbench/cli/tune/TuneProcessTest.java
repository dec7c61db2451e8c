package io.jgbench.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.TuningReport.TuningOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tuner as a process, on the network of a host of its own. */
@Timeout(180)
@Tag("slow")
@Tag("beside")
class TuneProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_DIGITS = 32;
    private static final String[] JUMBO = {
        "--mode", "apply", "--mtu", "9000", "--tx-queue-length", "5000", "--sysctl", "net.core.somaxconn=5000"
    };

    @TempDir
    private Path folder;

    private TestHost host;
    private String somaxconnBefore;
    private final List<Process> tuners = new ArrayList<>();

    @BeforeEach
    void makeHost() throws Exception {
        host = TestHost.make();
        somaxconnBefore = host.somaxconn();
    }

    @AfterEach
    void removeHost() {
        tuners.forEach(Process::destroyForcibly);
        if (host != null) {
            host.close();
        }
    }

    @Test
    void hostIsTunedWhileTheTunerLivesAndRestoredWhenItIsAskedToEnd() throws Exception {
        var tuner = start("a", "run-1", JUMBO);
        awaitReport("a");

        assertThat(settings()).containsExactly("9000", "5000", "5000");
        assertThat(report("a").outcome()).isEqualTo(TuningOutcome.VERIFIED);
        assertThat(report("a").networkInterface()).contains(TestHost.INTERFACE);
        assertThat(end(start(
                        "ready",
                        "run-1",
                        "--ready",
                        "--report",
                        folder.resolve("a.report").toString())))
                .isZero();

        tuner.destroy();

        assertThat(end(tuner)).describedAs(log("a")).isZero();
        assertThat(settings()).isEqualTo(List.of("1500", "1000", somaxconnBefore));
        var last = last("a");
        assertThat(last.outcome()).isEqualTo(TuningOutcome.RESTORED);
        assertThat(byName(last).get("jgbtune0 mtu").restored()).contains("1500");
        assertThat(folder.resolve("state/originals.json")).doesNotExist();
    }

    @Test
    void whatAKilledTunerLeftIsRestored() throws Exception {
        kill("a", "run-1");
        assertThat(settings()).containsExactly("9000", "5000", "5000");

        int status = end(start("b", "by-hand", "--restore"));

        assertThat(status).describedAs(log("b")).isZero();
        assertThat(settings()).startsWith("1500", "1000");
        assertThat(log("b")).contains("jgbtune0 mtu: restored to 1500 after a tuner was killed");
    }

    @Test
    void whatAKilledTunerLeftIsRestoredByTheNextRun() throws Exception {
        kill("a", "run-1");

        var next = start("b", "run-2", "--mode", "apply", "--mtu", "4000");
        awaitReport("b");

        assertThat(byName(report("b")).get("jgbtune0 mtu").found()).contains("1500");
        assertThat(settings()).startsWith("4000", "1000");
        next.destroy();
        assertThat(end(next)).isZero();
        assertThat(settings()).startsWith("1500", "1000");
    }

    @Test
    void tunerThatIsStartedAnewForTheSameRunRemembersTheOriginals() throws Exception {
        kill("a", "run-1");

        var again = start("b", "run-1", JUMBO);
        awaitReport("b");
        again.destroy();

        assertThat(end(again)).isZero();
        assertThat(settings()).startsWith("1500", "1000");
    }

    @Test
    void anotherRunWaitsForTheHostAndThenSaysWhoHoldsIt() throws Exception {
        start("a", "run-1", JUMBO);
        awaitReport("a");

        int status = end(start("b", "run-2", "--mode", "apply", "--mtu", "1400", "--wait", "100ms"));

        assertThat(status).isEqualTo(5);
        assertThat(log("b"))
                .isEqualTo("jgbench: the host must be free, but a tuner of run run-1 holds it;"
                        + " wait until that run has ended");
        assertThat(last("b").outcome()).isEqualTo(TuningOutcome.BUSY);
        assertThat(settings()).startsWith("9000");
        assertThat(end(start("c", "by-hand", "--restore"))).isEqualTo(5);
    }

    @Test
    void runThatWaitsGetsTheHostWhenTheOtherEnds() throws Exception {
        var first = start("a", "run-1", JUMBO);
        awaitReport("a");
        var second = start("b", "run-2", "--mode", "apply", "--mtu", "4000");

        first.destroy();

        assertThat(end(first)).isZero();
        awaitReport("b");
        assertThat(byName(report("b")).get("jgbtune0 mtu").found()).contains("1500");
        second.destroy();
        assertThat(end(second)).isZero();
        assertThat(settings()).startsWith("1500");
    }

    @Test
    void tunersOfOneRunShareTheHostAndTheLastRestoresIt() throws Exception {
        var first = start("a", "run-1", JUMBO);
        awaitReport("a");
        var second = start("b", "run-1", JUMBO);
        awaitReport("b");

        first.destroy();
        assertThat(end(first)).isZero();
        assertThat(settings()).startsWith("9000", "5000");

        second.destroy();
        assertThat(end(second)).isZero();
        assertThat(settings()).startsWith("1500", "1000");
    }

    @Test
    void limitOfTheWholeMachineThatIsTooLowIsRefusedWithTheCommandForIt() throws Exception {
        int status = end(start("a", "run-1", "--mode", "apply", "--mtu", "9000", "--rmem-max", "1Gi"));

        assertThat(status).isEqualTo(4);
        assertThat(log("a"))
                .startsWith("jgbench: net.core.rmem_max must be at least 1073741824, found ")
                .endsWith(", and cannot be set: it is read-only in this network namespace, it belongs to the whole"
                        + " machine; the host's administrator can, with sysctl -w net.core.rmem_max=1073741824")
                .hasLineCount(1);
        assertThat(last("a").outcome()).isEqualTo(TuningOutcome.APPLY_FAILED);
        assertThat(settings()).startsWith("1500", "1000");
        assertThat(folder.resolve("a.report")).doesNotExist();
    }

    @Test
    void limitThatIsEnoughIsSatisfiedThoughItCannotBeSet() throws Exception {
        var tuner = start("a", "run-1", "--mode", "apply", "--rmem-max", "4096");
        awaitReport("a");
        tuner.destroy();

        assertThat(end(tuner)).isZero();
        assertThat(byName(last("a")).get("net.core.rmem_max").set()).isEmpty();
    }

    @Test
    void settingsThatWereAppliedBeforeOneFailsAreRestored() throws Exception {
        int status =
                end(start("a", "run-1", "--mode", "apply", "--sysctl", "net.core.somaxconn=5000", "--mtu", "70000"));

        assertThat(status).isEqualTo(4);
        assertThat(log("a"))
                .contains("jgbtune0 mtu must be 70000, found 1500, and cannot be set: its driver refuses: Invalid")
                .contains("the host's administrator can, with ip link set dev jgbtune0 mtu 70000");
        assertThat(settings()).isEqualTo(List.of("1500", "1000", somaxconnBefore));
        assertThat(byName(last("a")).get("net.core.somaxconn").restored()).contains(somaxconnBefore);
    }

    @ParameterizedTest
    @CsvSource({
        "net.ipv4.tcp_rmem, 8192",
        "net.ipv4.tcp_rmem, 8192 131072 abc",
        // octal to the kernel
        "net.core.somaxconn, 0100"
    })
    void valueThatTheKernelTakesInPartOrReadsOtherwiseIsPutBack(String name, String value) throws Exception {
        String before = host.sysctl(name);

        int status = end(start("a", "run-1", "--mode", "apply", "--sysctl", name + "=" + value));

        assertThat(status).isEqualTo(4);
        assertThat(log("a")).contains("jgbench: " + name + " must be " + value + ", found ");
        assertThat(host.sysctl(name)).isEqualTo(before);
        assertThat(last("a").outcome()).isEqualTo(TuningOutcome.APPLY_FAILED);
        assertThat(last("a").problems()).hasSize(1);
        assertThat(byName(last("a")).get(name).restored()).contains(before);
        assertThat(folder.resolve("state/originals.json")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // as of a VLAN, which fewer kernels have
                "ip link add link jgbtune0 name jgbabove type macvlan mode bridge",
                "ip link add jgbbridge type bridge && ip link set jgbtune0 master jgbbridge"
                        + " && ip link add link jgbbridge name jgbabove type macvlan mode bridge"
            })
    void interfaceAboveThatTheKernelLowersIsPutBack(String added) throws Exception {
        host.run("ip link set jgbtune0 mtu 9000 && " + added);
        assertThat(host.mtu("jgbabove")).isEqualTo("9000");
        var tuner = start("a", "run-1", "--mode", "apply", "--interface", "jgbtune0", "--mtu", "1500");
        awaitReport("a");
        assertThat(host.mtu("jgbabove")).isEqualTo("1500");

        tuner.destroy();

        assertThat(end(tuner)).describedAs(log("a")).isZero();
        assertThat(host.mtu()).isEqualTo("9000");
        assertThat(host.mtu("jgbabove")).isEqualTo("9000");
        assertThat(last("a").outcome()).isEqualTo(TuningOutcome.RESTORED);
    }

    @Test
    void mtuThatIpv6TakesIsPutBackWithTheInterfaces() throws Exception {
        host.run("echo 1280 > /proc/sys/net/ipv6/conf/jgbtune0/mtu");
        var tuner = start("a", "run-1", JUMBO);
        awaitReport("a");
        assertThat(host.sysctl("net.ipv6.conf.jgbtune0.mtu")).isEqualTo("9000");

        tuner.destroy();

        assertThat(end(tuner)).describedAs(log("a")).isZero();
        assertThat(host.mtu()).isEqualTo("1500");
        assertThat(host.sysctl("net.ipv6.conf.jgbtune0.mtu")).isEqualTo("1280");
        assertThat(byName(last("a")).get("jgbtune0 ipv6 mtu").restored()).contains("1280");
    }

    @Test
    void ipvlanThatTheKernelRaisesIsPutBack() throws Exception {
        try {
            host.run("ip link add link jgbtune0 name jgbabove mtu 1400 type ipvlan");
        } catch (IllegalStateException e) {
            assumeTrue(false, "this kernel has no ipvlan: " + e.getMessage());
        }
        var tuner = start("a", "run-1", "--mode", "apply", "--interface", "jgbtune0", "--mtu", "9000");
        awaitReport("a");
        assertThat(host.mtu("jgbabove")).isEqualTo("9000");

        tuner.destroy();

        assertThat(end(tuner)).describedAs(log("a")).isZero();
        assertThat(host.mtu("jgbabove")).isEqualTo("1400");
    }

    @Test
    void mtuThatWouldCostTheHostItsIpv6AddressesOrABridgeItsPortsIsNotSet() throws Exception {
        host.run("ip link add jgbbridge type bridge && ip addr add 10.78.0.1/24 dev jgbbridge"
                + " && ip link set jgbbridge up && ip -6 addr add fd00::1/64 dev jgbtune0");

        assertThat(end(start("a", "run-1", "--mode", "apply", "--mtu", "1279"))).isEqualTo(4);
        assertThat(log("a")).contains("the kernel removes the IPv6 addresses of jgbtune0");
        assertThat(end(start("b", "run-1", "--mode", "apply", "--interface", "jgbbridge", "--mtu", "9000")))
                .isEqualTo(4);
        assertThat(log("b")).contains("jgbbridge is a bridge");
        assertThat(host.mtu()).isEqualTo("1500");
    }

    @Test
    void settingThatAnotherProgramChangedIsLeftAloneAndTold() throws Exception {
        var tuner = start("a", "run-1", JUMBO);
        awaitReport("a");
        host.run("ip link set jgbtune0 mtu 1400");

        tuner.destroy();

        assertThat(end(tuner)).describedAs(log("a")).isZero();
        assertThat(settings()).isEqualTo(List.of("1400", "1000", somaxconnBefore));
        assertThat(last("a").outcome()).isEqualTo(TuningOutcome.RESTORED);
        assertThat(last("a").problems())
                .singleElement()
                .asString()
                .startsWith("jgbtune0 mtu is 1400, which is neither what was found (1500) nor what was set (9000)");
    }

    @Test
    void hostIsRestoredWhereTheReportCannotBeWritten() throws Exception {
        int status = end(start("a", "run-1", "--mode", "apply", "--mtu", "9000", "--report", "/proc/none/report"));

        assertThat(status).isEqualTo(1);
        assertThat(log("a"))
                .contains("jgbench: the report must be written to a folder that is there and can be written, got"
                        + " /proc/none/report.new: NoSuchFileException");
        assertThat(settings()).startsWith("1500");
    }

    @Test
    void flowControlThatTheDriverDoesNotHaveIsNamed() throws Exception {
        int status = end(start("a", "run-1", "--mode", "apply", "--pause-rx", "on"));

        assertThat(status).isEqualTo(4);
        assertThat(log("a"))
                .isEqualTo("jgbench: jgbtune0 flowControl must be rx on,"
                        + " it is not supported by the driver of jgbtune0");
    }

    @Test
    void comparingNeedsNoPrivilegeAndTellsEachDifference() throws Exception {
        int status = end(start("a", "run-1", "--mode", "verify", "--mtu", "9000", "--address", "10.77.0.1"));

        assertThat(status).isEqualTo(3);
        assertThat(log("a")).startsWith("jgbench: jgbtune0 mtu must be 9000, found 1500; ");
        assertThat(last("a").outcome()).isEqualTo(TuningOutcome.MISMATCH);
        assertThat(end(start("b", "run-1", "--mode", "verify", "--mtu", "1500")))
                .isZero();
        assertThat(report("b").outcome()).isEqualTo(TuningOutcome.VERIFIED);
    }

    @Test
    void badInputIsOneLine() throws Exception {
        assertThat(end(start("a", "run-1", "--mode", "apply", "--interface", "ens9")))
                .isEqualTo(2);
        assertThat(log("a"))
                .startsWith("jgbench: this host has no interface ens9")
                .hasLineCount(1);
        assertThat(end(start("b", "run-1", "--mode", "apply", "--sysctl", "kernel.core_pattern=x")))
                .isEqualTo(2);
        assertThat(log("b"))
                .startsWith("jgbench: a kernel parameter must be one of the network")
                .hasLineCount(1);
        assertThat(end(start("c", "run-1", "--mode", "apply", "--rmem-max", "much")))
                .isEqualTo(2);
        assertThat(log("c"))
                .startsWith("jgbench: --rmem-max must be a whole number of bytes")
                .hasLineCount(1);
        assertThat(end(start("d", "run-1"))).isEqualTo(2);
    }

    @Test
    void limitOfTheWholeMachineIsSetAndPutBackOnTheMachineItself() throws Exception {
        Path rmemMax = Path.of("/proc/sys/net/core/rmem_max");
        assumeTrue(
                Files.isWritable(rmemMax)
                        && Files.getPosixFilePermissions(rmemMax).contains(PosixFilePermission.OWNER_WRITE),
                "net.core.rmem_max can be set as root in the machine's first network namespace only");
        long before = number(rmemMax);
        long wanted = before + 4096;
        var tuner = startOnMachine("a", "--mode", "apply", "--interface", "lo", "--rmem-max", Long.toString(wanted));
        awaitReport("a");

        assertThat(number(rmemMax)).isEqualTo(wanted);

        tuner.destroy();
        assertThat(end(tuner)).describedAs(log("a")).isZero();
        assertThat(number(rmemMax)).isEqualTo(before);
    }

    private static long number(Path file) throws IOException {
        // in one call: /proc/sys gives nothing at a second one
        try (var in = Files.newInputStream(file)) {
            return Long.parseLong(new String(in.readNBytes(MOST_DIGITS), StandardCharsets.US_ASCII).strip());
        }
    }

    private void kill(String name, String run) throws Exception {
        var tuner = start(name, run, JUMBO);
        awaitReport(name);
        tuner.destroyForcibly().waitFor();
    }

    private List<String> settings() throws Exception {
        return List.of(host.mtu(), host.txQueueLength(), host.somaxconn());
    }

    private Process start(String name, String run, String... options) throws IOException {
        var tuner = host.tune(folder.resolve(name + ".log"), options(name, run, options));
        tuners.add(tuner);
        return tuner;
    }

    private Process startOnMachine(String name, String... options) throws IOException {
        var tuner = new ProcessBuilder(TestHost.tuneCommand(options(name, "run-1", options)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
        tuners.add(tuner);
        return tuner;
    }

    private String[] options(String name, String run, String... options) {
        var common = Stream.of(
                "--run",
                run,
                "--state-dir",
                folder.resolve("state").toString(),
                "--termination-log",
                folder.resolve(name + ".last").toString());
        var report = List.of(options).contains("--report")
                ? Stream.<String>empty()
                : Stream.of("--report", folder.resolve(name + ".report").toString());
        return Stream.of(common, report, Stream.of(options))
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    private void awaitReport(String name) {
        await().atMost(PATIENCE)
                .failFast("no tuner lives", () -> tuners.stream().noneMatch(Process::isAlive))
                .untilAsserted(() -> assertThat(folder.resolve(name + ".report"))
                        .describedAs(() -> folder.resolve(name + ".log").toString())
                        .exists());
    }

    private TuningReport report(String name) throws Exception {
        return ProtocolJson.readRequest(Files.readAllBytes(folder.resolve(name + ".report")), TuningReport.class);
    }

    private TuningReport last(String name) throws Exception {
        return ProtocolJson.readRequest(Files.readAllBytes(folder.resolve(name + ".last")), TuningReport.class);
    }

    private static Map<String, TuningReport.Setting> byName(TuningReport report) {
        return report.settings().stream().collect(Collectors.toMap(TuningReport.Setting::name, setting -> setting));
    }

    private String log(String name) throws IOException {
        return Files.readString(folder.resolve(name + ".log")).strip();
    }

    private static int end(Process tuner) {
        return tuner.onExit().orTimeout(60, TimeUnit.SECONDS).join().exitValue();
    }
}
