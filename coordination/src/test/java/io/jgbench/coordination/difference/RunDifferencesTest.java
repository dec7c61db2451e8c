package io.jgbench.coordination.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.HostSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunDifferencesTest {
    private static final String UDP = "<config><UDP mcast_port=\"7\"/><MFC max_credits=\"4m\"/></config>";
    private static final Map<String, String> HOST =
            Map.of("kernel", "6.18", "hostName", "a", "cpuGovernor", "unknown: there is no file");

    @Test
    void equalRunsDifferInFiguresAlone() {
        var differences = RunDifferences.between(
                run(UDP, Map.of("messagesPerSecond", 100.0), HOST, HOST),
                run(UDP, Map.of("messagesPerSecond", 150.0), HOST, HOST));

        assertThat(differences.areEqual()).isTrue();
        assertThat(differences.figures()).singleElement().satisfies(figure -> {
            assertThat(figure.name()).isEqualTo("messagesPerSecond");
            assertThat(figure.ratio()).hasValue(1.5);
        });
    }

    /** As {@code DeliveryLatency} has it. */
    @Test
    void timesThatTheClocksOnlyBoundAreNoFiguresToCompare() {
        var differences = RunDifferences.between(
                run(UDP, delivery(100, 40), HOST, HOST), run(UDP, delivery(120, 120), HOST, HOST));

        assertThat(differences.figures())
                .contains(new FigureRatio("delivery.latency.p99Micros", OptionalDouble.of(900), OptionalDouble.empty()))
                .contains(new FigureRatio("delivery.latency.count", OptionalDouble.of(7), OptionalDouble.of(7)))
                .contains(new FigureRatio("delivery.errorMicros", OptionalDouble.of(40), OptionalDouble.of(120)));
        assertThat(RunDifferences.between(
                                run(UDP, delivery(100, 300), HOST, HOST), run(UDP, delivery(120, 120), HOST, HOST))
                        .figures())
                .noneMatch(FigureRatio::isMain);
    }

    private static Map<String, Double> delivery(double medianMicros, double errorMicros) {
        return Map.of(
                "delivery.latency.count",
                7.0,
                "delivery.latency.p50Micros",
                medianMicros,
                "delivery.latency.p99Micros",
                900.0,
                "delivery.errorMicros",
                errorMicros);
    }

    @Test
    void factThatDiffersOnAllHostsAlikeIsOneLineAndOneThatDiffersOnSomeNamesThem() {
        var differences = RunDifferences.between(
                run(UDP, Map.of(), HOST, HOST, HOST),
                run(
                        UDP,
                        Map.of(),
                        Map.of("kernel", "6.19", "hostName", "b", "mtu", "9000"),
                        Map.of("kernel", "6.19", "hostName", "a"),
                        Map.of("kernel", "6.19", "hostName", "a", "mtu", "9000")));

        assertThat(differences.environment())
                .containsExactly(
                        new Difference("kernel", Optional.of("6.18"), Optional.of("6.19"), List.of()),
                        new Difference("mtu", Optional.empty(), Optional.of("9000"), List.of("member-0", "member-2")));
        assertThat(differences.passing())
                .containsExactly(new Difference("hostName", Optional.of("a"), Optional.of("b"), List.of("member-0")));
        assertThat(differences.areEqual()).isFalse();
    }

    @Test
    void whatNeitherCouldReadIsNoDifferenceAndWhatOneCouldIs() {
        assertThat(RunDifferences.between(
                                run(UDP, Map.of(), HOST),
                                run(UDP, Map.of(), with("cpuGovernor", "unknown: it may not be read")))
                        .areEqual())
                .isTrue();
        assertThat(RunDifferences.between(
                                run(UDP, Map.of(), HOST), run(UDP, Map.of(), with("cpuGovernor", "performance")))
                        .environment())
                .containsExactly(new Difference(
                        "cpuGovernor",
                        Optional.of("unknown: there is no file"),
                        Optional.of("performance"),
                        List.of()));
    }

    @Test
    void stacksAreComparedByTheirAttributesAndNotByTheirText() {
        assertThat(RunDifferences.between(
                                run(UDP, Map.of(), HOST),
                                run(
                                        "<!-- as before -->\n<config>\n <UDP mcast_port='7'/> <MFC"
                                                + " max_credits='4m'/></config>",
                                        Map.of(),
                                        HOST))
                        .areEqual())
                .isTrue();
        assertThat(RunDifferences.between(
                                run(UDP, Map.of(), HOST),
                                run("<config><TCP bind_port=\"9\"/><MFC max_credits=\"2m\"/></config>", Map.of(), HOST))
                        .stack())
                .containsExactly(
                        new Difference("MFC.max_credits", Optional.of("4m"), Optional.of("2m"), List.of()),
                        new Difference("UDP", Optional.of("in the stack"), Optional.empty(), List.of()),
                        new Difference("TCP", Optional.empty(), Optional.of("in the stack"), List.of()));
        assertThat(RunDifferences.between(
                                run("<config><A/><B/></config>", Map.of(), HOST),
                                run("<config><B/><A/></config>", Map.of(), HOST))
                        .stack())
                .containsExactly(new Difference("order", Optional.of("A B"), Optional.of("B A"), List.of()));
    }

    @Test
    void ofAProtocolThatOneStackHasAloneNothingMoreIsToldAlsoWhereItsNameHasADot() {
        assertThat(RunDifferences.between(
                                run("<config><UDP/><pbcast.NAKACK2 xmit_interval='500'/></config>", Map.of(), HOST),
                                run("<config><UDP/><NAKACK4 xmit_interval='500'/></config>", Map.of(), HOST))
                        .stack())
                .containsExactly(
                        new Difference("pbcast.NAKACK2", Optional.of("in the stack"), Optional.empty(), List.of()),
                        new Difference("NAKACK4", Optional.empty(), Optional.of("in the stack"), List.of()));
        assertThat(RunDifferences.between(
                                run("<config><pbcast.GMS join_timeout='1s'/></config>", Map.of(), HOST),
                                run("<config><pbcast.GMS join_timeout='2s'/></config>", Map.of(), HOST))
                        .stack())
                .containsExactly(
                        new Difference("pbcast.GMS.join_timeout", Optional.of("1s"), Optional.of("2s"), List.of()));
    }

    @Test
    void memberWithoutAReportCannotBeCalledEqual() {
        var lost = run(UDP, Map.of(), HOST, Map.of());

        var differences = RunDifferences.between(run(UDP, Map.of(), HOST, HOST), lost);

        assertThat(differences.notCompared()).containsExactly("member-1 left no report in B");
        assertThat(differences.areEqual()).isFalse();
        assertThat(lost.environmentHash()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "messagesPerSecond, true",
        "requestsPerSecond, true",
        "bytesPerSecond, true",
        "reads.p99Micros, true",
        "loopback.p50Micros, true",
        "lateness.generator.p99Micros, false",
        "clusterMessagesPerSecond, false",
        "reads.count, false"
    })
    void rateItsPayloadAndTheLatenciesAreTheMainFigures(String name, boolean main) {
        assertThat(new FigureRatio(name, OptionalDouble.of(1), OptionalDouble.of(2)).isMain())
                .isEqualTo(main);
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> changed = new TreeMap<>(HOST);
        changed.put(name, value);
        return changed;
    }

    /** A host without facts stands for a member without a report. */
    @SafeVarargs
    private static ComparedRun run(String stack, Map<String, Double> figures, Map<String, String>... hosts) {
        SequencedMap<String, Optional<HostSnapshot>> members = new LinkedHashMap<>();
        for (var host : hosts) {
            members.put(
                    "member-" + members.size(), host.isEmpty() ? Optional.empty() : Optional.of(HostSnapshot.of(host)));
        }
        return new ComparedRun(
                "lab",
                new RunOutcome("VALID", Optional.empty(), List.of(), 0),
                new TreeMap<>(Map.of("members", "2")),
                StackAttributes.of(stack),
                members,
                figures);
    }
}
