package io.jgbench.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.StatusWarmup;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberHandle;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.runfile.RunFile;
import io.jgbench.runfile.RunFileException;
import io.jgbench.transport.Stacks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose members are processes, from their start to the result. A run that hangs is ended by the timeout. */
@Timeout(120)
final class LocalRunTest {
    private static final int MEMBERS = 3;
    private static final int SENDERS = 2;
    private static final String VICTIM = "member-1";
    private static final TransportSpec RAW_TCP = new TransportSpec("tcp", Optional.empty(), Map.of(), 0);

    private final Cancellation cancellation = new Cancellation();
    private WatchedHosts hosts;

    @BeforeEach
    void open() {
        hosts = WatchedHosts.open(MEMBERS);
    }

    @AfterEach
    void close() throws IOException {
        hosts.close();
    }

    @Test
    void runOverRawTcpCountsEveryMessageAtEveryMember() throws Exception {
        assertWholeResult(run(spec(RAW_TCP, 1000, Duration.ZERO), _ -> {}), 1000);
    }

    @Test
    void runOverAStackCountsEveryMessageAtEveryMember() throws Exception {
        var jgroups = new TransportSpec("jgroups", Optional.of(new Stacks().named("udp")), Map.of(), 0);

        var result = run(spec(jgroups, 1000, Duration.ZERO), _ -> {});

        assertWholeResult(result, 1000);
        assertThat(result.members())
                .as("the window that was chosen is the one that every member has")
                .allSatisfy(member -> assertThat(member.report().orElseThrow().host())
                        .containsEntry(
                                "jgroups.multicastWindowBytes",
                                String.valueOf(result.spec()
                                        .transport()
                                        .window()
                                        .orElseThrow()
                                        .bytes())));
        assertThat(result.verdict().findings()).extracting(Finding::reason).doesNotContain(Finding.Reason.NOT_SAMPLED);
        assertThat(result.members()).allSatisfy(member -> {
            MemberReport report = member.report().orElseThrow();
            assertThat(report.activity().samples()).isNotEmpty();
            assertThat(report.counters()).containsKey(Counters.STALLED_NANOS);
        });
    }

    /** What members sample is measured by leaving it out: the figures must be as valid, and say what is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp"})
    void runWithoutSamplesIsValidAndSaysSo(String stack) throws Exception {
        var jgroups = new TransportSpec("jgroups", Optional.of(new Stacks().named(stack)), Map.of(), 0);
        var spec = RunSpecBuilder.builder(spec(jgroups, 1000, Duration.ZERO))
                .jvmOptions(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-Djgbench.sampling=off"))
                .build();

        var result = run(spec, _ -> {});

        assertWholeResult(result, 1000);
        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Finding.Reason.NOT_SAMPLED)
                .singleElement()
                .extracting(Finding::evidence)
                .asString()
                .contains("member-0, member-1, member-2");
        assertThat(result.members()).allSatisfy(member -> {
            MemberReport report = member.report().orElseThrow();
            assertThat(report.activity().samples()).isEmpty();
            assertThat(report.counters().keySet())
                    .doesNotContain(Counters.STALLED_NANOS, Counters.QUEUE_SAMPLES)
                    .noneMatch(name -> name.startsWith(Counters.WAITED_FOR_NANOS))
                    .noneMatch(name -> Counters.BY_MEMBER.stream().anyMatch(name::startsWith));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: MessageBus, messageBus: {senders: 1, receivers: 1, duration: 1s}}",
                "{type: Datagram, datagram: {publishers: 1, listeners: 1, rate: 1M, duration: 1s}}"
            })
    @Tag("slow")
    void membersThatNeitherSendNorReceiveDoNotKeepARunFromStarting(String workload) throws Exception {
        var result = run(declared("""
                members: 3, messageSize: 1k, transport: {name: tcp}, warmup: {atLeast: 1s, atMost: 2s},
                start: {timeout: 1m, maxSkew: 5s}, jvm: {options: [-Xmx128m]}, workload: %s
                """.formatted(workload)), _ -> {});

        assertThat(result.failure()).isEmpty();
        assertThat(result.accounts().doneUnits()).isPositive();
        assertThat(result.warmup().orElseThrow().end()).isEqualTo(StatusWarmup.End.AT_MOST);
    }

    @ParameterizedTest
    @EnumSource(
            value = RunPhase.class,
            names = {"STARTING", "JOINING", "ARMED"})
    void memberThatIsKilledBeforeTheStartFailsTheRunWithItsName(RunPhase phase) throws Exception {
        var result = run(endless(), once(phase, LocalRunTest::kill));

        assertLost(result, phase);
        assertThat(result.members()).allMatch(member -> member.report().isEmpty());
    }

    @Test
    void memberThatIsKilledWhileRunningFailsTheRunWithItsNameAndTheOthersReportInPart() throws Exception {
        var result = run(endless(), whenAllBegan(LocalRunTest::kill));

        assertLost(result, RunPhase.RUNNING);
        assertThat(reportsOfOthers(result)).hasSize(MEMBERS - 1).allMatch(MemberReport::partial);
        assertThat(result.figures()).isEmpty();
    }

    /** Reports are asked for as the phase is told of. Now and then one is there before its member is killed. */
    @Test
    void memberThatIsKilledWhileCollectingFailsTheRunWithItsNameAndTheOthersReportsAreKept() throws Exception {
        var result = run(spec(RAW_TCP, 100, Duration.ZERO), once(RunPhase.COLLECTING, LocalRunTest::kill));
        for (int again = 0; again < 4 && result.completed(); again++) {
            result = run(spec(RAW_TCP, 100, Duration.ZERO), once(RunPhase.COLLECTING, LocalRunTest::kill));
        }

        assertLost(result, RunPhase.COLLECTING);
        assertThat(reportsOfOthers(result)).hasSize(MEMBERS - 1).noneMatch(MemberReport::partial);
        assertThat(result.partial()).isTrue();
    }

    @Test
    void memberThatIsKilledWhenAllReportsAreThereDoesNoHarm() throws Exception {
        var result = run(spec(RAW_TCP, 100, Duration.ZERO), once(RunPhase.SUCCEEDED, LocalRunTest::kill));

        assertWholeResult(result, 100);
    }

    @Test
    @Tag("slow")
    void memberThatStandsStillWhileRunningFailsTheRunWithItsName() throws Exception {
        var result = run(endless(), whenAllBegan(LocalRunTest::suspend));

        var failure = result.failure().orElseThrow();
        assertThat(failure.reason()).isEqualTo(FailureReason.MEMBER_LOST);
        assertThat(failure.message()).contains(VICTIM + " has not answered for 10s");
        assertThat(reportsOfOthers(result)).hasSize(MEMBERS - 1).allMatch(MemberReport::partial);
        assertThat(hosts.livePids()).isEmpty();
    }

    @Test
    void runThatIsCancelledKeepsWhatItsMembersHaveMeasured() throws Exception {
        var result = run(endless(), whenAllBegan(_ -> cancellation.request("enough was seen")));

        var failure = result.failure().orElseThrow();
        assertThat(failure.reason()).isEqualTo(FailureReason.CANCELLED);
        assertThat(failure.message()).contains("enough was seen");
        assertThat(result.members())
                .allSatisfy(member ->
                        assertThat(member.report().orElseThrow().partial()).isTrue());
        assertThat(hosts.livePids()).isEmpty();
    }

    /** Each receiver spends most of the time between two messages of a sender with the first of them. */
    @Test
    void runThatIsCancelledSaysWhatHeldItUntilThen() throws Exception {
        var atLeast = 600; // of two senders, each of which takes 10 ms: three seconds
        var result = run(
                spec(RAW_TCP, 1_000_000, Duration.ofMillis(10)),
                onceIn(
                        RunPhase.RUNNING,
                        status -> status.members().stream().allMatch(member -> member.unitsDone() >= atLeast),
                        _ -> cancellation.request("enough was seen")));

        assertThat(result.failure().orElseThrow().reason()).isEqualTo(FailureReason.CANCELLED);
        assertThat(result.valid()).isFalse();
        assertThat(result.bottleneck()).hasValueSatisfying(held -> {
            assertThat(held.type()).as(held.message()).isEqualTo(BottleneckType.RECEIVER);
            assertThat(held.message())
                    .startsWith("The run did not finish; this was counted until the run ended. "
                            + "multicast.processingDelay has each member spend 10.000 ms with a message");
        });
    }

    /** Whoever cancels a run waits for its result: members have a second to end, and two more until they are killed. */
    @Test
    @Tag("slow")
    void cancelledRunDoesNotWaitForAMemberThatStandsStill() throws Exception {
        var result = run(endless(), whenAllBegan(member -> {
            suspend(member);
            cancellation.request("enough was seen");
        }));

        assertThat(Duration.between(result.completionTime(), Instant.now())).isLessThan(Duration.ofSeconds(5));
        assertThat(reportsOfOthers(result)).hasSize(MEMBERS - 1).allMatch(MemberReport::partial);
        assertThat(hosts.livePids()).isEmpty();
    }

    /** Of a repetition that never began there is nothing to show. */
    @Test
    void repetitionThatIsCancelledIsTheLastOneAndStandsForAll() throws Exception {
        var spec = RunSpecBuilder.builder(endless()).repetitions(3).build();

        var result = runAll(spec, whenAllBegan(_ -> cancellation.request("enough was seen")));

        assertThat(result.runs()).hasSize(1);
        assertThat(result.completed()).isFalse();
        assertThat(result.representative().members())
                .allSatisfy(member -> assertThat(member.report()).isPresent());
    }

    @Test
    void cancellationWhileMembersEndLetsNoOtherRepetitionBegin() throws Exception {
        var hasOutcome = new AtomicBoolean();
        var isCompleted = new AtomicBoolean();
        long runner = Thread.currentThread().threadId();
        EpochClock system = EpochClock.system();
        EpochClock cancelling = () -> {
            // The outcome was told; after the time of that, the run asks the clock for the end of its members.
            if (hasOutcome.get() && Thread.currentThread().threadId() == runner && isCompleted.getAndSet(true)) {
                cancellation.request("enough was seen");
            }
            return system.epochNanos();
        };
        var spec = spec(RAW_TCP, 100, Duration.ZERO, 2);

        var result = new LocalBenchmark(
                        hosts, MemberJvm.likeThisOne(spec.jvmOptions()), cancelling, () -> "local-run-test")
                .run(
                        spec,
                        true,
                        List.of(),
                        (_, _, status) -> hasOutcome.set(status.phase() == RunPhase.SUCCEEDED),
                        cancellation);

        assertThat(result.runs()).hasSize(2).first().satisfies(run -> assertWholeResult(run, 100));
        assertThat(result.runs().getLast().failure()).hasValueSatisfying(why -> {
            assertThat(why.reason()).isEqualTo(FailureReason.CANCELLED);
            assertThat(why.message()).isEqualTo("the repetition was not begun: enough was seen");
        });
        assertThat(result.completed()).isFalse();
    }

    @Test
    void repetitionThatCannotBeginFailsAndThoseBeforeItAreKept() throws Exception {
        var spec = spec(RAW_TCP, 100, Duration.ZERO, 3);
        var begun = new AtomicInteger();
        var concluded = new ArrayList<RepetitionsResult>();
        Supplier<String> runIds = () -> {
            if (begun.incrementAndGet() == 2) {
                hosts.takePorts();
            }
            return "local-run-test-" + begun;
        };

        var result = new LocalBenchmark(hosts, MemberJvm.likeThisOne(spec.jvmOptions()), EpochClock.system(), runIds)
                .run(spec, true, List.of(), concludedInto(concluded), cancellation);

        assertThat(concluded).containsExactly(result);
        assertThat(result.completed()).isFalse();
        assertThat(result.validRuns()).isEqualTo(1);
        assertThat(result.runs()).hasSize(2);
        assertWholeResult(result.runs().getFirst(), 100);
        assertThat(result.runs().getLast().failure())
                .hasValue(new RunFailure(
                        FailureReason.HOSTS_UNAVAILABLE,
                        RunPhase.PENDING,
                        "the repetition could not begin: port 40000 is in use"));
    }

    @Test
    void lineRateThatTheFileDeclaresDoesNotCountForLinksOfThisMachine() throws Exception {
        cancellation.request("nothing has to be measured");

        var result = run(declared("""
                members: 3, messages: 100, messageSize: 1k, transport: {name: tcp}, placement: {lineRate: 10Gbit}
                """), _ -> {});

        assertThat(result.spec().lineRateBitsPerSecond()).isEmpty();
    }

    @Test
    void firstRepetitionThatCannotBeginIsRefused() {
        hosts.takePorts();

        assertThatThrownBy(() -> run(spec(RAW_TCP, 100, Duration.ZERO), _ -> {}))
                .isInstanceOf(HostsUnavailableException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = RunPhase.class,
            names = {"STARTING", "RUNNING"})
    void linksWhoseCountersCannotBeReadLeaveThemOutWithAWarning(RunPhase phase) throws Exception {
        var result = run(spec(RAW_TCP, 100, Duration.ZERO), once(phase, _ -> hosts.hideCounters()));

        assertWholeResult(result, 100);
        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Finding.Reason.LINK_COUNTERS_MISSING)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                    assertThat(finding.evidence()).contains("tc cannot be started");
                });
    }

    private static RunListener concludedInto(List<RepetitionsResult> concluded) {
        return new RunListener() {
            @Override
            public void progressed(int repetition, int repetitions, RunStatus status) {}

            @Override
            public void concluded(RepetitionsResult result) {
                concluded.add(result);
            }
        };
    }

    private static void assertWholeResult(RunResult result, long messages) {
        assertThat(result.failure()).isEmpty();
        assertThat(result.completed()).isTrue();
        assertThat(result.figures().orElseThrow().unitsPerSecond()).isPositive();
        assertThat(result.accounts().addUp()).isTrue();
        assertThat(result.accounts().doneUnits()).isEqualTo(messages * SENDERS * MEMBERS);
        assertThat(result.accounts().lostUnits()).isZero();
        assertThat(result.valid()).as("%s", result.verdict()).isTrue();
    }

    private void assertLost(RunResult result, RunPhase phase) {
        assertThat(result.completed()).isFalse();
        var failure = result.failure().orElseThrow();
        assertThat(failure.phase()).isEqualTo(phase);
        assertThat(failure.reason()).isEqualTo(FailureReason.MEMBER_LOST);
        assertThat(failure.message()).startsWith(VICTIM + " ended (killed by signal 9 (SIGKILL))");
        assertThat(result.members().get(1).report()).isEmpty();
        assertThat(hosts.livePids()).isEmpty();
    }

    private static List<MemberReport> reportsOfOthers(RunResult result) {
        return result.members().stream()
                .filter(member -> !member.name().equals(VICTIM))
                .flatMap(member -> member.report().stream())
                .toList();
    }

    private RunResult run(RunSpec spec, Consumer<RunStatus> listener) throws Exception {
        return runAll(spec, listener).runs().getFirst();
    }

    private RepetitionsResult runAll(RunSpec spec, Consumer<RunStatus> listener) throws Exception {
        var jvm = MemberJvm.likeThisOne(spec.jvmOptions());
        return new LocalBenchmark(hosts, jvm, EpochClock.system(), () -> "local-run-test")
                .run(spec, true, List.of(), (_, _, status) -> listener.accept(status), cancellation);
    }

    /** Does it to the victim when the run is first seen in the phase and the victim is there. */
    private Consumer<RunStatus> once(RunPhase phase, Consumer<MemberHandle> deed) {
        return onceIn(phase, _ -> true, deed);
    }

    private Consumer<RunStatus> whenAllBegan(Consumer<MemberHandle> deed) {
        return onceIn(
                RunPhase.RUNNING,
                status -> status.members().stream().allMatch(member -> member.reached(MemberPhase.RUNNING)),
                deed);
    }

    private Consumer<RunStatus> onceIn(RunPhase phase, Predicate<RunStatus> condition, Consumer<MemberHandle> deed) {
        return new Consumer<>() {
            private boolean done;

            @Override
            public void accept(RunStatus status) {
                if (!done
                        && status.phase() == phase
                        && condition.test(status)
                        && status.failure().isEmpty()) {
                    hosts.process(VICTIM).ifPresent(process -> {
                        done = true;
                        deed.accept(process);
                    });
                }
            }
        };
    }

    private static void kill(MemberHandle member) {
        ProcessHandle.of(member.pid()).ifPresent(ProcessHandle::destroyForcibly);
        member.exit().join();
    }

    private static void suspend(MemberHandle member) {
        try {
            var stop = new ProcessBuilder("sh", "-c", "kill -STOP " + member.pid()).start();
            assertThat(stop.onExit().join().exitValue()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A run that takes minutes, as each receiver spends a while with each message. */
    private static RunSpec endless() {
        return spec(RAW_TCP, 1_000_000, Duration.ofMillis(1));
    }

    /** A run as a file declares it. */
    private static RunSpec declared(String spec) throws RunFileException {
        var yaml = "{apiVersion: jgbench.io/v1alpha1, kind: BenchmarkRun, metadata: {name: local-run}, spec: {" + spec
                + "}}";
        var in = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
        return RunFile.read(in, "run.yaml").resolve(new RunSpecResolver(source -> new Stacks().named(source.name())));
    }

    private static RunSpec spec(TransportSpec transport, int messages, Duration processingDelay) {
        return spec(transport, messages, processingDelay, 1);
    }

    private static RunSpec spec(TransportSpec transport, int messages, Duration processingDelay, int repetitions) {
        var workload = new MulticastSpec(
                SENDERS, RunLength.of(messages), 1000, Warmup.of(100), 1, Duration.ofSeconds(1), processingDelay, 100);
        return RunSpecBuilder.builder()
                .name("local-run")
                .members(MEMBERS)
                .workload(workload)
                .transport(transport)
                .repetitions(repetitions)
                .startTimeout(Duration.ofMinutes(1))
                .maxSkew(Duration.ofSeconds(5))
                .jvmOptions(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"))
                .activeDeadline(Duration.ofMinutes(5))
                .preflight(Policy.REQUIRE)
                .build();
    }
}
