package io.jgbench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.cli.JgBench;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.testing.EnabledIfInterruptible;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a self-test refuses, and one that is done. */
final class SelftestCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--faults|nonsense|--faults must be of clean, clock-ahead, clock-step, loss,",
                "--stacks|udp,nonsense|--stacks must be of udp, tcp, tcp-nio, got: nonsense",
                "--workloads|nonsense|--workloads must be of multicast, rpc, messageBus, datagram, got: nonsense",
                "--rounds|0|--rounds must be between 1 and 1000, got: 0",
                "--seconds|4|--seconds must be between 5 and 60, got: 4"
            })
    void valueThatBreaksARuleIsRefusedWithTheRule(String option, String value, String message) {
        var errors = new StringWriter();
        int status = JgBench.commandLine().setErr(new PrintWriter(errors, true)).execute("selftest", option, value);

        assertThat(errors.toString()).contains(message);
        assertThat(status).isEqualTo(2);
    }

    @Test
    @Tag("slow")
    @Timeout(300)
    void collectorOfAMemberWithASmallHeapIsNamed() throws Exception {
        assumeTrue(isRoot(), "namespaces need root and iproute2");
        var arguments = new ArrayList<>(List.of("selftest", "--faults", "small-heap", "--stacks", "tcp"));
        arguments.addAll(
                List.of("--seconds", "5", "--results", folder.resolve("results").toString()));

        var ended = JgBenchProcess.run(folder, List.of(), arguments);

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.out()).contains("small-heap", "1 of 1", "Collector", "1 of 1 right");
        assertThat(folder.resolve("results"))
                .isDirectoryContaining("glob:**/selftest-*.txt")
                .isDirectoryNotContaining("glob:**/selftest.txt");
    }

    @Test
    @EnabledIfInterruptible
    @Timeout(120)
    void selftestThatIsInterruptedBetweenTwoRunsPrintsWhatWasDone() throws Exception {
        assumeTrue(isRoot(), "namespaces need root and iproute2");
        // one-cpu is not planted with this workload, so its run is over at once; by this seed it is the first
        var faults = List.of("selftest", "--faults", "one-cpu,clean", "--seed", "4");
        var arguments = new ArrayList<>(faults);
        arguments.addAll(List.of("--stacks", "udp", "--workloads", "datagram"));

        try (var selftest = JgBenchProcess.start(folder, List.of(), arguments)) {
            selftest.awaitError("1/2 ");

            var ended = selftest.interrupt();

            assertThat(ended.out()).contains("1 not planted");
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name")) && Files.exists(Path.of("/proc/self/ns/net"));
    }
}
