package io.jgbench.cli.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.cli.JgBench;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.compare.CpuCost;
import io.jgbench.compare.DatagramComparison;
import io.jgbench.compare.KernelLosses;
import io.jgbench.compare.MPerfComparison.MPerfPair;
import io.jgbench.compare.MeasuredPair;
import io.jgbench.compare.MeasuredProgram;
import io.jgbench.compare.MessageBusComparison.Blocking;
import io.jgbench.compare.MessageBusComparison.Streaming;
import io.jgbench.compare.TurnComparison.TurnOutcome;
import io.jgbench.compare.TurnFigures;
import io.jgbench.compare.TurnPair;
import io.jgbench.compare.UPerfComparison.UPerfPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class CompareCommandsTest {
    private static final KernelLosses NOTHING_LOST = new KernelLosses(0, OptionalLong.of(0));

    private static final String ONE_LEFT_OUT = "1 of 2 left out of the ratios, as they are not valid or have no result";
    private static final String RATIO_OF_THE_VALID_ONE = "median 2.000, from 2.000 to 2.000";

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void mperfPairThatIsNotValidIsLeftOutOfRatioAndShares() {
        assertOnlyTheFirstCounts(mperf(200, true), mperf(900, false));
    }

    private void assertOnlyTheFirstCounts(MPerfPair... pairs) {
        boolean valid = new CompareMPerfCommand(out, System.err).conclude(List.of(pairs));

        assertThat(valid).isFalse();
        assertThat(lines())
                .containsExactly(
                        "ratio          " + RATIO_OF_THE_VALID_ONE,
                        "MPerf/limit    median 0.100, from 0.100 to 0.100",
                        "jgbench/limit  median 0.200, from 0.200 to 0.200",
                        ONE_LEFT_OUT);
    }

    @Test
    void pairWithoutAResultOfMPerfIsInNoRatioAndNoShare() {
        assertOnlyTheFirstCounts(mperf(100, 200, true), mperf(0, 200, true));
    }

    @Test
    void pairWithoutAResultOfUPerfMakesTheComparisonNotValid() {
        assertThat(new CompareUPerfCommand(out, System.err)
                        .conclude(List.of(uperf(100, 200, true), uperf(0, 200, true))))
                .isFalse();
        assertThat(lines()).contains("requests        ratio " + RATIO_OF_THE_VALID_ONE, ONE_LEFT_OUT);
    }

    @Test
    void pairsBeforeOneThatFailsAreConcluded() {
        var series = new PairSeries(out, 3);
        List<Integer> concluded = new ArrayList<>();

        assertThatThrownBy(() -> series.measure(CompareCommandsTest::secondFails, concluded::addAll))
                .isInstanceOf(IOException.class)
                .hasMessage("member-1 ended");

        assertThat(concluded).containsExactly(1);
        assertThat(lines()).containsExactly("1 of 3 were measured before one failed:");
    }

    @Test
    void uperfPairThatIsNotValidIsLeftOutOfBothRatios() {
        boolean valid = new CompareUPerfCommand(out, System.err)
                .conclude(List.of(uperf(100, 200, true), uperf(100, 900, false)));

        assertThat(valid).isFalse();
        assertThat(lines())
                .containsExactly(
                        "requests        ratio " + RATIO_OF_THE_VALID_ONE,
                        "network calls   ratio median 2.400, from 2.400 to 2.400",
                        "CPU time each  median 1.500, from 1.500 to 1.500",
                        "compilers      10.0 % of the CPU time of UPerf, 20.0 % of jgbench's (medians)",
                        ONE_LEFT_OUT);
    }

    @ParameterizedTest
    @CsvSource({
        "compare-datagram, 15, 'between 16 and 65507, got: 15'",
        "compare-datagram, 65508, 'between 16 and 65507, got: 65508'",
        "compare-message-bus, 15, 'between 16 and 16777216, got: 15'"
    })
    void sizeThatNoMessageCanHaveIsRefusedBeforeAnythingIsMeasured(String command, String size, String rule) {
        var errors = new StringWriter();

        int status = JgBench.commandLine().setErr(new PrintWriter(errors, true)).execute(command, "--size", size);

        assertThat(errors.toString()).contains("--size must be " + rule);
        assertThat(status).isEqualTo(2);
    }

    @Test
    void messageBusPairThatIsNotValidIsLeftOut() {
        var command = new CompareMessageBusCommand(out);

        boolean streaming = command.concludeStreaming(List.of(
                new Streaming(100, 1e6, 200, true, true, true), new Streaming(100, 1e6, 900, false, true, true)));
        boolean blocking = command.concludeBlocking(
                List.of(new Blocking(10, 20, 100, true, true), new Blocking(10, 90, 100, false, true)));

        assertThat(streaming).isFalse();
        assertThat(blocking).isFalse();
        assertThat(lines())
                .contains(
                        "of Coherence's messages   ratio " + RATIO_OF_THE_VALID_ONE,
                        "of sockperf's time        ratio " + RATIO_OF_THE_VALID_ONE)
                .filteredOn(ONE_LEFT_OUT::equals)
                .hasSize(2);
    }

    @Test
    void datagramRoundThatIsNotValidIsLeftOut() {
        boolean valid = new CompareDatagramCommand(out).conclude(List.of(datagrams(200, true), datagrams(900, false)));

        assertThat(valid).isFalse();
        assertThat(lines())
                .containsExactly(
                        "jgbench over DatagramTest  ratio " + RATIO_OF_THE_VALID_ONE,
                        "jgbench over iperf3        ratio median 4.000, from 4.000 to 4.000",
                        ONE_LEFT_OUT);
    }

    @Test
    void whereNoPairIsValidThereIsNoRatio() {
        boolean valid = new CompareDatagramCommand(out).conclude(List.of(datagrams(200, false), datagrams(900, false)));

        assertThat(valid).isFalse();
        assertThat(lines())
                .containsExactly(
                        "jgbench over DatagramTest  ratio none, as no pair gives one that may be used",
                        "jgbench over iperf3        ratio none, as no pair gives one that may be used",
                        "2 of 2 left out of the ratios, as they are not valid or have no result");
    }

    @Test
    void pairsThatAreAllValidAreAllInTheRatio() {
        boolean valid = new CompareMPerfCommand(out, System.err).conclude(List.of(mperf(200, true), mperf(400, true)));

        assertThat(valid).isTrue();
        assertThat(lines())
                .containsExactly(
                        "ratio          median 3.000, from 2.000 to 4.000",
                        "MPerf/limit    median 0.100, from 0.100 to 0.100",
                        "jgbench/limit  median 0.300, from 0.200 to 0.400");
    }

    @Test
    void turnsAreOneLineEachWithTheirRatioBelow() {
        boolean valid = new TurnTable(out, "MPerf", "msg/s")
                .print(new TurnOutcome(List.of(turns(100_000, 110_000), turns(100_000, 90_000)), true));

        assertThat(valid).isTrue();
        assertThat(lines())
                .containsExactly(
                        CpuCosts.HEADING,
                        "pair      MPerf msg/s    lost/resent      us     jgbench msg/s    lost/resent      us   ratio",
                        "   1          100,000            1/2    20.0           110,000            1/2    30.0   1.100",
                        "   2          100,000            1/2    20.0            90,000            1/2    30.0   0.900",
                        "ratio          median 1.000, from 0.900 to 1.100",
                        "CPU time each  median 1.500, from 1.500 to 1.500",
                        "compilers      10.0 % of the CPU time of MPerf, 20.0 % of jgbench's (medians)");
    }

    @Test
    void turnsOfARunThatLostMessagesAreNotValid() {
        boolean valid =
                new TurnTable(out, "MPerf", "msg/s").print(new TurnOutcome(List.of(turns(100_000, 110_000)), false));

        assertThat(valid).isFalse();
        assertThat(lines()).last().isEqualTo("messages of jgbench's run are missing: its figures must not be used");
    }

    @ParameterizedTest
    @CsvSource({
        "compare-mperf --seconds 0, --seconds must be between 1 and 100",
        "compare-uperf --seconds -1, --seconds must be between 1 and 100",
        "compare-mperf --pairs 0, --pairs must be between 1 and 1000",
        "compare-mperf --members 1, --members must be between 2 and 64",
        "compare-uperf --members 0, --members must be between 2 and 64",
        "compare-mperf --sizes 1000;4, --sizes must be between 8 and 16777216",
        "compare-mperf --mperf-threads 0, --mperf-threads must be between 1 and 1000",
        "compare-mperf --stack upd, --stack: stack must be one of",
        "compare-mperf --stack tcp-encrypted, --stack: stack tcp-encrypted needs the key of a run",
        "compare-uperf --stack udp --uperf-stack udp-auth, --uperf-stack: stack udp-auth needs the key of a run",
        "compare-mperf --mperf-stack jgroups-upd, --mperf-stack: stack must be one of",
        "compare-uperf --size -1, --size must be between 0 and 16777216",
        "compare-uperf --callers 0, --callers must be between 1 and 4096",
        "compare-uperf --stack upd, --stack: stack must be one of",
        "compare-uperf --uperf-stack jgroups-upd, --uperf-stack: stack must be one of",
        "compare-datagram, 'expected --hosts namespaces, as both processes of DatagramTest take the same port'",
        "compare-message-bus, 'expected --hosts namespaces, as both processes of MessageBusTest take the same port'",
    })
    void whatCannotBeComparedIsRefusedBeforeAnythingIsStarted(String command, String why) {
        var errors = new StringWriter();

        int status = JgBench.commandLine()
                .setErr(new PrintWriter(errors, true))
                .execute(command.replace(';', ',').split(" "));

        assertThat(status).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(errors.toString()).startsWith("jgbench: ").contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compare-mperf", "compare-uperf"})
    void turnsNeedMembersInNamespaces(String command) {
        var errors = new StringWriter();

        int status = JgBench.commandLine().setErr(new PrintWriter(errors, true)).execute(command, "--in-turn");

        assertThat(status).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(errors.toString().strip())
                .isEqualTo("jgbench: expected --hosts namespaces, as what is sent is counted at the members'"
                        + " interfaces, got: --hosts processes");
    }

    @Test
    void pairWithoutAResultOfTheOtherProgramSaysSoAndWhetherItIsValid() {
        assertThat(uperf(0, 200, false).both().note()).isEqualTo("UPerf printed no result, not valid");
        assertThat(mperf(200, false).both().note()).isEqualTo("not valid");
        assertThat(mperf(200, true).both().note()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx128m  -ea", " -Xmx128m -ea", "-Xmx128m\t-ea "})
    void optionsOfTheJvmAreThoseThatAreNotEmpty(String given) {
        assertThat(jvmOptions(given)).containsExactly("-Xmx128m", "-ea");
        assertThat(jvmOptions("")).isEmpty();
    }

    private static List<String> jvmOptions(String given) {
        var compared = new Compared();
        new CommandLine(compared).setCaseInsensitiveEnumValuesAllowed(true).parseArgs("--jvm-options", given);
        return compared.options.jvmOptions();
    }

    @Command
    private static final class Compared {
        @Mixin
        private ComparisonOptions options;
    }

    private static int secondFails(int number) throws IOException {
        if (number == 2) {
            throw new IOException("member-1 ended");
        }
        return number;
    }

    private static Optional<CpuCost> cost(double nanosEach, double compilerShare) {
        return Optional.of(new CpuCost(nanosEach, compilerShare));
    }

    private List<String> lines() {
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static TurnPair turns(double mperf, double jgbench) {
        var losses = new KernelLosses(1, OptionalLong.of(2));
        var other = new TurnFigures(mperf, losses, cost(20_000, 0.1));
        return new TurnPair(other, new TurnFigures(jgbench, losses, cost(30_000, 0.2)), other, other);
    }

    /** A ratio to nothing is none, and would hide that the other program did not work. */
    @Test
    void pairInWhichAnotherProgramDidNothingIsNotCompared() {
        assertThat(new Streaming(0, 1e6, 200, true, true, true).usable()).isFalse();
        assertThat(new Streaming(100, 0, 200, true, true, true).usable()).isFalse();
        assertThat(new Streaming(100, 1e6, 200, true, true, true).usable()).isTrue();
        assertThat(new DatagramComparison.Round(packets(100, true), packets(0, true), packets(100, true)).usable())
                .isFalse();
    }

    private static UPerfPair uperf(double uperf, double jgbench, boolean valid) {
        return new UPerfPair(
                4,
                new MeasuredPair(
                        "UPerf", program(uperf, cost(20_000, 0.1)), program(jgbench, cost(30_000, 0.2)), valid));
    }

    private static MPerfPair mperf(double jgbench, boolean valid) {
        return mperf(100, jgbench, valid);
    }

    /** The links allow 1000 messages/s. */
    private static MPerfPair mperf(double mperf, double jgbench, boolean valid) {
        var both =
                new MeasuredPair("MPerf", program(mperf, Optional.empty()), program(jgbench, Optional.empty()), valid);
        return new MPerfPair(both, Optional.of(1000.0), true, 0, 0);
    }

    private static MeasuredProgram program(double perSecond, Optional<CpuCost> cost) {
        return new MeasuredProgram(perSecond, NOTHING_LOST, cost, true);
    }

    private static DatagramComparison.Round datagrams(double jgbench, boolean valid) {
        return new DatagramComparison.Round(packets(100, true), packets(50, true), packets(jgbench, valid));
    }

    private static DatagramComparison.Measured packets(double perSecond, boolean valid) {
        return new DatagramComparison.Measured(
                perSecond, Optional.empty(), Optional.empty(), 0, Optional.empty(), valid, true);
    }
}
