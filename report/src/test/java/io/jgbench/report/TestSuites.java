package io.jgbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.DigestSeries;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.files.ResultFilesException;
import io.jgbench.report.stored.RunDocument;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.report.stored.SuiteDetails;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Suites as they might have been measured: figures that follow from the cell and vary a little by the round. */
public final class TestSuites {
    public static final String NAME = "lab";

    /** Four members that all send messages of 1 k over UDP, as some of the papers have it. */
    public static final String TEMPLATE = "template: {members: 4, messages: 1000, messageSize: 1k, stack: {name: udp}}";

    private static final String AXES = "axes: [{name: members, path: members, values: ['2', '4', '6']},"
            + " {name: stack, path: stack.name, values: [udp, tcp]}], rounds: 6";
    private static final long LINE = 12_500_000;
    private static final Instant BEGAN = Instant.parse("2026-11-01T10:00:00Z");

    private final BenchmarkSuiteSpec declared;
    private final SuiteSpec spec;
    private final List<VisitDigest> digests = new ArrayList<>();
    private final Random random = new Random(1);

    private TestSuites(String fields) {
        this(fields, TEMPLATE);
    }

    private TestSuites(String fields, String template) {
        try {
            declared = RunDocument.yaml().readValue("{" + template + ", " + fields + "}", BenchmarkSuiteSpec.class);
            spec = resolver().resolve(NAME, declared);
        } catch (JsonProcessingException | InvalidSpecException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Cluster sizes and stacks in six rounds, with a visit that is not valid, a failed one and an outlier. */
    public static TestSuites whole() {
        return whole("");
    }

    /** The same with more fields of its spec. */
    public static TestSuites whole(String more) {
        var suite = new TestSuites(AXES + more);
        suite.measured(digest -> digest);
        suite.change(
                "lab-c2-r3",
                digest -> VisitDigestBuilder.builder(digest)
                        .outcome(VisitOutcome.INVALID)
                        .findings(List.of(new VisitDigest.Finding(
                                Reason.RECEIVE_DROPS, Severity.INVALID, "lab-c2-r3-1 dropped 812 datagrams of 4,000")))
                        .build());
        suite.change(
                "lab-c4-r2",
                digest -> VisitDigestBuilder.builder(digest)
                        .outcome(VisitOutcome.FAILED)
                        .failure(Optional.of(new VisitDigest.Failure("MemberLost", "member-1 is gone")))
                        .figures(Map.of())
                        .histograms(Map.of())
                        .bottleneck(Optional.empty())
                        .build());
        suite.change(
                "lab-c1-r5",
                digest -> VisitDigestBuilder.builder(digest)
                        .figures(figures(2 * digest.figures().get(VisitDigest.UNITS_PER_SECOND), 1000))
                        .build());
        return suite;
    }

    /** 25 cluster sizes, 5 sizes of messages and 4 stacks in three rounds, with all that can be asked. */
    public static TestSuites fiveHundredCells() {
        String members = IntStream.rangeClosed(2, 26)
                .mapToObj(number -> "'" + number + "'")
                .collect(Collectors.joining(", "));
        return new TestSuites("axes: [{name: members, path: members, values: [" + members + "]},"
                + " {name: size, path: messageSize, values: [1k, 2k, 3k, 4k, 5k]},"
                + " {name: stack, path: stack.name, values: [udp, tcp, tcp-nio, tcp-kube]}], rounds: 3,"
                + " thresholds: [{metric: bytesPerSecond, min: 7800k, of: Median},"
                + " {metric: unitsPerSecond, min: 5k, of: LowerBound}],"
                + " compare: {a: {stack: udp}, b: {stack: tcp}}");
    }

    /** One whose visits have not begun. */
    public static TestSuites of(String fields) {
        return new TestSuites(fields);
    }

    /** The same with another template. */
    public static TestSuites of(String fields, String template) {
        return new TestSuites(fields, template);
    }

    /** Adds all visits, each changed by a function. */
    public TestSuites measured(UnaryOperator<VisitDigest> change) {
        for (int round = 1; round <= spec.rounds(); round++) {
            for (Cell cell : spec.cells()) {
                digests.add(change.apply(digest(cell, round)));
            }
        }
        return this;
    }

    /** Changes the visit of a run. */
    public TestSuites change(String run, UnaryOperator<VisitDigest> change) {
        digests.replaceAll(digest -> digest.run().equals(run) ? change.apply(digest) : digest);
        return this;
    }

    public static SuiteResolver resolver() {
        return new SuiteResolver(new RunSpecResolver(source -> {
            String name = String.valueOf(source.name());
            return new TransportSpec.Stack(
                    name, "<config><" + (name.startsWith("tcp") ? "TCP" : "UDP") + "/><PING/><pbcast.GMS/></config>");
        }));
    }

    private VisitDigest digest(Cell cell, int round) {
        var visit = VisitId.first(cell.index(), round);
        double rate = 8000.0 / (1 + 0.1 * cell.index()) * (1 + 0.01 * random.nextGaussian());
        Instant began = BEGAN.plusSeconds(60L * digests.size());
        return VisitDigestBuilder.builder()
                .schemaVersion(VisitDigest.SCHEMA_VERSION)
                .suite(NAME)
                .cell(cell.key())
                .coordinates(cell.coordinates())
                .visit(visit)
                .run(visit.runName(NAME))
                .runId("id-" + visit.runName(NAME))
                .workload(cell.spec().workload().workloadType())
                .unitOfWork(cell.spec().workload().unitOfWork())
                .startTime(began)
                .completionTime(began.plusSeconds(55))
                .outcome(VisitOutcome.VALID)
                .figures(figures(rate, 1000))
                .startSkewNanos(Optional.of(120_000L))
                .findings(List.of(new VisitDigest.Finding(
                        Reason.SHARED_HOST, Severity.INFO, "lab-0 and lab-1 share a host and cross no wire")))
                .bottleneck(Optional.of(new VisitDigest.Bottleneck(
                        cell.index() % 2 == 0 ? BottleneckType.WIRE : BottleneckType.HOST_CPU,
                        Optional.empty(),
                        "it was busy for 97 %")))
                .environmentHash(Optional.of("0123abcd"))
                .histograms(Map.of("latency", histogram(cell.index())))
                .series(Optional.of(series(cell.spec().members() * rate)))
                .build();
    }

    private static Map<String, Double> figures(double rate, int bytes) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(VisitDigest.UNITS_PER_SECOND, rate);
        figures.put(VisitDigest.BYTES_PER_SECOND, rate * bytes);
        figures.put(VisitDigest.LINE_BYTES_PER_SECOND, (double) LINE);
        figures.put("limitBytesPerSecond", LINE * 4 / 3.0);
        figures.put("efficiencyPermille", rate * bytes * 1000 / (LINE * 4 / 3.0));
        return figures;
    }

    /** A minute that is slow at first. */
    private DigestSeries series(double rate) {
        List<Long> rates = IntStream.range(0, DigestSeries.MAX_POINTS)
                .mapToObj(i -> Math.round(rate * Math.min(1, 0.4 + 0.1 * i) * (1 + 0.03 * random.nextGaussian())))
                .toList();
        return new DigestSeries(1_000_000, rates);
    }

    private static String histogram(int cell) {
        var recorded = new Histogram(2);
        for (int i = 1; i <= 2000; i++) {
            recorded.recordValue(Math.round(100_000 * (1 + cell % 7) / (1.0005 - i / 2000.0)));
        }
        return HistogramText.encode(recorded);
    }

    /** The digests of all visits, in their order. */
    public List<VisitDigest> digests() {
        return List.copyOf(digests);
    }

    /** Its cells, in their order. */
    public List<Cell> cells() {
        return spec.cells();
    }

    /** Its spec as a user declares it. */
    public BenchmarkSuiteSpec declared() {
        return declared;
    }

    public SuiteResult result() {
        boolean isOver = !digests.isEmpty();
        var status = new SuiteStatus(
                SuiteStatus.SCHEMA_VERSION,
                isOver ? SuitePhase.COMPLETED : SuitePhase.PENDING,
                Optional.empty(),
                0,
                List.of());
        return SuiteResult.of(spec, status, digests);
    }

    /** All of it without its folder. */
    public StoredSuite inMemory() {
        return new StoredSuite(
                result(),
                digests,
                spec.cells().stream().collect(Collectors.toMap(Cell::key, Cell::spec)),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                SuiteDetails.NONE);
    }

    /** The same as it is read from its folder. */
    public StoredSuite stored(Path results) throws IOException, StoredResultException {
        return StoredSuite.read(folder(results), resolver());
    }

    /** Stores the full result of a run in which a member missed some messages, in the suite's folder. */
    public void keep(Path folder, String run) throws ResultFilesException {
        var result = new TestResults()
                .named(run)
                .link(Link.ethernet(1_000_000_000L, 1500))
                .sampled()
                .preflight()
                .member(1000, 0, Map.of("messagesFrom." + run + "-1", 1000L, "missedFrom." + run + "-1", 25L))
                .member(1000, 5, Map.of("messagesFrom." + run + "-0", 1000L, "missedFrom." + run + "-0", 0L))
                .result();
        ResultFiles.in(folder.resolve("runs")).write(RepetitionsResult.of(List.of(result)), BEGAN);
    }

    /** Writes it as a suite leaves it; gives its folder. */
    public Path folder(Path results) throws IOException {
        Path folder = Files.createDirectories(results.resolve(NAME));
        Path visits = Files.createDirectories(folder.resolve("digests"));
        for (VisitDigest digest : digests) {
            Files.write(visits.resolve(digest.run() + ".json"), SuiteJson.write(digest));
        }
        Files.write(folder.resolve("suite.json"), SuiteJson.write(result()));
        ObjectNode definition = RunDocument.json().valueToTree(declared);
        definition.remove("rounds");
        Files.write(folder.resolve("definition.json"), RunDocument.json().writeValueAsBytes(definition));
        return folder;
    }
}
