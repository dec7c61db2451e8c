package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.testing.files.ExampleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples of Multicast beside the quickstart. Each takes all nodes of a cluster of four workers, so that they run
 * one after the other.
 */
@OperatorTest
class ExamplesTest {
    private static final Path FOLDER = Path.of("../examples");

    /** {@link FourNodesTest} and {@link WorkloadsTest} run them, and look at more than is the same in all. */
    private static final Set<String> IN_OTHER_TESTS =
            Set.of("quickstart", "rpc", "datagram", "network-fit", "message-bus");

    /**
     * One needs 32 nodes. The other is a suite whose visits take twenty-five minutes, of which {@link SuiteTest} has a
     * shorter one.
     */
    private static final Set<String> TOO_LARGE = Set.of("members-32", "suite");

    private static final SharedMachine OPEN_LOOPS = SharedMachine.STREAMS.and(
            Reason.TARGET_RATE_MISSED,
            "a sender that waits for a CPU as its time ends has not sent what became due in that moment");

    static List<String> examples() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .map(name -> name.replace(".yaml", ""))
                    .filter(name -> !IN_OTHER_TESTS.contains(name) && !TOO_LARGE.contains(name))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleGivesFiguresThatMayBeUsedAndTheirBottleneck(String example, Lab lab) throws IOException {
        var status = ExampleRun.statusOf(lab, example, machine(example));

        assertThat(status.perMember())
                .allSatisfy(member -> assertThat(member.messagesPerSecond()).isPositive());
    }

    private static SharedMachine machine(String example) throws IOException {
        String text = ExampleFile.named(example).text();
        if (text.contains("transport: {name: udp}")) {
            // nothing sends again what is lost there
            return SharedMachine.DATAGRAMS;
        }
        return text.contains("targetRate") ? OPEN_LOOPS : SharedMachine.STREAMS;
    }
}
