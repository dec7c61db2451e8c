package io.jgbench.local.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteProgress;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.local.Cancellation;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.files.SuiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A suite whose runs are over at once: most of them fail, as no member reports. */
class LocalSuiteTest {
    private static final Instant BEGAN = Instant.parse("2026-11-01T10:00:00Z");
    private static final long BEGAN_NANOS = BEGAN.getEpochSecond() * 1_000_000_000L;

    @TempDir
    private Path results;

    private final Cancellation cancellation = new Cancellation();
    private final List<String> begun = new ArrayList<>();
    private final List<VisitDigest> kept = new ArrayList<>();
    private final List<String> stops = new ArrayList<>();

    @Test
    void suiteIsNotContinuedOverAnotherNetwork() throws Exception {
        List<String> hosts = List.of("--hosts", "namespaces", "--link-rate", "1Gbit");
        SuiteFolder.open(results, "lab", declared(1, 1), hosts).close();
        Files.writeString(results.resolve("lab/digests/lab-c1-r1.json"), "{}");

        SuiteFolder.open(results, "lab", declared(1, 1), hosts).close();
        assertThatThrownBy(() -> SuiteFolder.open(results, "lab", declared(1, 1), List.of()))
                .isInstanceOf(ResultFilesException.class)
                .hasMessage(results.resolve("lab") + " holds this suite as it was measured with --hosts namespaces"
                        + " --link-rate 1Gbit, got: --hosts processes; give the same options, or another --results");
    }

    @Test
    void folderInWhichNothingWasMeasuredYetTakesOtherHostsAndAnotherDefinition() throws Exception {
        SuiteFolder.open(results, "lab", declared(1, 1), List.of("--hosts", "namespaces"))
                .close();
        Files.writeString(results.resolve("lab/status.json"), "of a visit that was stopped");

        SuiteFolder.open(results, "lab", declared(2, 1), List.of()).close();

        assertThat(results.resolve("lab/status.json")).doesNotExist();
        assertThat(results.resolve("lab/hosts.json")).content().isEqualToIgnoringWhitespace("[]");
    }

    @Test
    void allVisitsAreMadeOnceAndKept() throws Exception {
        SuiteResult result = run(2, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));

        assertThat(result.phase()).isEqualTo(SuitePhase.COMPLETED);
        assertThat(result.cells()).extracting(CellResult::cell).containsExactly("stack=udp", "stack=tcp");
        assertThat(result.cells()).extracting(CellResult::failedVisits).containsExactly(2, 2);
        assertThat(begun).containsExactlyInAnyOrder("lab-c1-r1", "lab-c1-r2", "lab-c2-r1", "lab-c2-r2");
        assertThat(kept).extracting(VisitDigest::run).isEqualTo(begun);
        assertThat(files("digests")).hasSize(4);
        assertThat(files("runs")).hasSize(4);
        assertThat(results.resolve("lab/suite.json")).exists();
    }

    @Test
    void suiteGoesOnWhereAProgramThatWasKilledLeftIt() throws Exception {
        assertThatThrownBy(() -> run(2, 1, spec -> {
                    if (begun.size() == 3) {
                        throw new IOException("killed");
                    }
                    return failed(spec, FailureReason.MEMBER_LOST);
                }))
                .hasMessage("killed");
        String interrupted = begun.getLast();
        begun.clear();

        SuiteResult result = run(2, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));

        assertThat(begun).hasSize(2).first().isEqualTo(interrupted);
        assertThat(result.phase()).isEqualTo(SuitePhase.COMPLETED);
        assertThat(files("digests")).hasSize(4);
    }

    @Test
    void visitThatIsCancelledDoesNotCount() throws Exception {
        SuiteResult stopped = run(2, 1, spec -> {
            cancellation.request("Ctrl-C");
            return failed(spec, FailureReason.CANCELLED);
        });

        assertThat(stopped.phase()).isEqualTo(SuitePhase.RUNNING);
        assertThat(files("digests")).isEmpty();
        assertThat(begun).hasSize(1);
    }

    @Test
    void suiteThatWasStoppedInItsFirstVisitTakesOtherHostsAndAnotherDefinition() throws Exception {
        run(2, 1, spec -> {
            cancellation.request("Ctrl-C");
            return failed(spec, FailureReason.CANCELLED);
        });

        SuiteFolder.open(results, "lab", declared(2, 7), List.of("--hosts", "namespaces"))
                .close();

        assertThat(results.resolve("lab/suite.json")).doesNotExist();
        assertThat(results.resolve("lab/hosts.json")).content().contains("namespaces");
    }

    @Test
    void visitThatWasMeasuredToItsEndIsKeptThoughTheSuiteIsCancelledMeanwhile() throws Exception {
        SuiteResult stopped = run(2, 1, spec -> {
            cancellation.request("Ctrl-C");
            return completed(spec);
        });

        assertThat(stopped.phase()).isEqualTo(SuitePhase.RUNNING);
        assertThat(begun).hasSize(1);
        assertThat(kept).extracting(VisitDigest::run).isEqualTo(begun);
        assertThat(files("digests")).hasSize(1);
    }

    @Test
    void suiteThatIsOverDoesNothingMoreUntilItGetsMoreRounds() throws Exception {
        run(1, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));
        begun.clear();

        run(1, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));
        assertThat(begun).isEmpty();

        SuiteResult more = run(2, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));
        assertThat(begun).containsExactlyInAnyOrder("lab-c1-r2", "lab-c2-r2");
        assertThat(more.rounds()).isEqualTo(2);
    }

    @Test
    void visitWhoseDigestIsGoneIsMadeAgain() throws Exception {
        run(1, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));
        begun.clear();
        Files.delete(results.resolve("lab/digests/lab-c2-r1.json"));

        run(1, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));

        assertThat(begun).containsExactly("lab-c2-r1");
    }

    @Test
    void digestOfAnotherCellIsNotTakenForThatOfThisOne() throws Exception {
        run(1, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));
        begun.clear();
        Path digest = results.resolve("lab/digests/lab-c2-r1.json");
        Files.writeString(digest, Files.readString(digest).replaceAll("(\"stack\" : )\"tcp\"", "$1\"udp\""));

        assertThatThrownBy(() -> run(1, 1, spec -> failed(spec, FailureReason.MEMBER_LOST)))
                .isInstanceOf(SuiteFormatException.class)
                .hasMessage("the digest of run lab-c2-r1 is of cell stack=udp of suite lab, which is not cell 2 of"
                        + " suite lab; remove it");
        assertThat(begun).isEmpty();
    }

    @Test
    void nothingIsMeasuredAgainWhereTheStatusIsGoneAndTheDigestsAreNot() throws Exception {
        SuiteResult before = run(2, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));
        begun.clear();
        Files.delete(results.resolve("lab/status.json"));

        SuiteResult again = run(2, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));

        assertThat(begun).isEmpty();
        assertThat(again).isEqualTo(before);
        assertThat(results.resolve("lab/status.json")).exists();
    }

    @Test
    void suiteWithoutItsStatusGoesOnWithTheVisitsThatHaveNoDigest() throws Exception {
        run(1, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));
        begun.clear();
        Files.delete(results.resolve("lab/status.json"));

        SuiteResult more = run(2, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));

        assertThat(begun).containsExactlyInAnyOrder("lab-c1-r2", "lab-c2-r2");
        assertThat(more.cells()).extracting(CellResult::failedVisits).containsExactly(2, 2);
    }

    @Test
    void folderOfAnotherSuiteOrOfOneThatRunsIsRefused() throws Exception {
        run(1, 1, spec -> failed(spec, FailureReason.MEMBER_LOST));

        assertThatThrownBy(() -> run(1, 2, spec -> failed(spec, FailureReason.MEMBER_LOST)))
                .isInstanceOf(ResultFilesException.class)
                .hasMessageContaining("holds a suite of this name that differs in seed; give this one another name");
        try (var folder = SuiteFolder.open(results, "lab", declared(1, 1), List.of())) {
            assertThat(folder.digests()).hasSize(2);
            assertThatThrownBy(() -> SuiteFolder.open(results, "lab", declared(1, 1), List.of()))
                    .isInstanceOf(ResultFilesException.class)
                    .hasMessageContaining("another jgbench runs the suite in");
        }
    }

    @Test
    void suiteWhoseHostsAreGoneGivesWhatItHasAndGoesOnLater() throws Exception {
        SuiteResult stopped = run(2, 1, spec -> {
            if (begun.size() == 3) {
                throw new HostsUnavailableException("there is no network namespace");
            }
            return failed(spec, FailureReason.MEMBER_LOST);
        });

        assertThat(stopped.phase()).isEqualTo(SuitePhase.RUNNING);
        assertThat(stopped.cells()).extracting(CellResult::failedVisits).containsExactlyInAnyOrder(1, 1);
        assertThat(results.resolve("lab/suite.json")).exists();
        assertThat(stops).containsExactly("there is no network namespace");
        assertThat(run(2, 1, spec -> failed(spec, FailureReason.MEMBER_LOST)).phase())
                .isEqualTo(SuitePhase.COMPLETED);
    }

    @Test
    void suiteThatCannotBeginAtAllHasNothingToGive() {
        assertThatThrownBy(() -> run(2, 1, _ -> {
                    throw new HostsUnavailableException("there is no network namespace");
                }))
                .isInstanceOf(HostsUnavailableException.class);
        assertThat(results.resolve("lab/suite.json")).doesNotExist();
    }

    /** What a run comes to. */
    private interface Outcome {
        RepetitionsResult of(RunSpec spec) throws IOException, HostsUnavailableException;
    }

    private SuiteResult run(int rounds, int seed, Outcome outcome) throws Exception {
        BenchmarkSuiteSpec declared = declared(rounds, seed);
        var runs = new RunSpecResolver(source ->
                new TransportSpec.Stack(String.valueOf(source.name()), "<config><UDP/><PING/><pbcast.GMS/></config>"));
        SuiteSpec spec = new SuiteResolver(runs).resolve("lab", declared);
        try (var folder = SuiteFolder.open(results, "lab", declared, List.of())) {
            return new LocalSuite(
                            spec,
                            folder,
                            (Cell _, RunSpec run) -> outcome.of(run),
                            new Listener(),
                            EpochClock.system(),
                            cancellation)
                    .run();
        }
    }

    private static BenchmarkSuiteSpec declared(int rounds, int seed) throws IOException {
        return new JsonMapper().readValue("""
                        {"template": {"members": 2, "messages": 10, "messageSize": "1k"}, "rounds": %d, "seed": %d,
                         "onInvalid": {"retries": 0},
                         "axes": [{"name": "stack", "path": "stack.name", "values": ["udp", "tcp"]}]}
                        """.formatted(rounds, seed), BenchmarkSuiteSpec.class);
    }

    private static RepetitionsResult failed(RunSpec spec, FailureReason why) {
        return ended(spec, List.of(), Optional.of(new RunFailure(why, RunPhase.RUNNING, "member-1 is gone")));
    }

    private static RepetitionsResult completed(RunSpec spec) {
        return ended(spec, List.of(report(0), report(1)), Optional.empty());
    }

    private static MemberReport report(int index) {
        long messages = 10;
        return new MemberReport(
                "run-1",
                "member-" + index,
                index,
                false,
                Optional.empty(),
                BEGAN_NANOS,
                MulticastReportBuilder.builder()
                        .sender(true)
                        .sentMessages(messages)
                        .receivedMessages(2 * messages)
                        .expectedMessages(2 * messages)
                        .messageSizeBytes(1000)
                        .firstReceivedEpochNanos(BEGAN_NANOS)
                        .lastReceivedEpochNanos(BEGAN_NANOS + 1_000_000)
                        .timedMessages(2 * messages)
                        .timedOwnMessages(messages)
                        .timedUntilEpochNanos(BEGAN_NANOS + 1_000_000)
                        .streams(List.of(
                                new StreamReport(0, 0, messages, messages, 0, 0, 0),
                                new StreamReport(1, 0, messages, messages, 0, 0, 0)))
                        .latencyHistogram("")
                        .openLoop(Optional.empty())
                        .samples(List.of())
                        .build(),
                Map.of(),
                new Framing(30, 65_000, 40, Layer.UDP, true),
                Map.of(),
                Activity.NONE);
    }

    private static RepetitionsResult ended(RunSpec spec, List<MemberReport> reports, Optional<RunFailure> failure) {
        return RepetitionsResult.of(List.of(Workloads.result(RunEvidenceBuilder.builder()
                .runId(spec.name() + "-x")
                .spec(spec)
                .reliable(true)
                .memberNames(List.of("member-0", "member-1"))
                .reports(reports)
                .clocks(Map.of("member-0", new ClockOffset(0, 0), "member-1", new ClockOffset(0, 0)))
                .preflight(Optional.empty())
                .warmup(Optional.empty())
                .link(Optional.empty())
                .hostCounters(Map.of())
                .failure(failure)
                .startTime(BEGAN)
                .completionTime(BEGAN.plusSeconds(5))
                .notApplied(List.of())
                .build())));
    }

    private List<Path> files(String below) throws IOException {
        try (Stream<Path> files = Files.list(results.resolve("lab").resolve(below))) {
            return files.toList();
        }
    }

    private final class Listener implements SuiteListener {

        @Override
        public void begins(Cell cell, VisitId visit, SuiteProgress progress) {
            begun.add(visit.runName("lab"));
        }

        @Override
        public void kept(VisitDigest digest) {
            kept.add(digest);
        }

        @Override
        public void stops(String why) {
            stops.add(why);
        }
    }
}
