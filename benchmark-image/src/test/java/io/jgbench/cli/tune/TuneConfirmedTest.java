package io.jgbench.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.TuningReport.TuningOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tuner as a process on a host that a wrong MTU cuts off from a server. */
@Timeout(180)
@Tag("slow")
@Tag("beside")
class TuneConfirmedTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private HostBehindBridge host;

    @AfterEach
    void removeHost() {
        if (host != null) {
            host.close();
        }
    }

    @Test
    void mtuThatTheNetworkCarriesStays() throws Exception {
        makeHost(9000);
        host.startServer();
        var tuner = start();
        await().atMost(PATIENCE)
                .failFast("the tuner has ended", () -> !tuner.isAlive())
                .until(() -> Files.exists(folder.resolve("report")));

        assertThat(host.mtu()).isEqualTo("9000");
        assertThat(log()).contains("10.77.0.2:8443 answers with the new settings, too");

        tuner.destroy();

        assertThat(end(tuner)).describedAs(log()).isZero();
        assertThat(host.mtu()).isEqualTo("1500");
    }

    @Test
    void mtuThatTheNetworkDoesNotCarryIsPutBackAtOnceAndNamed() throws Exception {
        makeHost(1500);
        host.startServer();

        int status = end(start("--confirm-within", "5s"));

        assertThat(status).describedAs(log()).isEqualTo(4);
        assertThat(host.mtu()).isEqualTo("1500");
        assertThat(log())
                .containsPattern("jgbench: 10\\.77\\.0\\.2:8443 did not answer"
                        + " within (5 s|([5-9]|[1-9]\\d+) s, as long as its answer took before,) after these were set:"
                        + " jgbtune0 mtu to 9000 \\(found 1500\\); it had answered before; the last attempt: ")
                .contains("; the host was put back as it was; all that is between must carry packets of that MTU");
        var last = ProtocolJson.readRequest(Files.readAllBytes(folder.resolve("last")), TuningReport.class);
        assertThat(last.outcome()).isEqualTo(TuningOutcome.APPLY_FAILED);
        assertThat(last.settings())
                .filteredOn(setting -> setting.name().equals("jgbtune0 mtu"))
                .singleElement()
                .satisfies(mtu -> assertThat(mtu.restored()).contains("1500"));
        assertThat(folder.resolve("report")).doesNotExist();
        assertThat(folder.resolve("state/originals.json")).doesNotExist();

        assertThat(end(start("--confirm-within", "5s")))
                .as("as a kubelet starts it again")
                .isEqualTo(4);

        assertThat(log()).startsWith("jgbench: nothing is set again that a tuner of this run has put back");
        assertThat(host.mtu()).isEqualTo("1500");
    }

    @Test
    void tunerThatIsToldToEndWhileItWaitsForTheAnswerPutsTheHostBack() throws Exception {
        makeHost(1500);
        host.startServer();
        var tuner = start("--confirm-within", "1m");
        await().atMost(PATIENCE).until(() -> host.mtu().equals("9000"));

        tuner.destroy();

        assertThat(end(tuner)).describedAs(log()).isEqualTo(4);
        assertThat(host.mtu()).isEqualTo("1500");
        assertThat(log()).contains("did not answer when the tuner was told to end after these were set: jgbtune0 mtu");
    }

    @Test
    void whatATunerLeftThatWasKilledWhileItWaitedForTheAnswerIsPutBackByTheNextOfItsRun() throws Exception {
        makeHost(1500);
        host.startServer();
        var tuner = start("--confirm-within", "1m");
        await().atMost(PATIENCE).until(() -> host.mtu().equals("9000"));
        tuner.destroyForcibly().waitFor();

        assertThat(end(start("--confirm-within", "2s"))).isEqualTo(4);

        assertThat(log()).contains("jgbtune0 mtu: restored to 1500 after a tuner was killed");
        assertThat(host.mtu()).isEqualTo("1500");
    }

    @Test
    void interfaceWithTheHostsAddressIsNotChangedWhereNobodyAnswersBefore() throws Exception {
        makeHost(9000);

        int status = end(start("--confirm-within", "2s"));

        assertThat(status).isEqualTo(4);
        assertThat(log())
                .startsWith("jgbench: nothing was set: jgbtune0 mtu to 9000 (found 1500) can cut this host off")
                .contains("10.77.0.2:8443 did not answer within 6 s before the change (");
        assertThat(host.mtu()).isEqualTo("1500");
    }

    @Test
    void serverThatIsNoneIsBadInput() throws Exception {
        makeHost(1500);

        assertThat(end(start("--confirm", "[$(KUBERNETES_SERVICE_HOST)]:443"))).isEqualTo(2);
        assertThat(log()).startsWith("jgbench: --confirm: must be HOST:PORT");
        assertThat(end(start("--confirm-within", "2m"))).isEqualTo(2);
        assertThat(log()).startsWith("jgbench: the time for an answer must be 1 s to 1 min, got: 120.0 s");
    }

    private void makeHost(int portMtu) throws IOException {
        host = HostBehindBridge.make(portMtu);
    }

    private Process start(String... more) throws IOException {
        var common = Stream.of(
                "--mode",
                "apply",
                "--run",
                "run-1",
                "--mtu",
                "9000",
                "--state-dir",
                folder.resolve("state").toString(),
                "--report",
                folder.resolve("report").toString(),
                "--termination-log",
                folder.resolve("last").toString());
        var confirm = Stream.of(more).anyMatch("--confirm"::equals)
                ? Stream.<String>empty()
                : Stream.of("--confirm", HostBehindBridge.SERVER);
        return host.tune(
                folder.resolve("log"),
                Stream.of(common, confirm, Stream.of(more))
                        .flatMap(each -> each)
                        .toArray(String[]::new));
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log")).strip();
    }

    private static int end(Process tuner) {
        return tuner.onExit()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join()
                .exitValue();
    }
}
