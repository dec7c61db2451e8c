package io.jgbench.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.RetentionSettings;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.cli.JgBenchCall;
import io.jgbench.cli.JgBenchProcess;
import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.local.JGroupsJars;
import io.jgbench.cli.local.JarCopies;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.testing.EnabledIfInterruptible;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Two arms of a run against each other. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CompareCommandTest {
    private static final int VALID = 0;
    private static final int BAD_INPUT = 2;
    private static final int NOT_VALID = 3;
    private static final int INCONCLUSIVE = 5;
    private static final int PILOT = 8;
    private static final String TCP_STACK = """
            <config xmlns="urn:org:jgroups">
              <TCP bind_port="7800"/><TCPPING initial_hosts="127.0.0.1[7800]"/><MERGE3/><pbcast.NAKACK2/><UNICAST3/>
              <pbcast.STABLE/><pbcast.GMS/><MFC/><FRAG4/>
            </config>""";

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    @Tag("comparison")
    void armWithADelayIsSlower() throws Exception {
        List<String> arguments = arguments(
                "transport: {name: tcp}",
                List.of("--a", "messageSize=1k", "--b", "workload.multicast.processingDelay=1ms", "--max-rounds", "9"));

        var ended = JgBenchProcess.run(folder, List.of(), arguments);

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(ended.out())
                .contains("A: messageSize=1k; B: workload.multicast.processingDelay=1ms")
                .contains("B (arm=b) against A (arm=a): unitsPerSecond, 9 rounds", "SLOWER: B is slower than A.");
        JsonNode comparison = new JsonMapper()
                .readTree(folder.resolve("results/small/comparison.json").toFile());
        assertThat(comparison.at("/verdict/claim").asText()).isEqualTo("Slower");
        assertThat(folder.resolve("results/small/suite.yaml"))
                .content()
                .startsWith("# ./jgbench compare suite.yaml --results results --a messageSize=1k"
                        + " --b workload.multicast.processingDelay=1ms --metric unitsPerSecond")
                .contains("kind: BenchmarkRun");
    }

    @Test
    void roundsThatAreNotValidEndWithThree() throws Exception {
        var stored = new StoredDigests(folder.resolve("results"), "small", Instant.parse("2026-11-01T10:00:00Z"));
        for (int round = 1; round <= PILOT; round++) {
            write(stored, "a", VisitId.first(0, round), VisitOutcome.VALID);
            VisitId ofB = VisitId.first(1, round);
            if (round <= 2) {
                write(stored, "b", ofB, VisitOutcome.VALID);
            } else {
                write(stored, "b", ofB, VisitOutcome.INVALID);
                write(stored, "b", ofB.again(), VisitOutcome.INVALID);
            }
        }

        var ended = compare("--a", "messageSize=1k", "--b", "messageSize=2k", "--max-rounds", "9");

        assertThat(ended.status()).as("%s", ended).isEqualTo(NOT_VALID);
        assertThat(ended.errors()).anyMatch(line -> line.startsWith("jgbench: only 2 of 8 rounds are valid of both"));
    }

    /** Its suite has a shorter name. */
    @Test
    void comparisonOfARunWithALongNameIsRepeatedByItsCommand() throws Exception {
        String suite = "a-name-of-many-more-lett";
        var stored = new StoredDigests(folder.resolve("results"), suite, Instant.parse("2026-11-01T10:00:00Z"));
        for (int round = 1; round <= PILOT; round++) {
            write(stored, "a", VisitId.first(0, round), VisitOutcome.VALID);
            write(stored, "b", VisitId.first(1, round), VisitOutcome.INVALID);
            write(stored, "b", VisitId.first(1, round).again(), VisitOutcome.INVALID);
        }
        Path file = runFile("transport: {name: tcp}");
        Files.writeString(file, Files.readString(file).replace("name: small", "name: " + suite + "ers"));
        String results = folder.resolve("results").toString();

        var ended = JgBenchCall.of(
                List.of("compare", file.toString(), "--results", results, "--a", "messageSize=1k", "--b", "members=3"));
        assertThat(ended.status()).as("%s", ended).isEqualTo(NOT_VALID);
        JgBenchCall.of(List.of("report", results + "/" + suite));

        assertThat(folder.resolve("results").resolve(suite).resolve("report.html"))
                .content()
                .contains("./jgbench compare suite.yaml");
    }

    private static void write(StoredDigests stored, String arm, VisitId visit, VisitOutcome outcome)
            throws IOException {
        stored.write(
                new StoredDigests.Visit(visit, Map.of("arm", arm), outcome, "environment"),
                Map.of(VisitDigest.UNITS_PER_SECOND, 1000.0 + visit.round()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--a,messageSize=1k,--b,messageSiz=2k | a path must match",
                "--a,members=2,--b,members=two | 'cell arm=b: members must be a whole number, got: two'",
                "--a,members=2,--b,members=1,--min-effect,0 | '--min-effect must be between 0.1 and 100, got: 0.0'",
                "--a,members=2,--b,members=1,--max-rounds,7 | '--max-rounds must be between 8 and 1000, got: 7'",
                "--a,members=2,--b,members=1,--metric,speed | '--metric must be a figure of a run, got: speed'",
                "--a,members=2,--b,members=3,--metric,rpc.readP99Micros | '--metric must be a figure of the workload of"
                        + " both arms, got: rpc.readP99Micros of cell arm=a, which is Multicast; a good value is"
                        + " unitsPerSecond'",
                "--a,members=2,--b,tuning.mtu=9000 | an axis varies what a local suite does not do",
                "--a,members=2 | Missing required option",
                "--a,members=2,--b,members=1,--metric,messagesLost | '--metric must be a rate or a time, got:"
                        + " messagesLost; of messagesLost neither more nor less is faster'",
                "--a,members=2,--b,members=1,--confidence,99.9,--max-rounds,8 | '--max-rounds must be at least 12 where"
                        + " --confidence is 99.9, got: 8'",
                "--a,members=2,--b,members=3,--link-rate,1Gbit | need --hosts namespaces, got: --hosts processes",
                "--a,stack=udp,--b,stack=none.xml | stack file none.xml does not exist",
                "--jgroups,one.jar | '--jgroups must name two jars with a comma between, got: 1'",
                "--a,members=2,--jgroups,one.jar | Missing required option",
            })
    void whatCannotBeComparedIsOneLine(String options, String sentence) throws Exception {
        var ended = compare(options.split(",", -1));

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).hasSize(1).first().asString().contains(sentence);
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void jarThatIsBuiltAnewMeanwhileChangesNoArm() throws Exception {
        Path first = jgroupsJar("5.5.6");
        Path second = jgroupsJar("5.5.7");
        var options = CommandLine.populateCommand(new ArmOptions(), "--jgroups", first + "," + second);
        try (var copies = new JarCopies()) {
            RequestedArms arms = options.of(runFile("stack: {name: tcp}"), 1, copies);
            String version = arms.b().get(JGroupsJars.FIELD);
            byte[] before = Files.readAllBytes(second);

            Files.writeString(second, "half of a build");

            assertThat(version).startsWith("5.5.7-");
            assertThat(arms.jgroups().byVersion().get(version)).hasBinaryContent(before);
        }
    }

    @Test
    void stackFileThatIsEditedMeanwhileChangesNoArm() throws Exception {
        Path mine = Files.writeString(folder.resolve("mine.xml"), TCP_STACK);
        Path file = runFile("stack: {name: udp, window: 500k}");

        var arms = RequestedArms.read(file, Map.of("stack", "tcp"), Map.of("stack", mine.toString()), 1);
        Files.writeString(mine, "half of an edit");

        assertThat(arms.b()).containsEntry("stack", mine.toString());
        assertThat(stacks(arms)).containsExactly(StackSource.named("tcp"), StackSource.inlined(TCP_STACK));
    }

    @Test
    void armThatNamesNoStackHasThatOfTheFileBesideAnArmWithAStackFile() throws Exception {
        Path mine = Files.writeString(folder.resolve("mine.xml"), TCP_STACK);
        Path file = runFile("stack: {name: udp, window: 500k}");

        var arms = RequestedArms.read(file, Map.of("messageSize", "1k"), Map.of("stack", mine.toString()), 1);

        assertThat(stacks(arms))
                .containsExactly(
                        new StackSource("udp", null, null, new ByteQuantity("500k")), StackSource.inlined(TCP_STACK));
    }

    private static List<StackSource> stacks(RequestedArms arms) throws BadInputException {
        return arms.suite(PILOT).spec().cells().stream()
                .map(cell -> cell.declared().stack())
                .toList();
    }

    private Path jgroupsJar(String version) throws IOException {
        Path jar = folder.resolve("jgroups-" + version + ".jar");
        try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("org/jgroups/Version.class"));
            out.putNextEntry(new ZipEntry("JGROUPS_VERSION.properties"));
            out.write(("jgroups.version=" + version).getBytes(StandardCharsets.ISO_8859_1));
        }
        return jar;
    }

    @Test
    void repetitionsOfTheFileAreToldAsNotApplied() throws Exception {
        var once = RequestedArms.read(
                runFile("transport: {name: tcp}"), Map.of("members", "2"), Map.of("members", "3"), 1);
        assertThat(once.suite(PILOT).notApplied()).isEmpty();

        var often = RequestedArms.read(
                runFile("repetitions: 5\n  transport: {name: tcp}"), Map.of("members", "2"), Map.of("members", "3"), 1);
        assertThat(often.suite(PILOT).notApplied())
                .containsExactly("repetitions (5) is not applied: a comparison runs each arm once a round, and plans"
                        + " the rounds");
    }

    @Test
    void whatOnlyARunMayAskForIsToldAsNotApplied() throws Exception {
        var arms = RequestedArms.read(
                runFile("retention: {pods: OnFailure, ttlAfterFinished: 24h}\n  suspend: true\n  cancel: true\n"
                        + "  transport: {name: tcp}"),
                Map.of("members", "2"),
                Map.of("members", "3"),
                1);

        RequestedSuite suite = arms.suite(PILOT);

        assertThat(suite.notApplied())
                .containsExactly(
                        "retention.pods (OnFailure) is not applied: a local run has no pods",
                        "retention.ttlAfterFinished (24h) is not applied: a local run leaves nothing behind",
                        "suspend (true) is not applied: a local run begins when it is asked for",
                        "cancel (true) is not applied: a local run is ended with Ctrl-C");
        assertThat(suite.declared().template().retention())
                .as("what a comparison that was begun before has in its definition")
                .isEqualTo(new RetentionSettings(RetentionSettings.Pods.ON_FAILURE, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--hosts=namespaces",
                "--link-rate=1Gbit",
                "--link-queue=1ms",
                "--mtu=9000",
                "--seed=2",
                "--max-rounds=40",
                "--results=results"
            })
    void whatIsForARunFileIsRefusedOfTwoSuites(String option) throws Exception {
        var ended = JgBenchCall.of(List.of("compare", "a", "b", option));

        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).singleElement().asString().endsWith("leave out " + option.replaceAll("=.*", ""));
    }

    @Test
    @Tag("slow")
    @Tag("comparison")
    void equalArmsRunWithTheJarsOfJGroupsThatAreNamedAndAreNotClaimedToDiffer() throws Exception {
        Path own = jgroups();
        Path other = another(own);

        var ended = JgBenchProcess.run(folder, List.of(), overJGroups(own, other));

        assertThat(ended.status()).as("%s", ended).isIn(VALID, INCONCLUSIVE);
        assertThat(ended.out())
                .contains("B: jgroups.version=5.5.99.Final-")
                .containsAnyOf("NO DIFFERENCE ABOVE 5.0 %", "INCONCLUSIVE: it would probably take");
        assertThat(ended.errors()).noneMatch(line -> line.contains("not applied"));
        assertThat(environments("small-c1-r1")).containsOnlyOnce("jgroups.version=");
        assertThat(new EnvironmentFacts(environments("small-c1-r1"))
                        .differences(new EnvironmentFacts(environments("small-c2-r1"))))
                .containsExactly(new EnvironmentFacts.Difference("jgroups.version", false, false));
    }

    @Test
    @Tag("slow")
    @EnabledIfInterruptible
    void comparisonThatIsInterruptedLeavesTestsOfWhatItHas() throws Exception {
        Path tests = Files.writeString(folder.resolve("junit.xml"), "tests of an earlier build");
        List<String> options = List.of("--a", "messageSize=1k", "--b", "messageSize=2k", "--junit", tests.toString());
        try (var launcher = JgBenchProcess.start(folder, List.of(), arguments("transport: {name: tcp}", options))) {
            launcher.awaitError("[2/16] ");

            var ended = launcher.interrupt();

            assertThat(ended.out()).contains("NOT OVER: the same command continues");
        }
        assertThat(tests).content().contains("<testcase").doesNotContain("earlier build");
    }

    @Test
    void jarsOfJGroupsAreLookedInBeforeAnythingIsStarted() throws Exception {
        Path none = Files.writeString(folder.resolve("text.jar"), "no jar");

        assertThat(JgBenchCall.of(overJGroups(none, none)).errors())
                .singleElement()
                .asString()
                .startsWith("jgbench: --jgroups must name a jar, and ");
        assertThat(compare("--jgroups", jgroups() + "," + jgroups()).errors())
                .singleElement()
                .asString()
                .contains("spec.jgroups may only be given with transport jgroups, got: transport tcp");
    }

    private String environments(String run) throws IOException {
        return new JsonMapper()
                .readTree(
                        folder.resolve("results/small/digests/" + run + ".json").toFile())
                .path("environmentFacts")
                .asText();
    }

    private static Path jgroups() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(entry -> entry.getFileName().toString().matches("jgroups-\\d.*\\.jar"))
                .findFirst()
                .orElseThrow();
    }

    /** The same jar with another number. */
    private Path another(Path jar) throws IOException {
        Path copy = Files.copy(jar, folder.resolve("another.jar"));
        try (var files = FileSystems.newFileSystem(copy)) {
            Files.writeString(
                    files.getPath("JGROUPS_VERSION.properties"),
                    "jgroups.version=5.5.99.Final\njgroups.codename=Another\n");
        }
        return copy;
    }

    private List<String> overJGroups(Path a, Path b) throws IOException {
        return arguments("stack: {name: tcp}", List.of("--jgroups", a + "," + b, "--max-rounds", "9"));
    }

    private JgBenchProcess.Ended compare(String... options) throws IOException {
        return JgBenchCall.of(arguments("transport: {name: tcp}", List.of(options)));
    }

    private List<String> arguments(String transport, List<String> options) throws IOException {
        Path file = runFile(transport);
        List<String> arguments = new ArrayList<>(List.of(
                "compare",
                file.toString(),
                "--results",
                folder.resolve("results").toString()));
        arguments.addAll(options);
        return arguments;
    }

    private Path runFile(String transport) throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: small}
                spec:
                  members: 2
                  messages: 500
                  messageSize: 1k
                  %s
                  warmup: {messages: 100}
                  start: {maxSkew: 5s}
                  jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}
                """.formatted(transport));
    }
}
