package io.jgbench.operator.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitDigestBuilder;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.result.ChunkedMaps;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.spool.Spool;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StorageSettings;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.report.stored.StoredSuites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteArchiveTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String SPEC =
            "template: {members: 1, messages: 1000, messageSize: 1k}, axes: [{name: messages,"
                    + " path: messages, values: ['1000', '2000']}], rounds: ";
    private static final String JUDGED = ", baseline: {suite: grid}, thresholds: [{metric: unitsPerSecond, min: 1}],"
            + " compare: {a: {messages: '1000'}, b: {messages: '2000'}}";

    private static final String FIVE_HUNDRED_CELLS =
            "template: {members: 1, messages: 1000, messageSize: 1k}, axes: [{name: messages, path: messages, values: ["
                    + numbers(1, 20) + "]}, {name: members, path: members, values: [" + numbers(1, 25)
                    + "]}], rounds: ";

    private final Random random = new Random(1);
    private final SuiteFixture fixture = new SuiteFixture(SPEC + "2");
    private final List<ResultArchive> archives = new ArrayList<>();

    @TempDir
    private Path volume;

    @AfterEach
    void close() {
        archives.forEach(ResultArchive::close);
        fixture.close();
    }

    @Test
    void suiteThatIsOverIsStoredWithItsPageAsALocalOneLaysItOut() throws Exception {
        storeIn(volume, fixture).toTheEnd();

        StatusCondition stored = awaitDecision(fixture);

        Path folder = folder(fixture);
        assertThat(stored.isFor(SuiteConditionReason.STORED)).isTrue();
        assertThat(stored.message()).isEqualTo("What the suite came to lies in " + folder + ".");
        assertThat(folder.resolve("report.html")).content().contains("<h1>grid</h1>");
        StoredSuite read = read(fixture);
        assertThat(read.digests()).hasSize(4);
        assertThat(read.unresolved()).isEmpty();
        assertThat(read.declaration().orElseThrow().yaml()).contains("kind: BenchmarkSuite");
        assertThat(read.declaration().orElseThrow().command()).isEqualTo("kubectl apply -f suite.yaml -n lab");
        assertThat(StoredSuites.below(volume).suites()).hasSize(1);
        assertThat(fixture.reconcile()).as("nothing is left to do").isEmpty();
    }

    @Test
    void suiteThatGoesOnIsStoredAgain() throws Exception {
        storeIn(volume, fixture).toTheEnd();
        awaitDecision(fixture);
        fixture.change(SPEC + "3");
        fixture.reconcile();
        assertThat(fixture.status().condition(SuiteConditionType.RESULTS_STORED))
                .isEmpty();
        fixture.toTheEnd();
        awaitDecision(fixture);

        assertThat(StoredSuites.below(volume).suites())
                .singleElement()
                .satisfies(entry -> assertThat(entry.result().rounds()).isEqualTo(3));
    }

    @Test
    void suiteWhoseDigestIsRemovedIsStoredAgainOnceItsVisitIsMadeAgain() throws Exception {
        storeIn(volume, fixture).toTheEnd();
        awaitDecision(fixture);
        String first = digestOf("grid-c1-r1");
        removeDigestAndRun("grid-c1-r1");
        fixture.session.forgetKept();
        fixture.reconcile();
        assertThat(fixture.status().condition(SuiteConditionType.RESULTS_STORED))
                .isEmpty();

        fixture.endRuns();
        fixture.toTheEnd();
        awaitDecision(fixture);

        assertThat(digestOf("grid-c1-r1")).isNotEqualTo(first);
    }

    private String digestOf(String run) throws IOException {
        return Files.readString(folder(fixture).resolve("digests").resolve(run + ".json"));
    }

    private void removeDigestAndRun(String run) {
        var configMaps = fixture.api.client().configMaps().inNamespace("lab");
        ConfigMap map = configMaps.withName(DigestStore.name(fixture.ref(), 0)).get();
        map.getBinaryData().remove(run + ".json.gz");
        configMaps.resource(map).update();
        fixture.api.client().resource(fixture.run(run)).delete();
    }

    @Test
    void suiteWhoseRetentionChangesIsNotStoredAgain() throws Exception {
        fixture.toTheEnd().publish();
        var now = storeIn(volume, fixture.beside("now", SPEC + "2" + JUDGED));
        now.toTheEnd();
        StatusCondition stored = awaitDecision(now);
        fixture.api.client().resource(fixture.suite).delete();
        Path page = folder(now).resolve("report.html");
        Files.writeString(page, "as it was");

        now.change(SPEC + "2" + JUDGED + ", retention: {runs: 1}");

        assertThat(now.reconcile()).as("nothing is left to do").isEmpty();
        assertThat(stored(now).status()).isEqualTo(Status.TRUE);
        assertThat(stored(now).message()).isEqualTo(stored.message());
        assertThat(stored(now).observedGeneration()).isEqualTo(2);
        assertThat(page).content().isEqualTo("as it was");
        assertThat(read(now).result().baseline()).isPresent();
    }

    @Test
    void suiteThatAsksSomethingElseIsStoredAgain() throws Exception {
        storeIn(volume, fixture).toTheEnd();
        awaitDecision(fixture);

        fixture.change(SPEC + "2, thresholds: [{metric: unitsPerSecond, min: 1, of: Median}]");
        fixture.reconcile();
        awaitDecision(fixture);

        assertThat(read(fixture).result().thresholds()).hasSize(2);
    }

    @Test
    void storedResultIsJudged() throws Exception {
        fixture.toTheEnd().publish();
        var now = storeIn(volume, fixture.beside("now", SPEC + "2" + JUDGED));
        now.toTheEnd();
        awaitDecision(now);

        StoredSuite read = read(now);
        assertThat(read.result().thresholds()).hasSize(2);
        assertThat(read.result().comparisons()).hasSize(1);
        assertThat(read.result().baseline().orElseThrow().suite()).isEqualTo("grid");
    }

    @Test
    void figuresOfThePaperAreInTheStoredResult() throws Exception {
        var paper = storeIn(
                volume,
                fixture.beside(
                        "paper",
                        "template: {members: 4, messages: 1000, messageSize: 1k, stack: {name: udp}}, rounds: 1,"
                                + " baseline: {paper: perfTest2008}"));
        paper.toTheEnd();
        awaitDecision(paper);

        var stored = read(paper).result().paper().orElseThrow();
        assertThat(stored.paper()).isEqualTo("perfTest2008");
        assertThat(stored.cells()).isNotEmpty().allSatisfy(cell -> {
            assertThat(cell.hardware()).isNotBlank();
            assertThat(cell.publishedHighPermille()).isPositive();
        });
    }

    @Test
    void pageTellsInWhatEnvironmentsDifferWhereTheFullResultsAreStillThere() throws Exception {
        inTwoEnvironments().toTheEnd();
        fixture.ownRuns().forEach(run -> keep(run, kernel(run)));
        storeIn(volume, fixture);
        awaitDecision(fixture);

        assertThat(folder(fixture).resolve("report.html"))
                .content()
                .contains("In what feed differs from the environment of the first visit", "6.18", "6.19");
    }

    @Test
    void fullResultThatThePageHasNoRoomForIsSaidAndItsFactsAreNamed() throws Exception {
        inTwoEnvironments().toTheEnd();
        fixture.ownRuns().forEach(run -> keep(run, kernel(run) + " ".repeat((int) KeptResults.MOST_BYTES)));
        storeIn(volume, fixture);

        assertThat(awaitDecision(fixture).message())
                .contains("Not on the page: the full result of run lab/grid-c1-r1 cannot be read: it has more than");
        assertThat(folder(fixture).resolve("report.html"))
                .content()
                .contains("Facts in which environments differ from that of the first visit", "kernel")
                .doesNotContain("6.19");
    }

    @Test
    void fullResultOfAnotherRunOfTheSameNameIsNotShown() throws Exception {
        inTwoEnvironments().toTheEnd();
        for (BenchmarkRun run : fixture.ownRuns()) {
            run.getMetadata().setUid("made-again-" + run.getMetadata().getName());
            fixture.api.client().resource(run).update();
            keep(run, kernel(run));
        }
        storeIn(volume, fixture);
        awaitDecision(fixture);

        assertThat(folder(fixture).resolve("report.html")).content().doesNotContain("6.19");
    }

    /** The second round has another kernel. */
    private SuiteFixture inTwoEnvironments() {
        return fixture.digesting(digest -> VisitDigestBuilder.builder(digest)
                .environmentHash(Optional.of(digest.visit().round() == 1 ? "0123" : "feed"))
                .environmentFacts(Optional.of(
                        new EnvironmentFacts("gc=11 kernel=" + digest.visit().round())))
                .build());
    }

    private static String kernel(BenchmarkRun run) {
        return run.getMetadata().getName().endsWith("-r1") ? "6.18" : "6.19";
    }

    /** As much of a full result as tells the host of its member. */
    private void keep(BenchmarkRun run, String kernel) {
        RunRef ref = RunRef.of(run);
        byte[] json = """
                {"runs": [{"runId": "%s", "spec": {"name": "%s"},
                  "members": [{"index": 0, "report": {"host": {"kernel": "%s"}}}]}]}
                """.formatted(ref.runId(), ref.name(), kernel).getBytes(StandardCharsets.UTF_8);
        new ChunkedMaps(fixture.api.client(), StoredContent.RESULTS_KEY, Spool.temporary())
                .store(ref, ref.runId() + "-" + StoredContent.RESULTS.label(), StoredContent.RESULTS.label(), json);
    }

    @Test
    void suiteIsStoredAgainOnceItsBaselineIsOver() throws Exception {
        fixture.reconcile();
        fixture.publish();
        var now = storeIn(volume, fixture.beside("now", SPEC + "2" + JUDGED));
        now.toTheEnd();

        assertThat(awaitDecision(now).message())
                .endsWith("It is not compared with its baseline. The baseline's suite grid is not over yet.");
        assertThat(read(now).result().baseline()).isEmpty();

        fixture.toTheEnd();
        fixture.api.client().resource(fixture.suite).update();

        assertThat(awaitDecision(now).message()).doesNotContain("baseline");
        assertThat(read(now).result().baseline()).isPresent();
        assertThat(now.reconcile()).as("nothing is left to do").isEmpty();
    }

    /** A digest of a real visit, with two histograms, takes some 4 KB compressed. */
    @Test
    @Tag("slow")
    @Tag("beside")
    void suiteOfFiveHundredCellsInThreeRoundsIsStoredWithItsPage() throws Exception {
        var grid = storeIn(volume, fixture.beside("five-hundred", FIVE_HUNDRED_CELLS + "3"));

        long bytes = grid.visited(digest -> filled(digest, 11 * VisitDigest.MAX_SENTENCE));
        StatusCondition stored = awaitDecision(grid);

        assertThat(bytes).isBetween(6_000_000L, SuiteArchive.MOST_BYTES);
        assertThat(stored.message()).isEqualTo("What the suite came to lies in " + folder(grid) + ".");
        assertThat(folder(grid).resolve("report.html")).content().hasSizeLessThan(5_000_000);
        assertThat(folder(grid).resolve("digests")).isDirectoryContaining("glob:**five-hundred-c500-r3.json");
        StoredSuite read = read(grid);
        assertThat(read.result().cells())
                .hasSize(500)
                .allSatisfy(cell -> assertThat(cell.validRounds()).isEqualTo(3));
        assertThat(read.digests()).hasSize(1500);
    }

    @Test
    void suiteWhoseDigestsTheOperatorCannotHoldIsNotStoredAndSaysWhereTheyAre() {
        var grid = storeIn(volume, fixture.beside("five-hundred", FIVE_HUNDRED_CELLS + "3"));

        long bytes = grid.visited(digest -> filled(digest, 14 * VisitDigest.MAX_SENTENCE));
        grid.reconcile();
        await().atMost(PATIENCE).until(() -> {
            grid.reconcile();
            return stored(grid).message().startsWith("Try 1 of 5 failed");
        });

        assertThat(bytes).isGreaterThan(SuiteArchive.MOST_BYTES);
        assertThat(stored(grid).message())
                .contains("the operator takes at most 8388608 at once. They are in ConfigMaps");
    }

    /** With that many characters that cannot be compressed. */
    private VisitDigest filled(VisitDigest digest, int characters) {
        byte[] noise = new byte[characters * 3 / 4];
        random.nextBytes(noise);
        String text = Base64.getEncoder().encodeToString(noise);
        var findings = IntStream.range(0, characters / VisitDigest.MAX_SENTENCE)
                .mapToObj(i -> new VisitDigest.Finding(
                        Reason.SHARED_HOST,
                        Severity.INFO,
                        text.substring(i * VisitDigest.MAX_SENTENCE, (i + 1) * VisitDigest.MAX_SENTENCE)))
                .toList();
        return VisitDigestBuilder.builder(digest).findings(findings).build();
    }

    @Test
    void storageThatRefusesCostsTheCopyAlone() {
        storeIn(volume.resolve("missing"), fixture).toTheEnd();

        await().atMost(PATIENCE).until(() -> {
            fixture.reconcile();
            return stored(fixture).message().startsWith("Try 1 of 5 failed");
        });

        assertThat(stored(fixture).status()).isEqualTo(Status.UNKNOWN);
        assertThat(stored(fixture).message()).contains(volume.resolve("missing").toString());
        assertThat(fixture.suite.isTrue(SuiteConditionType.SUCCEEDED)).isTrue();
        assertThat(fixture.status().judgement()).isNotNull();
        assertThat(fixture.status().digests().count()).isEqualTo(4);
    }

    private static String numbers(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(number -> "'" + number + "'")
                .collect(Collectors.joining(", "));
    }

    private SuiteFixture storeIn(Path directory, SuiteFixture suite) {
        suite.archive = ResultArchive.of(
                new StorageSettings.Volume(directory), suite.results, ReportMemory.ofProcess(), Clock.systemUTC());
        archives.add(suite.archive);
        return suite;
    }

    private static StatusCondition awaitDecision(SuiteFixture suite) {
        await().atMost(PATIENCE).until(() -> {
            suite.reconcile();
            return stored(suite).status() != Status.UNKNOWN;
        });
        return stored(suite);
    }

    private static StatusCondition stored(SuiteFixture suite) {
        return suite.condition(SuiteConditionType.RESULTS_STORED);
    }

    private Path folder(SuiteFixture suite) {
        return volume.resolve("lab").resolve(suite.ref().id());
    }

    private StoredSuite read(SuiteFixture suite) throws StoredResultException {
        var resolver = new SuiteResolver(new RunSpecResolver(source -> StackTexts.find(source, Optional.empty())));
        return StoredSuite.read(folder(suite), resolver);
    }
}
