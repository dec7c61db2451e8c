package io.jgbench.operator.suite;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus.Phase;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.CompressedDigest;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.policy.PolicyRules;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.policy.SuiteRules;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.status.StatusDraft;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StorageSettings;
import io.jgbench.operator.suite.SuiteSpecs.Resolution;
import io.jgbench.report.papers.PublishedFigures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** A suite and its driver on a fake API server; the test plays the part of who carries out runs. */
final class SuiteFixture implements AutoCloseable {
    private static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");
    private static final String NAMESPACE = "lab";
    static final PortAssignment PORTS = new PortAssignment(7800, 27_800);
    static final SuiteRules LIMITS = new SuiteRules(RunPolicy.defaults());
    private static final PublishedFigures PUBLISHED = PublishedFigures.known();

    final FakeApiServer api;
    final ResultStore results;
    final BenchmarkSuite suite;
    SuiteSession session = new SuiteSession();
    /** Where the suite is stored; nowhere unless a test says so, and closed by that test. */
    ResultArchive archive;

    private final DigestStore digests;
    private Duration passed = Duration.ZERO;
    private ToDoubleFunction<VisitId> rate = visit -> 1000.0 * visit.round();
    private UnaryOperator<VisitDigest> digested = UnaryOperator.identity();

    SuiteFixture(String spec) {
        this(SuiteYaml.parsed("grid", spec), DigestStore.BUDGET_BYTES);
    }

    SuiteFixture(BenchmarkSuite declared, long budgetBytes) {
        this(declared, budgetBytes, new FakeApiServer());
    }

    private SpecRules rules = new PolicyRules(RunPolicy.defaults(), "lab/member:1");
    private SuiteRules limits = LIMITS;

    private SuiteFixture(BenchmarkSuite declared, long budgetBytes, FakeApiServer server) {
        api = server;
        results = new ResultStore(api.client());
        archive = ResultArchive.of(new StorageSettings.None(), results, ReportMemory.ofProcess(), Clock.systemUTC());
        suite = declared;
        suite.getMetadata().setNamespace(NAMESPACE);
        suite.getMetadata().setUid("suite-uid-" + suite.getMetadata().getName());
        suite.getMetadata().setGeneration(1L);
        digests = new DigestStore(api.client(), budgetBytes);
    }

    /** Another suite on the same API server. */
    SuiteFixture beside(String name, String spec) {
        return new SuiteFixture(SuiteYaml.parsed(name, spec), DigestStore.BUDGET_BYTES, api);
    }

    /** The rates that runs come to from now on, by their visits. */
    SuiteFixture measuring(ToDoubleFunction<VisitId> rates) {
        rate = rates;
        return this;
    }

    /** What the digests of runs hold from now on beside what the test has anyway. */
    SuiteFixture digesting(UnaryOperator<VisitDigest> digests) {
        digested = digests;
        return this;
    }

    /** The cluster allows something else from now on. */
    void allow(SpecRules next) {
        rules = next;
    }

    /** The admin gives suites these limits from now on, a JSON object as {@code policy.limits.suites} is. */
    void limit(String suites) {
        limits = new SuiteRules(RunPolicy.parse("{\"limits\": {\"suites\": " + suites + "}}"));
    }

    /** Goes on until the suite is over. */
    SuiteFixture toTheEnd() {
        for (int i = 0; i < 200; i++) {
            reconcile();
            if (Arrays.asList(Phase.COMPLETED, Phase.BUDGET_SPENT, Phase.REFUSED)
                    .contains(status().phase())) {
                return this;
            }
            endRuns();
        }
        throw new AssertionError("the suite did not come to its end: " + status());
    }

    /** What its visits came to, as a file of a local suite has it. */
    SuiteResult result() throws SuiteFormatException {
        var resolved = (Resolution.Resolved) new SuiteSpecs(api.client(), rules, limits, PORTS).resolve(suite);
        return SuiteResult.of(
                resolved.spec(),
                session.status(),
                digests.figures(ref(), resolved.spec().figures()));
    }

    /**
     * Stores digests of all visits, as those of an operator before this one, each filled by a function.
     *
     * @return their compressed bytes
     */
    long visited(UnaryOperator<VisitDigest> fill) {
        var resolved = (Resolution.Resolved) new SuiteSpecs(api.client(), rules, limits, PORTS).resolve(suite);
        Map<String, String> entries = new LinkedHashMap<>();
        long all = 0;
        long bytes = 0;
        int number = 0;
        for (int round = 1; round <= resolved.spec().rounds(); round++) {
            for (Cell cell : resolved.spec().cells()) {
                byte[] digest = CompressedDigest.of(fill.apply(digest(cell, VisitId.first(cell.index(), round))));
                if (bytes + digest.length > DigestStore.BUDGET_BYTES) {
                    keep(number++, entries);
                    entries.clear();
                    bytes = 0;
                }
                entries.put(
                        "visit-" + round + "-" + cell.index(),
                        Base64.getEncoder().encodeToString(digest));
                bytes += digest.length;
                all += digest.length;
            }
        }
        keep(number, entries);
        return all;
    }

    private void keep(int number, Map<String, String> entries) {
        Map<String, String> labels = new HashMap<>(ref().labels());
        labels.put(ObjectLabels.CONTENT, StoredContent.DIGESTS.label());
        api.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(DigestStore.name(ref(), number))
                        .withLabels(labels)
                        .endMetadata()
                        .withBinaryData(new LinkedHashMap<>(entries))
                        .build())
                .create();
    }

    private VisitDigest digest(Cell cell, VisitId visit) {
        passed = passed.plusSeconds(10);
        return digest(visit, visit.runName(suite.getMetadata().getName()), cell.coordinates(), VisitOutcome.VALID)
                .cell(cell.key())
                .build();
    }

    /** Puts the suite itself on the API server, for other suites to find. */
    SuiteFixture publish() {
        api.client().resource(suite).create();
        return this;
    }

    StatusCondition condition(SuiteConditionType type) {
        return status().condition(type).orElseThrow();
    }

    SuiteRef ref() {
        return SuiteRef.of(suite);
    }

    Instant now() {
        return BEGIN.plus(passed);
    }

    /** An operator looks at the suite once, and writes its status. */
    Optional<Duration> reconcile() {
        var draft = new SuiteStatusDraft(suite, now());
        Optional<Duration> again = driver().drive(suite, session, ownRuns(), draft);
        suite.setStatus(draft.build());
        return again;
    }

    /** The suite cannot go on. */
    Optional<Duration> giveWay() {
        return new FinishedVisits(new VisitRuns(api.client())).giveWay(ownRuns());
    }

    private SuiteDriver driver() {
        var specs = new SuiteSpecs(api.client(), rules, limits, PORTS);
        var baselines = new Baselines(api.client(), specs, digests, PUBLISHED);
        var judge = new SuiteJudge(digests, baselines, PUBLISHED);
        var runs = new VisitRuns(api.client());
        var clock = Clock.fixed(now(), ZoneOffset.UTC);
        return new SuiteDriver(
                specs,
                baselines,
                judge,
                digests,
                new VisitSteps(digests, runs, results, clock, limits.longestHold()),
                new FinishedVisits(runs),
                new SuiteArchive(archive, specs, judge, digests, runs, results, clock));
    }

    /** A minute in which nothing happens. */
    void passTime() {
        passed = passed.plusMinutes(1);
    }

    /** The operator is killed: the next one knows nothing. */
    void killOperator() {
        session = new SuiteSession();
    }

    /** The spec is changed. */
    void change(String spec) {
        suite.setSpec(SuiteYaml.parsed(suite.getMetadata().getName(), spec).getSpec());
        suite.getMetadata().setGeneration(suite.getMetadata().getGeneration() + 1);
    }

    BenchmarkSuiteStatus status() {
        return suite.getStatus();
    }

    KeptVisits stored() throws SuiteFormatException {
        var resolved = (Resolution.Resolved) new SuiteSpecs(api.client(), rules, limits, PORTS).measured(suite);
        return digests.load(ref(), resolved.spec());
    }

    List<BenchmarkRun> ownRuns() {
        return api.client().resources(BenchmarkRun.class).inNamespace(NAMESPACE).list().getItems().stream()
                .filter(ref()::owns)
                .toList();
    }

    BenchmarkRun run(String name) {
        return api.client()
                .resources(BenchmarkRun.class)
                .inNamespace(NAMESPACE)
                .withName(name)
                .get();
    }

    /** Somebody makes a run of the suite that has the name of this visit. */
    void makeRun(VisitId visit) {
        var resolved = (Resolution.Resolved) new SuiteSpecs(api.client(), rules, limits, PORTS).resolve(suite);
        new VisitRuns(api.client()).make(ref(), resolved.spec().cells().getFirst(), visit, now());
    }

    /** A run has the status of one that had its name before, and was over. */
    void hasStatusOfAnother(String name) {
        BenchmarkRun run = run(name);
        begin(run);
        run.setStatus(new StatusDraft(null, 1, now())
                .runId(new RunRef(NAMESPACE, name, "uid-of-the-one-before").runId())
                .condition(ConditionType.FINISHED, Status.TRUE, ConditionReason.COMPLETED, "As the test has it.")
                .completed()
                .build());
        api.client().resource(run).update();
    }

    /** Brings all runs that are not over to a valid end. */
    void endRuns() {
        endRuns(Set.of());
    }

    /** Brings all runs that are not over to an end; those of these names are not valid. */
    void endRuns(Set<String> invalid) {
        for (BenchmarkRun run : ownRuns()) {
            if (!run.isTrue(ConditionType.FINISHED)) {
                end(run, invalid.contains(run.getMetadata().getName()) ? VisitOutcome.INVALID : VisitOutcome.VALID);
            }
        }
    }

    private void end(BenchmarkRun run, VisitOutcome outcome) {
        begin(run);
        results.publishDigest(RunRef.of(run), digested.apply(digest(run, outcome)));
        finish(
                run,
                outcome == VisitOutcome.VALID ? Status.TRUE : Status.FALSE,
                outcome == VisitOutcome.VALID ? ConditionReason.PASSED : ConditionReason.INVALID,
                "As the test has it.");
    }

    /** Ends a run without a result. */
    void fail(String name, String message) {
        BenchmarkRun run = run(name);
        begin(run);
        finish(run, Status.FALSE, ConditionReason.FAILED, message);
    }

    /** How the copy of a run's full result stands. */
    void copyOfResultIs(String name, Status status, ConditionReason reason) {
        BenchmarkRun run = run(name);
        run.setStatus(new StatusDraft(run.getStatus(), 1, now())
                .condition(ConditionType.RESULTS_STORED, status, reason, "As the test has it.")
                .build());
        api.client().resource(run).update();
    }

    private void begin(BenchmarkRun run) {
        run.getMetadata().setUid("uid-" + run.getMetadata().getName());
        run.getMetadata().setCreationTimestamp(now().toString());
    }

    /** Its nodes are free as well. */
    private void finish(BenchmarkRun run, Status status, ConditionReason reason, String message) {
        passed = passed.plusSeconds(10);
        run.setStatus(new StatusDraft(null, 1, now())
                .condition(ConditionType.NODES_RESERVED, Status.FALSE, ConditionReason.RELEASED, message)
                .condition(ConditionType.FINISHED, Status.TRUE, ConditionReason.COMPLETED, message)
                .condition(ConditionType.SUCCEEDED, status, reason, message)
                .completed()
                .build());
        api.client().resource(run).update();
    }

    private VisitDigest digest(BenchmarkRun run, VisitOutcome outcome) {
        VisitMetadata visited = VisitMetadata.of(run).orElseThrow();
        return digest(visited.visit(), run.getMetadata().getName(), visited.coordinates(), outcome)
                .suite(visited.suite())
                .runId(RunRef.of(run).runId())
                .build();
    }

    private VisitDigestBuilder digest(
            VisitId visit, String run, Map<String, String> coordinates, VisitOutcome outcome) {
        return VisitDigestBuilder.builder()
                .schemaVersion(VisitDigest.SCHEMA_VERSION)
                .suite(suite.getMetadata().getName())
                .cell("said by the run")
                .coordinates(coordinates)
                .visit(visit)
                .run(run)
                .runId(run + "-id")
                .workload(WorkloadSettings.Type.MULTICAST)
                .unitOfWork("messages")
                .startTime(now())
                .completionTime(now().plusSeconds(10))
                .outcome(outcome)
                .figures(Map.of(
                        VisitDigest.UNITS_PER_SECOND,
                        rate.applyAsDouble(visit),
                        VisitDigest.BYTES_PER_SECOND,
                        1000 * rate.applyAsDouble(visit)))
                .findings(List.of())
                .histograms(Map.of());
    }

    @Override
    public void close() {
        api.close();
    }
}
