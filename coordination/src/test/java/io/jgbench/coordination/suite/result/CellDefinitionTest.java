package io.jgbench.coordination.suite.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.suite.SuiteFixture;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellDefinitionTest {
    private static final List<String> OF_ALL_WORKLOADS =
            List.of("type", "warmup.atLeast", "warmup.atMost", "warmup.until");

    @ParameterizedTest
    @CsvSource({"MessageBus, workload.sending.arrivals", "Datagram, workload.arrivals"})
    void settingThatWasAddedLaterHasItsDefaultInWhatWasStoredBefore(String workload, String added) throws Exception {
        Map<String, String> now = definition(workload);
        Map<String, String> before = new HashMap<>(now);
        before.remove(added);

        assertThat(now).containsEntry(added, "Even");
        assertThat(CellDefinition.completed(before)).isEqualTo(now);
    }

    @Test
    void suiteOfAnEarlierVersionIsABaseline() throws Exception {
        SuiteSpec spec = spec("Datagram");
        var over = new SuiteStatus(SuiteStatus.SCHEMA_VERSION, SuitePhase.COMPLETED, Optional.empty(), 0, List.of());
        String stored = new String(SuiteJson.write(SuiteResult.of(spec, over, List.of())), StandardCharsets.UTF_8);
        String earlier = stored.replaceAll(",\\s*\"workload.arrivals\" : \"Even\"", "");
        assertThat(earlier).isNotEqualTo(stored);

        SuiteResult before = SuiteJson.result(earlier.getBytes(StandardCharsets.UTF_8), "suite.json");

        assertThat(BaselineCheck.obstacle(spec.cells(), before, VisitDigest.UNITS_PER_SECOND))
                .isEmpty();
    }

    /**
     * A setting that every definition has from now on would make each stored suite one of another workload. Where it is
     * missing here, add it to {@code LATER_SETTINGS}, with what runs did before.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Multicast | arrivals latencySampleInterval length.by length.units logInterval messageSizeBytes"
                        + " processingDelay senderThreads senders",
                "Rpc | arrivals concurrency length.by length.units logInterval payloadBytes readPercent"
                        + " requestTimeout targets",
                "MessageBus | duration processing.chunkBytes processing.poll processing.threads relay"
                        + " reportInterval sending.arrivals sending.block sending.blockSpin sending.cached"
                        + " sending.flushFrequency sending.largestBytes sending.latencyFrequency sending.polite"
                        + " sending.receipts sending.smallestBytes sending.threads",
                "Datagram | arrivals dontFragment duration listeners logInterval packetBytes port processBytes"
                        + " provider publishers rxBufferPackets rxTimeout txBufferPackets",
            })
    void settingsOfAWorkloadAreThoseThatAreStoredOrCompleted(String workload, String paths) throws Exception {
        Set<String> expected = Stream.concat(
                        Stream.of("members", "stack", "transport.name"),
                        Stream.concat(Stream.of(paths.split(" ", -1)), OF_ALL_WORKLOADS.stream())
                                .map(path -> "workload." + path))
                .collect(Collectors.toSet());

        assertThat(definition(workload).keySet()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "transport: {name: udp, options: {mode: multicast}}|transport: {name: udp, options: {mode: unicast}}"
                        + "|transport.options.mode",
                "stack: {name: udp, window: 1M}|stack: {name: udp, window: 4M}|stack.window",
                "stack: {name: udp}|stack: {name: udp, window: 4M}|stack.window",
            })
    void whatATransportIsToldIsPartOfTheDefinition(String one, String other, String path) throws Exception {
        String spec = "template: {members: 2, messages: 10, messageSize: 1k, workload: {type: Multicast}, %s}";

        assertThat(CellDefinition.differences(
                        SuiteJson.definition(SuiteFixture.resolved(spec.formatted(one))
                                .cells()
                                .getFirst()),
                        SuiteJson.definition(SuiteFixture.resolved(spec.formatted(other))
                                .cells()
                                .getFirst())))
                .containsExactly(path);
    }

    private static Map<String, String> definition(String workload) throws InvalidSpecException {
        return SuiteJson.definition(spec(workload).cells().getFirst());
    }

    private static SuiteSpec spec(String workload) throws InvalidSpecException {
        String length = workload.equals("Multicast") ? ", messages: 1000" : "";
        return SuiteFixture.resolved(
                "template: {members: 2, messageSize: 1k, workload: {type: " + workload + "}" + length + "}");
    }
}
