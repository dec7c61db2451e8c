package io.jgbench.coordination.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.schema.QuantityRange;
import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.MessageBusSettings;
import io.jgbench.api.v1alpha1.MulticastSettings;
import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.api.v1alpha1.RpcSettings;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.datagram.DatagramSearch;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunSpecResolverTest {
    private static final String FIVE_LINES = "{members: 4, messages: 1000000, messageSize: 1k}";

    private final YAMLMapper yaml = new YAMLMapper();
    private final RunSpecResolver resolver = new RunSpecResolver(RunSpecResolverTest::stack);

    @Test
    void fiveLineRunHasEveryDefault() throws Exception {
        assertThat(resolve(FIVE_LINES))
                .isEqualTo(RunSpecBuilder.builder()
                        .name("udp-4x1k")
                        .members(4)
                        .workload(new MulticastSpec(
                                4,
                                RunLength.of(1_000_000),
                                1000,
                                new Warmup.Steady(Duration.ofSeconds(5), Duration.ofMinutes(3)),
                                1,
                                Duration.ofSeconds(1),
                                Duration.ZERO,
                                128))
                        .transport(new TransportSpec(
                                "jgroups", Optional.of(new TransportSpec.Stack("udp", "<udp/>")), Map.of(), 0))
                        .repetitions(1)
                        .startTimeout(Duration.ofMinutes(2))
                        .maxSkew(Duration.ofMillis(10))
                        .jvmOptions(List.of())
                        .activeDeadline(Duration.ofMinutes(30))
                        .preflight(Policy.REQUIRE)
                        .build());
    }

    @ParameterizedTest
    @CsvSource({"8, 128", "1000, 128", "1k, 128", "1468, 87", "10k, 12", "128k, 1", "16Mi, 1"})
    void largerMessagesAreTimedMoreOftenWhereNobodySaysHowOften(String size, int interval) throws Exception {
        RunSpec run = resolve("members: 2\nmessages: 500\nmessageSize: " + size + "\n");

        assertThat(run.workload())
                .isInstanceOfSatisfying(
                        MulticastSpec.class,
                        multicast ->
                                assertThat(multicast.latencySampleInterval()).isEqualTo(interval));
    }

    @Test
    void everythingGivenIsTaken() throws Exception {
        RunSpec run = resolve("""
                members: 8
                senders: 1
                messages: 500
                messageSize: 1Ki
                stack: {inline: <config/>}
                transport: {name: jgroups, options: {diagnostics: "true"}}
                workload: {type: Multicast, multicast: {senderThreads: 2, logInterval: 100ms, processingDelay: 5us,
                  latencySampleInterval: 0}}
                warmup: {messages: 0}
                repetitions: 3
                placement: {bindPort: 7800}
                start: {timeout: 1m30s, maxSkew: 500us}
                jvm: {options: [-Xms1g, -Xmx1g]}
                activeDeadline: 1h
                """);

        assertThat(run)
                .isEqualTo(RunSpecBuilder.builder()
                        .name("udp-4x1k")
                        .members(8)
                        .workload(new MulticastSpec(
                                1,
                                RunLength.of(500),
                                1024,
                                Warmup.of(0),
                                2,
                                Duration.ofMillis(100),
                                Duration.ofNanos(5000),
                                0))
                        .transport(new TransportSpec(
                                "jgroups",
                                Optional.of(new TransportSpec.Stack("inline", "<config/>")),
                                Map.of("diagnostics", "true"),
                                7800))
                        .repetitions(3)
                        .startTimeout(Duration.ofSeconds(90))
                        .maxSkew(Duration.ofNanos(500_000))
                        .jvmOptions(List.of("-Xms1g", "-Xmx1g"))
                        .activeDeadline(Duration.ofHours(1))
                        .preflight(Policy.REQUIRE)
                        .build());
    }

    @Test
    void windowOfTheBundledStackIsTaken() throws Exception {
        RunSpec run = resolve("{members: 4, messages: 1, messageSize: 1k, stack: {name: udp, window: 500k}}");

        assertThat(run.transport().window()).contains(FlowWindow.fixed(500_000, "as stack.window has it"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: udp, window: 75k} | must be between 76000 and 100000000 bytes",
                "{name: udp, window: 101M} | must be between 76000 and 100000000 bytes",
                "{inline: <config/>, window: 500k} | stack.window may only be given with the bundled stack udp and"
                        + " its variants",
            })
    void windowThatTheStackCannotHaveIsRefused(String stack, String sentence) {
        assertThatThrownBy(() -> resolve("{members: 4, messages: 1, messageSize: 1k, stack: " + stack + "}"))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Djgbench.udp.credits=76K", "-Djgbench.udp.credits=1K, -Djgbench.udp.credits=125K"})
    void optionForAWindowThatFragmentsFitIsTaken(String options) {
        assertThatCode(() -> resolveWithOptions(options)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"50K", "75999"})
    void optionForAWindowThatFragmentsDoNotFitIsRefused(String window) {
        assertThatThrownBy(() -> resolveWithOptions("-Djgbench.udp.credits=" + window))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessageContaining("spec.jvm.options must set jgbench.udp.credits to at least 76000 bytes, as a"
                        + " sender could wait for credits for ever, got: -Djgbench.udp.credits=" + window
                        + "; a good value is -Djgbench.udp.credits=125K");
    }

    @Test
    void optionForAWindowOverTcpThatFragmentsDoNotFitIsRefused() {
        var stack = new TransportSpec.Stack("tcp", "<tcp max_credits=\"${jgbench.tcp.credits:2M}\"/>");

        assertThatThrownBy(() -> resolveWithOptions(stack, "-Djgbench.tcp.credits=70K"))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessageContaining("spec.jvm.options must set jgbench.tcp.credits to at least 76000 bytes, as a"
                        + " sender could wait for credits for ever, got: -Djgbench.tcp.credits=70K"
                        + "; a good value is -Djgbench.tcp.credits=2M");
        assertThatCode(() -> resolveWithOptions(stack, "-Djgbench.tcp.credits=76K"))
                .doesNotThrowAnyException();
    }

    private void resolveWithOptions(String options) throws Exception {
        String xml = "<udp max_credits=\"${jgbench.udp.credits:125K}\"/>";
        resolveWithOptions(new TransportSpec.Stack("udp", xml), options);
    }

    private void resolveWithOptions(TransportSpec.Stack stack, String options) throws Exception {
        var spec = yaml.readValue(
                "{members: 4, messages: 1, messageSize: 1k, jvm: {options: [" + options + "]}}",
                BenchmarkRunSpec.class);
        var _ = new RunSpecResolver(_ -> stack).resolve("run-4x1k", spec);
    }

    @Test
    void stackThatARequestToAMemberCannotHoldIsRefusedWithItsSize() throws Exception {
        int most = ControlPaths.MAX_STACK_BYTES - "\"\"".length();
        String fits = "<config>" + " ".repeat(most - "<config></config>".length()) + "</config>";

        assertThat(inline(fits).transport().stack()).isPresent();
        assertThatThrownBy(() -> inline(fits.replace("</config>", " </config>")))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessage("spec.stack: stack inline must have at most 98304 bytes as JSON, in which members get it,"
                        + " got: 98305; leave out comments and blanks");
    }

    private RunSpec inline(String xml) throws Exception {
        return resolve("{members: 4, messages: 1, messageSize: 1k, stack: {inline: '" + xml + "'}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{messages: 300} | Fixed[units=300]",
                "{until: Fixed, messages: 0} | Fixed[units=0]",
                "{until: Steady} | Steady[atLeast=PT5S, atMost=PT3M]",
                "{atLeast: 20s} | Steady[atLeast=PT20S, atMost=PT3M]",
                "{atMost: 3s} | Steady[atLeast=PT3S, atMost=PT3S]",
                "{} | Steady[atLeast=PT5S, atMost=PT3M]"
            })
    void warmupIsFixedWhereItHasANumberOfMessagesAndElseLastsUntilItIsSteady(String warmup, String expected)
            throws Exception {
        RunSpec run = resolve("{members: 2, messages: 1, messageSize: 8, warmup: %s}".formatted(warmup));

        assertThat(run.workload().warmup()).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{until: Fixed} | warmup.messages is required where warmup.until is Fixed",
                "{until: Steady, messages: 3} | warmup.messages may only be given where warmup.until is Fixed",
                "{messages: 3, atMost: 5s} | may not be given together with warmup.messages",
                "{atLeast: 5s, atMost: 4s} | 'warmup.atLeast must be at most warmup.atMost, which is 3m by default,"
                        + " got: 5s; a good value is 5s'",
                "{atMost: 2h} | must be between 1s and 1h"
            })
    void warmupThatSaysTwoThingsIsRefused(String warmup, String rule) {
        assertThatThrownBy(() -> resolve("{members: 2, messages: 1, messageSize: 8, warmup: %s}".formatted(warmup)))
                .hasMessageContaining(rule);
    }

    @Test
    void atLeastBeyondTheDefaultOfAtMostNamesThatDefault() {
        assertThatThrownBy(() -> resolve("{members: 2, messages: 1, messageSize: 8, warmup: {atLeast: 5m}}"))
                .hasMessage("spec.warmup.atLeast must be at most warmup.atMost, which is 3m by default, got: 5m; write"
                        + " a longer warmup.atMost too");
    }

    @Test
    void multicastIsMeasuredForATimeWhereOneIsGiven() throws Exception {
        RunSpec run = resolve("{members: 2, duration: 20s, messageSize: 8}");

        assertThat(Workloads.MULTICAST.own(run.workload()).length()).isEqualTo(RunLength.of(Duration.ofSeconds(20)));
    }

    @ParameterizedTest
    @CsvSource({"''", "'messages: 1, duration: 1s,'"})
    void multicastNeedsExactlyOneOfMessagesAndDuration(String length) {
        assertThatThrownBy(() -> resolve("{members: 2, %s messageSize: 8}".formatted(length)))
                .hasMessageContaining("exactly one of messages and duration is required");
    }

    @ParameterizedTest
    @CsvSource({"Rpc, rpc", "MessageBus, messageBus", "Datagram, datagram"})
    void durationOfTheRunIsRefusedWhereTheWorkloadHasItsOwn(String type, String block) {
        assertThatThrownBy(() -> resolve("{members: 2, duration: 1m, messageSize: 1k, workload: {type: " + type + "}}"))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessage("spec.duration may only be given where workload.type is Multicast, got: workload.type "
                        + type + "; write workload." + block + ".duration");
    }

    @Test
    void rpcIsMeasuredForATimeWhereOneIsGiven() throws Exception {
        RunSpec run = resolve("{members: 2, messageSize: 8, workload: {type: Rpc, rpc: {duration: 20s}}}");

        assertThat(Workloads.RPC.own(run.workload()).length()).isEqualTo(RunLength.of(Duration.ofSeconds(20)));
    }

    @Test
    void rpcHasTheSettingsOfUnicastTestRpcDistAndTheCallersOfUPerf() throws Exception {
        RunSpec run = resolve("{members: 4, messageSize: 1k, workload: {type: Rpc}}");

        assertThat(run.workload())
                .isEqualTo(new RpcSpec(
                        RunLength.of(20_000),
                        new Warmup.Steady(Duration.ofSeconds(5), Duration.ofMinutes(3)),
                        1000,
                        2,
                        80,
                        100,
                        Optional.empty(),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(1)));
    }

    @Test
    void rateAndItsArrivalsAreTaken() throws Exception {
        RunSpec multicast = resolve("{members: 2, messages: 1, messageSize: 8,"
                + " workload: {multicast: {targetRate: 700, arrivals: Poisson}}}");
        RunSpec rpc = resolve(
                "{members: 2, messageSize: 8, workload: {type: Rpc, rpc: {targetRate: 7, arrivals: Staggered}}}");

        assertThat(Workloads.MULTICAST.own(multicast.workload()).targetRate()).contains(700);
        assertThat(Workloads.MULTICAST.own(multicast.workload()).arrivals()).isEqualTo(Arrivals.POISSON);
        assertThat(Workloads.RPC.own(rpc.workload()).arrivals()).isEqualTo(Arrivals.STAGGERED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "messages: 1, workload: {multicast: {arrivals: Poisson}}",
                "workload: {type: Rpc, rpc: {arrivals: Even}}"
            })
    void arrivalsWithoutARateAreRefused(String settings) {
        assertThatThrownBy(() -> resolve("{members: 2, messageSize: 8, " + settings + "}"))
                .hasMessageContaining("arrivals needs targetRate");
    }

    @Test
    void arrivalsOfAMessageBusNeedItsRateOfBytes() throws Exception {
        RunSpec bus = resolve("{members: 2, messageSize: 1k,"
                + " workload: {type: MessageBus, messageBus: {txRate: 1M, arrivals: Poisson}}}");

        assertThat(Workloads.MESSAGE_BUS.own(bus.workload()).sending().arrivals())
                .isEqualTo(Arrivals.POISSON);
        assertThatThrownBy(() -> resolve(
                        "{members: 2, messageSize: 1k, workload: {type: MessageBus, messageBus: {arrivals: Poisson}}}"))
                .hasMessageContaining("arrivals needs txRate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "duration: 1h | activeDeadline must be longer than warm-up and measured part together, which take"
                        + " 3620 s or more, got: 1800 s",
                "duration: 20s, activeDeadline: 40s | which take 40 s or more, got: 40 s",
                "workload: {type: Datagram, datagram: {search: {trialDuration: 10m}}} | which take 1820 s or more",
                "workload: {type: Datagram, datagram: {packets: 1000000000, rate: 1M, duration: 2h}} |"
                        + " which take 7220 s or more",
                "messages: 1000000, workload: {type: Multicast, multicast: {targetRate: 500}} | which take 2020 s or"
                        + " more",
                "duration: 10s, warmup: {messages: 100000}, workload: {type: Multicast, multicast: {targetRate: 500}} |"
                        + " 'start.timeout must be longer than the warm-up, whose messages take 200 s at the rate that"
                        + " is asked for, got: 120 s'",
            })
    void runThatCannotBeOverInTimeIsRefused(String settings, String sentence) {
        assertThatThrownBy(() -> RunTimes.check(resolve("{members: 2, messageSize: 1k, " + settings + "}")))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "packets: 1000000000, rate: 1G, duration: 2h",
                "packets: 1000000000, rate: 1M, duration: 10s",
                "packets: 1000000000, rate: 1M, duration: 2h, arrivals: Poisson",
                "packets: 1000000000, duration: 2h",
            })
    void packetsThatMayBeSentInTimeAreTaken(String datagram) throws Exception {
        RunSpec run = resolve(
                "{members: 2, messageSize: 1k, workload: {type: Datagram, datagram: {%s}}}".formatted(datagram));

        assertThatCode(() -> RunTimes.check(run)).doesNotThrowAnyException();
    }

    @Test
    void runThatIsOverJustInTimeIsTaken() throws Exception {
        RunSpec run = resolve("{members: 2, messageSize: 1k, duration: 20s, activeDeadline: 41s}");

        assertThatCode(() -> RunTimes.check(run)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{until: Steady} | 40 s",
                "{atLeast: 25s} | 45 s",
                "{atMost: 12s} | 32 s",
                "{messages: 0} | 20 s",
            })
    void runWhoseWarmupCannotBeJudgedBeforeItsDeadlineIsRefused(String warmup, String least) {
        String run = "{members: 2, messageSize: 1k, duration: 20s, activeDeadline: 20s, warmup: " + warmup + "}";

        assertThatThrownBy(() -> RunTimes.check(resolve(run)))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessageContaining("which take " + least + " or more, got: 20 s");
    }

    @Test
    void declaredLineRateIsReadInBitsPerSecond() throws Exception {
        String run = "{members: 2, messages: 1, messageSize: 8%s}";

        assertThat(resolve(run.formatted(", placement: {lineRate: 2.5Gbit}")).lineRateBitsPerSecond())
                .contains(2_500_000_000L);
        assertThat(resolve(run.formatted("")).lineRateBitsPerSecond()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "900Gbit | placement.lineRate must be between 1Mbit and 800Gbit, got: 900Gbit; a good value is 10Gbit",
                "10k | spec.placement.lineRate must have the unit kbit, Mbit or Gbit, such as 100Mbit, got: 10k",
            })
    void lineRateThatIsNoneIsRefused(String given, String sentence) {
        assertThatThrownBy(() ->
                        resolve("{members: 2, messages: 1, messageSize: 8, placement: {lineRate: " + given + "}}"))
                .hasMessageContaining(sentence);
    }

    @Test
    void everythingGivenOfRpcIsTaken() throws Exception {
        RunSpec run = resolve("""
                members: 9
                messageSize: 5k
                workload: {type: Rpc, rpc: {requests: 10, targets: 3, readPercent: 0, concurrency: 1, targetRate: 500,
                  requestTimeout: 20ms, logInterval: 10ms}}
                warmup: {messages: 0}
                """);

        assertThat(run.workload())
                .isEqualTo(new RpcSpec(
                        RunLength.of(10),
                        Warmup.of(0),
                        5000,
                        3,
                        0,
                        1,
                        Optional.of(500),
                        Duration.ofMillis(20),
                        Duration.ofMillis(10)));
    }

    @Test
    void messageBusHasTheSettingsOfCoherencesTest() throws Exception {
        RunSpec run = resolve("{members: 4, messageSize: 4Ki, workload: {type: MessageBus}}");

        assertThat(run.workload())
                .isEqualTo(new MessageBusSpec(
                        MessageBusSpecSendingBuilder.builder()
                                .threads(1)
                                .smallestBytes(4096)
                                .largestBytes(4096)
                                .cached(false)
                                .flushFrequency(0)
                                .latencyFrequency(100)
                                .receipts(true)
                                .polite(false)
                                .block(false)
                                .blockSpin(Duration.ZERO)
                                .build(),
                        new Processing(0, 0, Optional.empty(), false),
                        Duration.ofSeconds(10),
                        new Warmup.Steady(Duration.ofSeconds(5), Duration.ofMinutes(3)),
                        Duration.ofSeconds(1),
                        false));
    }

    @Test
    void everythingGivenOfMessageBusIsTaken() throws Exception {
        RunSpec run = resolve("""
                members: 9
                messageSize: 5k
                workload: {type: MessageBus, messageBus: {duration: 2s, senders: 1, receivers: 6, txThreads: 2, rxThreads: 3,
                  minMessageSize: 16, chunkSize: 8, cached: true, txRate: 1M, rxRate: 2M, maxBacklog: 64Ki,
                  flushFrequency: 5, latencyFrequency: 7, receipts: true, reportInterval: 10ms, polite: true, block: true,
                  blockSpin: 50us, relay: true, poll: true}}
                warmup: {messages: 11}
                """);

        assertThat(run.workload())
                .isEqualTo(new MessageBusSpec(
                        MessageBusSpecSendingBuilder.builder()
                                .senders(Optional.of(1))
                                .receivers(Optional.of(6))
                                .threads(2)
                                .smallestBytes(16)
                                .largestBytes(5000)
                                .cached(true)
                                .bytesPerSecond(Optional.of(1_000_000L))
                                .maxBacklogBytes(Optional.of(65_536L))
                                .flushFrequency(5)
                                .latencyFrequency(7)
                                .receipts(true)
                                .polite(true)
                                .block(true)
                                .blockSpin(Duration.ofNanos(50_000))
                                .build(),
                        new Processing(3, 8, Optional.of(2_000_000L), true),
                        Duration.ofSeconds(2),
                        Warmup.of(11),
                        Duration.ofMillis(10),
                        true));
    }

    @Test
    void datagramHasTheDefaultsOfCoherencesDatagramTest() throws Exception {
        RunSpec run = resolve("{members: 3, messageSize: 1468, workload: {type: Datagram}}");

        assertThat(run.workload())
                .isEqualTo(DatagramSpecBuilder.builder()
                        .publishers(3)
                        .listeners(3)
                        .packetBytes(1468)
                        .processBytes(4)
                        .rxBufferPackets(1428)
                        .txBufferPackets(16)
                        .rxTimeout(Duration.ofSeconds(1))
                        .duration(Duration.ofSeconds(10))
                        .warmup(new Warmup.Steady(Duration.ofSeconds(5), Duration.ofMinutes(3)))
                        .port(0)
                        .dontFragment(false)
                        .provider(DatagramSpec.Provider.AUTO)
                        .logInterval(Duration.ofSeconds(1))
                        .build());
    }

    @Test
    void everythingGivenOfDatagramIsTaken() throws Exception {
        RunSpec run = resolve("""
                members: 4
                messageSize: 9000
                workload: {type: Datagram, datagram: {publishers: 2, listeners: 1, payload: 1024, processBytes: 12,
                  rxBufferPackets: 7, txBufferPackets: 8, rxTimeout: 20ms, rate: 33M, packets: 99, duration: 3s, port: 9999,
                  dontFragment: true, provider: Channel, maxLossPpm: 5, logInterval: 10ms,
                  search: {trialDuration: 1s, resolutionPermille: 50, confirmations: 0}}}
                warmup: {messages: 0}
                """);

        assertThat(run.workload())
                .isEqualTo(DatagramSpecBuilder.builder()
                        .publishers(2)
                        .listeners(1)
                        .packetBytes(1024)
                        .processBytes(12)
                        .rxBufferPackets(7)
                        .txBufferPackets(8)
                        .rxTimeout(Duration.ofMillis(20))
                        .bytesPerSecond(Optional.of(33_000_000L))
                        .packets(Optional.of(99L))
                        .duration(Duration.ofSeconds(3))
                        .warmup(Warmup.of(0))
                        .port(9999)
                        .dontFragment(true)
                        .provider(DatagramSpec.Provider.CHANNEL)
                        .maxLossPpm(Optional.of(5))
                        .logInterval(Duration.ofMillis(10))
                        .search(Optional.of(new DatagramSearch(Duration.ofSeconds(1), 50, 0)))
                        .build());
    }

    @Test
    void rawTransportHasNoStack() throws Exception {
        RunSpec run = resolve("{members: 2, messages: 10, messageSize: 8, transport: {name: udp}}");

        assertThat(run.transport()).isEqualTo(new TransportSpec("udp", Optional.empty(), Map.of(), 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{members: 0} | spec.members | spec.members must be between 1 and 256, got: 0; a good value is 4",
                "{messages: null} | spec.messages | exactly one of messages and duration is required where"
                        + " workload.type is Multicast, got: neither;"
                        + " write duration: 20s",
                "{workload: {type: Rpc}} | spec.messages | spec.messages may not be given where workload.type is Rpc:"
                        + " say how many with workload.rpc.requests, got: 1000000; leave messages out",
                "{messages: null, senders: 2, workload: {type: Rpc}} | spec.senders"
                        + "| spec.senders may only be given where workload.type is Multicast, got: workload.type Rpc;"
                        + " leave senders out",
                "{workload: {rpc: {requests: 1}}} | spec.workload.rpc | spec.workload.rpc may only be given where"
                        + " workload.type is Rpc, got: type Multicast; write type: Rpc",
                "{messages: null, workload: {type: Rpc, rpc: {targets: 17}}} | spec.workload.rpc.targets"
                        + "| spec.workload.rpc.targets must be between 1 and 16, got: 17; a good value is 2",
                "{messages: null, workload: {type: Rpc, rpc: {requestTimeout: 1ms}}}| spec.workload.rpc.requestTimeout"
                        + " | spec.workload.rpc.requestTimeout must be between 10ms and 10m, got: 1ms; a good value is"
                        + " 10s",
                "{messages: null, messageSize: 8, workload: {type: MessageBus}} | spec.messageSize"
                        + "| spec.messageSize must be at least 16 bytes with workload MessageBus, got: 8; a good"
                        + " value is 4Ki",
                "{messages: null, workload: {type: MessageBus, messageBus: {receivers: 5}}} |"
                        + " spec.workload.messageBus| spec.workload.messageBus.senders and receivers must be at most"
                        + " members, got: 1 senders and 5 receivers of 4 members; leave them out for all",
                "{messages: null, workload: {type: MessageBus, messageBus: {relay: true}}} |"
                        + " spec.workload.messageBus.relay| 'spec.workload.messageBus.relay needs senders, and"
                        + " receivers of at least 2, that are together at most members, got: 4 members; with members:"
                        + " 3 write senders: 1, receivers: 2'",
                "{messages: null, workload: {type: MessageBus, messageBus: {receivers: 2, polite: true}}} |"
                        + " spec.workload.messageBus.polite| 'spec.workload.messageBus.polite needs each sender but the"
                        + " first to be one of the receivers, which are the last members, got: 2 receivers of 4"
                        + " members; leave receivers out for all'",
                "{messages: null, workload: {type: MessageBus, messageBus: {poll: true}}} |"
                        + " spec.workload.messageBus.poll"
                        + "| spec.workload.messageBus.poll needs rxThreads of at least 1, got: none; write rxThreads:"
                        + " 1",
                "{workload: {type: Datagram}} | spec.messages | spec.messages may not be given where workload.type is"
                        + " Datagram: say how many with workload.datagram.packets, got: 1000000; leave messages out",
                "{workload: {datagram: {}}} | spec.workload.datagram | spec.workload.datagram may only be given where"
                        + " workload.type is Datagram, got: type Multicast; write type: Datagram",
                "{messages: null, members: 1, workload: {type: Datagram}} | spec.members | spec.members must be at"
                        + " least 2 where workload.type is Datagram, got: 1; write members: 2",
                "{messages: null, workload: {type: Datagram, datagram: {publishers: 5}}}|"
                        + " spec.workload.datagram.publishers | spec.workload.datagram.publishers must be at most"
                        + " members, got: 5 of 4 members; a good value is 4",
                "{messages: null, workload: {type: Datagram, datagram: {listeners: 5}}}|"
                        + " spec.workload.datagram.listeners | spec.workload.datagram.listeners must be at most"
                        + " members, got: 5 of 4 members; a good value is 4",
                "{messages: null, workload: {type: Datagram, datagram: {processBytes: 5}}}|"
                        + " spec.workload.datagram.processBytes | spec.workload.datagram.processBytes must be a"
                        + " multiple of 4, got: 5; a good value is 4",
                "{messages: null, messageSize: 60000, workload: {type: Datagram, datagram: {rxBufferPackets: 1000000}}}"
                        + "| spec.workload.datagram.rxBufferPackets | 'spec.workload.datagram.rxBufferPackets times the"
                        + " packet size must be at most 1073741823 bytes, which is what a socket can have, got:"
                        + " 60000000000; a good value is 17895'",
                "{messages: null, messageSize: 60000, workload: {type: Datagram, datagram: {txBufferPackets: 1000000}}}"
                        + "| spec.workload.datagram.txBufferPackets | 'spec.workload.datagram.txBufferPackets times the"
                        + " packet size must be at most 1073741823 bytes, which is what a socket can have, got:"
                        + " 60000000000; a good value is 17895'",
                "{messages: null, messageSize: 64Ki, workload: {type: Datagram}} | spec.messageSize | spec.messageSize"
                        + " must be between 16 and 65507 bytes where workload.type is Datagram, got: 65536; a good"
                        + " value is 1468",
                "{messages: null, messageSize: 20, workload: {type: Datagram, datagram: {payload: 21}}}|"
                        + " spec.workload.datagram.payload | spec.workload.datagram.payload must be at most"
                        + " messageSize, got: 21; a good value is 20",
                "{messages: null, workload: {type: Datagram, datagram: {payload: 15}}}|"
                        + " spec.workload.datagram.payload | spec.workload.datagram.payload must be 0 or at least 16,"
                        + " got: 15; a good value is 16",
                "{members: null} | spec.members | spec.members is required, got: nothing; a good value is 4",
                "{senders: 5} | spec.senders | spec.senders must be at most members, got: 5 senders of 4 members;"
                        + " a good value is 4",
                "{messages: 0} | spec.messages | spec.messages must be between 1 and 1000000000000, got: 0;"
                        + " a good value is 1000000",
                "{messageSize: 0} | spec.messageSize | spec.messageSize must be between 8 and 16777216 bytes, got: 0;"
                        + " a good value is 1k",
                "{messageSize: 17Mi} | spec.messageSize | spec.messageSize must be between 8 and 16777216 bytes,"
                        + " got: 17Mi; a good value is 1k",
                "{messageSize: 1K} | spec.messageSize | spec.messageSize must be a whole number of bytes, alone or with"
                        + " one of k, M, G, Ki, Mi, Gi, got: 1K; a good value is 1k",
                "{stack: {name: upd}} | spec.stack | spec.stack: no stack upd; the bundled ones are udp",
                "{stack: {}} | spec.stack | spec.stack must have exactly one of name, configMapKeyRef and inline,"
                        + " got: none; a good value is {name: udp}",
                "{stack: {name: udp, inline: x}} | spec.stack | spec.stack must have exactly one of name,"
                        + " configMapKeyRef and inline, got: 2 of them; a good value is {name: udp}",
                "{stack: {name: udp}, transport: {name: tcp}} | spec.stack | spec.stack may only be given with"
                        + " transport jgroups, got: transport tcp; leave the stack out",
                "{repetitions: 101} | spec.repetitions | spec.repetitions must be between 1 and 100, got: 101;"
                        + " a good value is 5",
                "{warmup: {messages: -1}} | spec.warmup.messages | spec.warmup.messages must be between 0 and"
                        + " 1000000000000, got: -1; a good value is 100000",
                "{start: {timeout: soon}} | spec.start.timeout | spec.start.timeout must be a duration such as 2m,"
                        + " 1m30s or 500ms, got: soon; a good value is 2m",
                "{start: {maxSkew: 0s}} | spec.start.maxSkew | spec.start.maxSkew must be between 1us and 1h, got: 0s;"
                        + " a good value is 10ms",
                "{activeDeadline: 200h} | spec.activeDeadline | spec.activeDeadline must be between 1s and 168h,"
                        + " got: 200h; a good value is 30m",
                "{workload: {multicast: {senderThreads: 65}}} | spec.workload.multicast.senderThreads"
                        + "| spec.workload.multicast.senderThreads must be between 1 and 64, got: 65; a good value is"
                        + " 1",
                "{workload: {multicast: {logInterval: 0s}}} | spec.workload.multicast.logInterval"
                        + "| spec.workload.multicast.logInterval must be between 10ms and 1h, got: 0s;"
                        + " a good value is 1s",
                "{placement: {nodeNames: [a]}} | spec.placement.nodeNames | spec.placement.nodeNames must name at least"
                        + " as many nodes as there are members, or none; any number with spread Any, got: 1 nodes for 4"
                        + " members; name more nodes, or write spread: Any",
                "{placement: {nodeNames: [a, b, c, b]}} | spec.placement.nodeNames | spec.placement.nodeNames must name"
                        + " each node once, got: b more than once; name other nodes",
                "{tuning: {rmemMax: 25Mi, sysctls: [{name: net.core.rmem_max, value: '5'}]}} | spec.tuning.sysctls |"
                        + " spec.tuning.sysctls must not have net.core.rmem_max where tuning.rmemMax is given, got:"
                        + " 25Mi and 5; leave one of both out",
                "{tuning: {wmemMax: 25Mi, sysctls: [{name: net.core.wmem_max, value: '5'}]}} | spec.tuning.sysctls |"
                        + " spec.tuning.sysctls must not have net.core.wmem_max where tuning.wmemMax is given, got:"
                        + " 25Mi and 5; leave one of both out",
                "{tuning: {sysctls: [{name: net.ipv4.tcp_sack, value: '1'}, {name: net.ipv4.tcp_sack, value: '0'}]}} |"
                        + " spec.tuning.sysctls | spec.tuning.sysctls must name each parameter once, got:"
                        + " net.ipv4.tcp_sack more than once; leave one of them out",
                "{placement: {spread: Any, bindPort: 65533}} | spec.placement.bindPort | 'spec.placement.bindPort and"
                        + " members must be together at most 65536 with spread Any, as members that share a node take"
                        + " the ports that follow, got: 65533 and 4; a good value is 7800'",
                "{placement: {tolerations: [{effect: NoSchedule}]}} | spec.placement.tolerations[0].key|"
                        + " 'spec.placement.tolerations[0].key: a toleration needs a key, or operator Exists for every"
                        + " key, got: none; write operator: Exists'",
                "{placement: {tolerations: [{key: a, operator: Exists, value: x}]}} |"
                        + " spec.placement.tolerations[0].value| 'spec.placement.tolerations[0].value: a toleration"
                        + " with operator Exists has no value, got: x; write operator: Equal'",
                "{placement: {tolerations: [{key: a, tolerationSeconds: 1}]}}|"
                        + " spec.placement.tolerations[0].tolerationSeconds|"
                        + " 'spec.placement.tolerations[0].tolerationSeconds: tolerationSeconds needs effect"
                        + " NoExecute, got: no effect; leave tolerationSeconds out'",
                "{placement: {bindPort: 80}} | spec.placement.bindPort | spec.placement.bindPort must be between 1024"
                        + " and 65535, got: 80; a good value is 7800",
                "{tuning: {mtu: 1}} | spec.tuning.mtu | spec.tuning.mtu must be between 576 and 65535, got: 1;"
                        + " a good value is 9000",
                "{tuning: {rmemMax: 1k}} | spec.tuning.rmemMax | spec.tuning.rmemMax must be between 4096 and"
                        + " 2147483647 bytes, got: 1k; a good value is 25Mi",
                "{jgroups: {}} | spec.jgroups | spec.jgroups must have image, version or both, got: neither;"
                        + " a good value is {version: 5.5.6.Final}",
                "{jgroups: {version: mine}, transport: {name: tcp}} | spec.jgroups"
                        + "| spec.jgroups may only be given with transport jgroups, got: transport tcp;"
                        + " leave jgroups out",
                "{retention: {ttlAfterFinished: never}} | spec.retention.ttlAfterFinished"
                        + "| spec.retention.ttlAfterFinished must be a duration such as 2m, 1m30s or 500ms, got: never;"
                        + " a good value is 24h",
            })
    void problemNamesFieldRuleFindingAndGoodValue(String change, String path, String sentence) throws Exception {
        String broken = yaml.readerForUpdating(yaml.readTree(FIVE_LINES))
                .readTree(change)
                .toString();

        var refused = catchThrowableOfType(InvalidSpecException.class, () -> resolve(broken));

        assertThat(refused.problems()).containsExactly(new SpecProblem(path, sentence));
    }

    @Test
    void allProblemsAreToldAtOnce() {
        var refused = catchThrowableOfType(
                InvalidSpecException.class, () -> resolve("{messages: 0, messageSize: 7, start: {timeout: x}}"));

        assertThat(refused.problems())
                .extracting(SpecProblem::path)
                .containsExactly("spec.members", "spec.messages", "spec.messageSize", "spec.start.timeout");
        assertThat(refused).hasMessageContaining("\n");
    }

    @Test
    void nameIsALabel() {
        assertThatThrownBy(() -> resolver.resolve("No Name", yaml.readValue(FIVE_LINES, BenchmarkRunSpec.class)))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessage("metadata.name must be 1 to 40 lower-case letters, digits or '-', with a letter or digit at"
                        + " both ends, as members are named from it, got: No Name; a good value is udp-4x1k");
    }

    @Test
    void boundsOfTheApiAreThoseOfTheSpec() {
        var size = ApiField.of(BenchmarkRunSpec.class, "messageSize")
                .annotation(QuantityRange.class)
                .orElseThrow();

        assertThat(size.minBytes()).isEqualTo(MulticastSpec.MIN_MESSAGE_SIZE_BYTES);
        assertThat(size.maxBytes()).isEqualTo(WorkloadSpec.MAX_MESSAGE_SIZE_BYTES);
        assertThat(ApiField.of(MulticastSettings.class, "senderThreads").most())
                .isEqualTo(MulticastSpec.MAX_SENDER_THREADS);
        assertThat(ApiField.of(RpcSettings.class, "targets").most()).isEqualTo(RpcSpec.MAX_TARGETS);
        assertThat(ApiField.of(RpcSettings.class, "concurrency").most()).isEqualTo(RpcSpec.MAX_CONCURRENCY);
        assertThat(BenchmarkRunSpec.MAX_MEMBERS).isLessThanOrEqualTo(RpcSpec.MAX_MEMBERS);
    }

    @Test
    void boundsOfMessageBusInTheApiAreThoseOfTheSpec() {
        assertThat(ApiField.of(MessageBusSettings.class, "txThreads").most()).isEqualTo(MessageBusSpec.MAX_TX_THREADS);
        assertThat(ApiField.of(MessageBusSettings.class, "rxThreads").most()).isEqualTo(MessageBusSpec.MAX_RX_THREADS);
        assertThat(BenchmarkRunSpec.MAX_MEMBERS).isLessThanOrEqualTo(MessageBusSpec.MAX_MEMBERS);
    }

    private RunSpec resolve(String spec) throws Exception {
        return resolver.resolve("udp-4x1k", yaml.readValue(spec, BenchmarkRunSpec.class));
    }

    private static TransportSpec.Stack stack(StackSource source) {
        if (source.inline() != null) {
            return new TransportSpec.Stack("inline", source.inline());
        }
        if ("udp".equals(source.name())) {
            return new TransportSpec.Stack("udp", "<udp/>");
        }
        throw new IllegalArgumentException("no stack " + source.name() + "; the bundled ones are udp");
    }
}
