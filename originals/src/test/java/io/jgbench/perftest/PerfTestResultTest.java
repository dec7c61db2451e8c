package io.jgbench.perftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.perftest.GroupMessage.Announcement;
import io.jgbench.perftest.GroupMessage.Readiness;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two members that send each other twice what their links of 1 Gbit/s can carry. */
class PerfTestResultTest {
    private static final long BEGAN = 1_000_000_000_000L;
    private static final long MESSAGES = 1_000_000;
    private static final int MESSAGE_BYTES = 1000;
    private static final long TOOK_NANOS = Duration.ofSeconds(4).toNanos();
    private static final Map<String, String> LINK = Map.of(
            HostFact.INTERFACE.label(), "eth0",
            HostFact.MTU.label(), "1500",
            HostFact.LINE_RATE_BITS_PER_SECOND.label(), "1000000000");

    @TempDir
    private Path folder;

    @Test
    void membersWithDifferentVersionsOfJGroupsAreFound() throws Exception {
        var result = result(
                member(0).fact(HostFact.JGROUPS.label(), "5.4.0"), member(1).fact(HostFact.JGROUPS.label(), "5.4.1"));

        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .contains(tuple(Reason.VERSIONS_DIFFER, Severity.INVALID));
    }

    @Test
    void moreThanTheLinksCarryIsNoOtherWireWhereTheStackCompresses() throws Exception {
        String protocols = HostFact.JGROUPS_FACT.label("protocols");

        assertThat(reasons(result(member(0), member(1)))).contains(Reason.OTHER_WIRE);
        assertThat(reasons(result(
                        member(0).fact(protocols, "UDP COMPRESS MFC"), member(1).fact(protocols, "UDP COMPRESS MFC"))))
                .doesNotContain(Reason.OTHER_WIRE);
    }

    @Test
    void whatOneKernelDroppedCountsOnceAndItsHostIsFoundToBeShared() throws Exception {
        var result = result(member(0).ofOneKernel(), member(1).ofOneKernel());

        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Reason.RECEIVE_DROPS)
                .extracting(Finding::evidence)
                .containsExactly(
                        "Kernel or interface dropped what had arrived: a and 1 more of its network namespace 12"
                                + " ipReassemblyFailures.");
        assertThat(reasons(result)).contains(Reason.SHARED_HOST);
    }

    @Test
    void limitOfTheStartSkewIsNoSettingOfPerfTest() throws Exception {
        var result = result(member(0), member(1).beganLaterBy(Duration.ofSeconds(2)));

        assertThat(reasons(result)).contains(Reason.SKEW_ABOVE_LIMIT);
        assertThat(ResultLines.of(result, "a"))
                .contains("Invalid, SkewAboveLimit: The members began 2000.000 ms apart (+/- 0.000 ms), more than the"
                        + " 1000.000 ms that perf-test allows.")
                .noneMatch(line -> line.contains("start.maxSkew"));
    }

    private static List<Reason> reasons(RunResult result) {
        return result.verdict().findings().stream().map(Finding::reason).toList();
    }

    private RunResult result(Member... members) throws Exception {
        Path file = Files.writeString(
                folder.resolve("config.txt"),
                HandStarted.config("jgroups", (int) MESSAGES, members.length, members.length));
        var setup = new PerfTestSetup(
                PerfTestConfig.read(file),
                "a",
                true,
                Optional.of(HandStarted.loopbackStack()),
                Optional.empty(),
                false,
                false,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30));
        return new PerfTestResult(setup, setup.config().workload(), true, Instant.EPOCH)
                .of(group(setup, List.of(members)));
    }

    /** One that has got the reports in the way in which members send them. */
    private static Group group(PerfTestSetup setup, List<Member> members) throws Exception {
        var announcements = members.stream()
                .map(member -> new Announcement(member.name(), member.index, true, Readiness.READY, setup.common()))
                .toList();
        var group = new Group(
                members.size(), announcements.getFirst(), new Console(new PrintWriter(Writer.nullWriter()), false));
        group.viewChanged(members.stream().map(Member::name).toList());
        announcements.forEach(group::announced);
        group.awaitComplete(Duration.ZERO);
        for (Member member : members) {
            ReportParts.cut(
                            member.name(),
                            ProtocolJson.write(member.report(members.size()).brief()))
                    .forEach(group::reported);
        }
        return group;
    }

    private static Member member(int index) {
        return new Member(index);
    }

    private static final class Member {
        private final int index;
        private final Map<String, String> facts = new HashMap<>(LINK);
        private final Map<String, Long> counters = new HashMap<>();
        private Duration later = Duration.ZERO;

        Member(int index) {
            this.index = index;
        }

        Member fact(String name, String value) {
            facts.put(name, value);
            return this;
        }

        Member ofOneKernel() {
            counters.put(Counters.IP_REASSEMBLY_FAILURES, 12L);
            return fact(HostFact.BOOT.label(), "boot").fact(HostFact.NETWORK_NAMESPACE.label(), "net:[1]");
        }

        Member beganLaterBy(Duration time) {
            later = time;
            return this;
        }

        String name() {
            return String.valueOf((char) ('a' + index));
        }

        FinalReport report(int senders) {
            long began = BEGAN + later.toNanos();
            var workload = MulticastReportBuilder.builder()
                    .sender(true)
                    .sentMessages(MESSAGES)
                    .receivedMessages(MESSAGES * senders)
                    .expectedMessages(MESSAGES * senders)
                    .messageSizeBytes(MESSAGE_BYTES)
                    .firstReceivedEpochNanos(began)
                    .lastReceivedEpochNanos(began + TOOK_NANOS)
                    .timedMessages(MESSAGES * senders)
                    .timedOwnMessages(MESSAGES)
                    .timedUntilEpochNanos(began + TOOK_NANOS)
                    .streams(List.of(stream(0), stream(1)))
                    .latencyHistogram("")
                    .deliveries("")
                    .openLoop(Optional.empty())
                    .samples(List.of())
                    .build();
            return new FinalReport(
                    MemberReportBuilder.builder()
                            .runId(PerfTestResult.RUN_NAME)
                            .member(name())
                            .index(index)
                            .partial(false)
                            .failure(Optional.empty())
                            .beganAtEpochNanos(began)
                            .workload(workload)
                            .counters(counters)
                            .framing(new Framing(0, 1472, 0, Layer.UDP, true))
                            .host(facts)
                            .build(),
                    new ClockOffset(0, 0),
                    "10.0.0." + (index + 1));
        }

        private static StreamReport stream(int from) {
            return new StreamReport(from, 0, MESSAGES, MESSAGES, 0, 0, 0);
        }
    }
}
