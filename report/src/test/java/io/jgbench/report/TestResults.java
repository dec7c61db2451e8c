package io.jgbench.report;

import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.preflight.PreflightFault;
import io.jgbench.coordination.preflight.PreflightFault.Kind;
import io.jgbench.coordination.preflight.PreflightMatrix;
import io.jgbench.coordination.preflight.PreflightMatrix.PreflightPair;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.result.ClockCourse;
import io.jgbench.coordination.result.ClockCourses;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import io.jgbench.coordination.workload.multicast.MulticastReport.Sample;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Builds results of runs in which two members, or more, send 100,000 messages of 1000 bytes each. */
public final class TestResults {
    /** When the first member began. */
    public static final long BEGAN = Instant.parse("2026-11-01T10:00:01Z").getEpochSecond() * 1_000_000_000L;

    private static final long MESSAGES = 100_000;

    private final List<MemberReport> reports = new ArrayList<>();
    private final Map<String, Map<String, Long>> hostCounters = new HashMap<>();
    private final Map<String, String> host = new HashMap<>();
    private String name = "lab";
    private int members = 2;
    private RunLength length = RunLength.of(MESSAGES);
    private String deliveries = "";
    private Optional<ClockCourses> clocks = Optional.empty();
    private Activity activity = Activity.NONE;
    private String transport = "jgroups";
    private Optional<Stack> stack = Optional.of(new Stack("udp", "<config/>"));
    private Optional<Link> link = Optional.empty();
    private Optional<RunFailure> failure = Optional.empty();
    private Optional<Preflight> preflight = Optional.empty();
    private List<String> notApplied = List.of();

    public TestResults member(long millis, long lost, Map<String, Long> counters) {
        return member(millis, lost, counters, Optional.empty());
    }

    public TestResults partial(long millis, long lost, String why) {
        return member(millis, lost, Map.of(), Optional.of(why));
    }

    private TestResults member(long millis, long lost, Map<String, Long> counters, Optional<String> why) {
        int index = reports.size();
        long end = BEGAN + Duration.ofMillis(millis).toNanos();
        reports.add(new MemberReport(
                "run-1",
                name + "-" + index,
                index,
                why.isPresent(),
                why,
                BEGAN + index * 150_000L,
                MulticastReportBuilder.builder()
                        .sender(true)
                        .sentMessages(MESSAGES)
                        .receivedMessages(2 * MESSAGES - lost)
                        .expectedMessages(2 * MESSAGES)
                        .messageSizeBytes(1000)
                        .firstReceivedEpochNanos(BEGAN)
                        .lastReceivedEpochNanos(end)
                        .timedMessages(2 * MESSAGES - lost)
                        .timedOwnMessages(MESSAGES - (index == 0 ? lost : 0))
                        .timedUntilEpochNanos(end)
                        .streams(List.of(stream(0, lost), stream(1, 0)))
                        .latencyHistogram(histogram())
                        .deliveries(index == 1 ? deliveries : "")
                        .samples(List.of(
                                new Sample(
                                        BEGAN + 100_000_000L, 20_000, 10_000, 200_000, 200_000_000, 1 << 20, 1 << 21),
                                new Sample(
                                        BEGAN + 200_000_000L, 41_000, 20_500, 210_000, 210_000_000, 1 << 19, 1 << 21)))
                        .build(),
                counters,
                new Framing(30, 65_000, 40, Layer.UDP, true),
                host,
                activity));
        return this;
    }

    private static StreamReport stream(int from, long lost) {
        return new StreamReport(from, 0, MESSAGES, MESSAGES - lost, lost, 0, 0);
    }

    private static String histogram() {
        var recorded = new Histogram(3);
        IntStream.rangeClosed(1, 1000).forEach(value -> recorded.recordValue(value * 1000L));
        return HistogramText.encode(recorded);
    }

    /** A fact about the hosts of the members that are added after it. */
    public TestResults host(String fact, String value) {
        host.put(fact, value);
        return this;
    }

    public TestResults stack(String name, String xml) {
        stack = Optional.of(new Stack(name, xml));
        return this;
    }

    /** That many members instead of two. */
    public TestResults members(int number) {
        members = number;
        return this;
    }

    /** They send for a time instead of a number of messages. */
    public TestResults lasting(Duration time) {
        length = RunLength.of(time);
        return this;
    }

    /** The second member, which is added after it, noted how long a message of the first one took. */
    public TestResults delivered(Duration took, Duration clockError) {
        var rows = new CountRows(MulticastReport.DELIVERY_COLUMNS.size());
        rows.add(0, BEGAN / 1000, took.toNanos());
        deliveries = rows.text();
        var clock = new ClockMeasurement(new ClockOffset(0, clockError.toNanos() / 2), clockError.toNanos(), BEGAN);
        clocks = Optional.of(new ClockCourses(
                Map.of(0, new ClockCourse(clock, Optional.of(clock)), 1, new ClockCourse(clock, Optional.of(clock)))));
        return this;
    }

    /** As where members were gone before their clocks could be measured again. */
    public TestResults withoutClocksAfterTheRun() {
        Map<Integer, ClockCourse> courses = new HashMap<>();
        clocks.orElseThrow()
                .byMember()
                .forEach((index, course) -> courses.put(index, new ClockCourse(course.before(), Optional.empty())));
        clocks = Optional.of(new ClockCourses(courses));
        return this;
    }

    public TestResults rawUdp() {
        transport = "udp";
        stack = Optional.empty();
        return this;
    }

    public TestResults window(FlowWindow window) {
        stack = stack.map(it -> it.withWindow(window));
        return this;
    }

    public TestResults link(Link known) {
        link = Optional.of(known);
        return this;
    }

    public TestResults switchDrops(int member, long drops) {
        hostCounters.put(name + "-" + member, Map.of("switchPortDrops", drops));
        return this;
    }

    public TestResults failed(RunFailure why) {
        failure = Optional.of(why);
        return this;
    }

    public TestResults notApplied(String what) {
        notApplied = List.of(what);
        return this;
    }

    /** Calls the run and its members otherwise; before any of these is added. */
    public TestResults named(String another) {
        name = another;
        return this;
    }

    /**
     * Members that are added after it were sampled for a second: even rates, a pause of their collector and messages
     * that they missed at half of it.
     */
    public TestResults sampled() {
        return sampled(10, 5, 0);
    }

    /** The same for another number of tenths of a second, with what happened to them between two of them. */
    public TestResults sampledForTenths(int tenths, int eventsBefore) {
        return sampled(tenths, eventsBefore, 0);
    }

    /** Members that are added after it were sampled for two seconds and got nothing for half a second of these. */
    public TestResults standingStill() {
        return sampled(20, 12, 5);
    }

    /** Members that are added after it were sampled for a second; at half of it packets were dropped, and asked for. */
    public TestResults sampledWithDrops(long drops) {
        List<String> columns = List.of(
                Activity.EPOCH_MICROS,
                Activity.PROGRESS,
                Activity.SENT,
                Counters.RETRANSMISSION_REQUESTS,
                Counters.UDP_RECEIVE_BUFFER_DROPS);
        var rows = new CountRows(columns.size());
        for (int tenth = 0; tenth <= 10; tenth++) {
            long met = tenth < 5 ? 0 : 1;
            rows.add(BEGAN / 1000 + tenth * 100_000L, tenth * 20_000L, tenth * 10_000L, met * 7, met * drops);
        }
        activity = new Activity(columns, rows.text());
        return this;
    }

    private TestResults sampled(int tenths, int eventsBefore, int stillTenths) {
        List<String> columns = List.of(
                Activity.EPOCH_MICROS,
                Activity.PROGRESS,
                Activity.SENT,
                Counters.GC_NANOS,
                Counters.RETRANSMISSION_REQUESTS);
        var rows = new CountRows(columns.size());
        for (int tenth = 0; tenth <= tenths; tenth++) {
            long met = tenth < eventsBefore ? 0 : 1;
            int busy = tenth <= eventsBefore ? tenth : Math.max(eventsBefore, tenth - stillTenths);
            rows.add(BEGAN / 1000 + tenth * 100_000L, busy * 20_000L, busy * 10_000L, met * 40_000_000L, met * 7);
        }
        activity = new Activity(columns, rows.text());
        return this;
    }

    /** The network was probed before the run, and lost some packets one way. */
    public TestResults preflight() {
        preflight = Optional.of(new Preflight(
                List.of(new PreflightFault(Kind.PACKETS_LOST, name + "-0 to " + name + "-1: 3 of 40 packets")),
                Optional.of(new PreflightMatrix(List.of(pair(0, 1, 3), pair(1, 0, 0)), 0, 0))));
        return this;
    }

    /** The same of many members, all of whose packets one way were lost; with how many pairs that are not stored. */
    public TestResults preflightOfMany(int stored, int leftOut, int leftOutFaulty) {
        preflight = Optional.of(new Preflight(
                List.of(new PreflightFault(Kind.PACKETS_LOST, "on most ways")),
                Optional.of(new PreflightMatrix(
                        IntStream.rangeClosed(1, stored)
                                .mapToObj(to -> pair(0, to, 3))
                                .toList(),
                        leftOut,
                        leftOutFaulty))));
        return this;
    }

    /** The same of many members that lost nothing, on whose ways one way no packet that fills the MTU arrives. */
    public TestResults preflightOfSmallPackets(int stored, int leftOut) {
        preflight = Optional.of(new Preflight(
                List.of(new PreflightFault(Kind.MTU_TOO_SMALL, "on most ways")),
                Optional.of(new PreflightMatrix(
                        IntStream.rangeClosed(1, stored)
                                .mapToObj(to -> pair(0, to, 0, List.of(Kind.MTU_TOO_SMALL)))
                                .toList(),
                        leftOut,
                        0))));
        return this;
    }

    private PreflightPair pair(int from, int to, int lost) {
        return pair(from, to, lost, lost == 0 ? List.of() : List.of(Kind.PACKETS_LOST));
    }

    private PreflightPair pair(int from, int to, int lost, List<Kind> faults) {
        return new PreflightPair(
                name + "-" + from,
                name + "-" + to,
                40,
                lost,
                0,
                0,
                OptionalLong.of(120 + 30L * from),
                OptionalInt.of(1500),
                OptionalLong.of(300),
                20,
                lost,
                faults);
    }

    public RunResult result() {
        var workload =
                new MulticastSpec(members, length, 1000, Warmup.of(0), 1, Duration.ofMillis(100), Duration.ZERO, 100);
        return Workloads.result(RunEvidenceBuilder.builder()
                .runId("run-1")
                .spec(spec(name, members, workload, new TransportSpec(transport, stack, Map.of(), 0)))
                .reliable(!transport.equals("udp"))
                .memberNames(IntStream.range(0, members)
                        .mapToObj(index -> name + "-" + index)
                        .toList())
                .reports(reports)
                .clocks(clockOffsets())
                .clockCourses(clocks)
                .link(link)
                .hostCounters(hostCounters)
                .failure(failure)
                .preflight(preflight)
                .startTime(Instant.parse("2026-11-01T10:00:00Z"))
                .completionTime(Instant.parse("2026-11-01T10:00:05Z"))
                .notApplied(notApplied)
                .build());
    }

    private Map<String, ClockOffset> clockOffsets() {
        Map<String, ClockOffset> offsets = new HashMap<>();
        IntStream.range(0, Math.max(2, members))
                .forEach(index -> offsets.put(name + "-" + index, new ClockOffset(0, index == 0 ? 20_000 : 35_000)));
        return offsets;
    }

    /** One repetition with the defaults. */
    public static RunSpec spec(String name, int members, WorkloadSpec workload, TransportSpec transport) {
        return RunSpecBuilder.builder()
                .name(name)
                .members(members)
                .workload(workload)
                .transport(transport)
                .repetitions(1)
                .startTimeout(Duration.ofMinutes(2))
                .maxSkew(Duration.ofMillis(10))
                .jvmOptions(List.of())
                .activeDeadline(Duration.ofMinutes(30))
                .build();
    }
}
