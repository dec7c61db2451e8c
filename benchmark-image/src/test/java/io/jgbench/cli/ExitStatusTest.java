package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** How the command line ends, and what it says then. */
@Timeout(180)
final class ExitStatusTest {
    private static final int VALID = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int NOT_VALID = 3;

    /** Two members over raw TCP; members of a busy machine may begin far apart. */
    private static final String SMALL = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkRun
            metadata: {name: small}
            spec:
              members: 2
              messages: 1000
              messageSize: 1k
              transport: {name: tcp}
              warmup: {messages: 100}
              start: {maxSkew: 5s}
              jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}
            """;

    @TempDir
    private Path folder;

    @Test
    void validRunsPrintMedianAndSpreadAndWriteFilesAndEndWithZero() throws Exception {
        Path results = folder.resolve("results");

        var ended = run(file(SMALL), "--repetitions", "2", "--results", results.toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertThat(ended.out()).contains("median", "apart)", "VALID: ");
        assertThat(files(results)).anyMatch(name -> name.endsWith(".csv")).anyMatch(name -> name.endsWith(".json"));
        assertThat(ended.errors()).noneMatch(line -> line.contains("\tat "));
    }

    @Test
    void statusAsJsonCanBeRead() throws Exception {
        var ended = run(file(SMALL), "-o", "json");

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertWholeStatus(new JsonMapper().readTree(ended.out()));
    }

    @Test
    @Tag("slow")
    void statusAsYamlCanBeRead() throws Exception {
        var ended = run(file(SMALL), "-o", "yaml");

        assertThat(ended.status()).as("%s", ended).isEqualTo(VALID);
        assertWholeStatus(new YAMLMapper().readTree(ended.out()));
    }

    @Test
    void runThatIsNotOverInTimeEndsWithOne() throws Exception {
        String endless = SMALL.replace("messages: 1000\n", "messages: 1000000\n")
                + "  workload: {type: Multicast, multicast: {processingDelay: 1ms}}\n"
                + "  activeDeadline: 4s\n";

        var ended = run(file(endless));

        assertThat(ended.status()).as("%s", ended).isEqualTo(FAILED);
        assertThat(ended.out()).contains("FAILED while ", "member-");
        assertThat(ended.errors()).noneMatch(line -> line.contains("\tat "));
    }

    /** Two senders that nothing slows down share the link to each receiver, which carries what one of them sends. */
    @Test
    @Tag("slow")
    void lossesOfRawUdpAddUpAndEndWithThree() throws Exception {
        assumeTrue(mayMakeNamespaces(), "namespaces need root and iproute2");
        String unreliable = SMALL.replace("{name: tcp}", "{name: udp}")
                .replace("messages: 1000\n", "messages: 2000\n")
                .replace("messages: 100}", "messages: 1}")
                .replace("members: 2\n", "members: 3\n");

        var ended = run(file(unreliable), "--hosts", "namespaces", "--link-rate", "10Mbit", "-o", "json");

        assertThat(ended.status()).as("%s", ended).isEqualTo(NOT_VALID);
        JsonNode status = new JsonMapper().readTree(ended.out()).path("status");
        JsonNode summary = status.path("summary");
        long sent = summary.path("messagesSent").asLong();
        long lost = summary.path("messagesLost").asLong();
        assertThat(sent).isEqualTo(6000);
        assertThat(lost).isPositive();
        assertThat(sent * 3).isEqualTo(summary.path("messagesReceived").asLong() + lost);
        assertThat(status.path("perMember")
                        .valueStream()
                        .mapToLong(member -> member.path("drops").asLong())
                        .sum())
                .isPositive();
    }

    static Stream<Arguments> badFiles() {
        return Stream.of(
                Arguments.of("senders", SMALL.replace("members: 2", "members: 2\n  senders: 3")),
                Arguments.of("messageSize", SMALL.replace("messageSize: 1k", "messageSize: 0")),
                Arguments.of(
                        "udp",
                        SMALL.replace("messageSize: 1k", "messageSize: 70k").replace("{name: tcp}", "{name: udp}")),
                Arguments.of("stack", SMALL.replace("transport: {name: tcp}", "stack: {inline: '<config><UDP'}")),
                Arguments.of(
                        "NO_SUCH_PROTOCOL",
                        SMALL.replace(
                                "transport: {name: tcp}",
                                "stack: {inline: '<config><UDP/><NO_SUCH_PROTOCOL/></config>'}")),
                Arguments.of(
                        "pbcast.GMS",
                        SMALL.replace(
                                "transport: {name: tcp}", "stack: {inline: '<config><UDP/><UNICAST3/></config>'}")),
                Arguments.of("mesages", SMALL.replace("messages: 1000", "mesages: 1000")),
                Arguments.of("empty", ""),
                Arguments.of("binary", "\u007fELF\u0002\u0001\u0001\u0000\u0000\u0000\u0000\u0003"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void fileThatCannotBeRunIsOneLineAndTwo(String said, String text) throws Exception {
        assertBadInput(called(file(text)), said.equals("empty") || said.equals("binary") ? "run.yaml" : said);
    }

    @Test
    void folderInPlaceOfAFileIsOneLineAndTwo() throws Exception {
        assertBadInput(called(folder), folder.toString());
    }

    @Test
    void fileThatIsNotThereIsOneLineAndTwo() throws Exception {
        assertBadInput(called(folder.resolve("nowhere.yaml")), "nowhere.yaml");
    }

    @Test
    void portInUseIsOneLineAndTwo() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            String port = String.valueOf(taken.getLocalPort());

            assertBadInput(called(file(SMALL + "  placement: {bindPort: " + port + "}\n")), "port " + port);
        }
    }

    @Test
    void linkRateWithoutNamespacesIsOneLineAndTwo() throws Exception {
        assertBadInput(called(file(SMALL), "--link-rate", "10Mbit"), "--hosts namespaces");
    }

    @Test
    void unknownOptionIsOneLineAndTwo() throws Exception {
        assertBadInput(called(file(SMALL), "--colour"), "--colour");
    }

    @Test
    void resultsInPlaceOfAFileIsOneLineAndTwo() throws Exception {
        Path taken = Files.writeString(folder.resolve("taken"), "");

        assertBadInput(called(file(SMALL), "--results", taken.toString()), taken.toString());
    }

    /** Root without the two capabilities may do here what any other user may, and can read the class path. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void namespacesWithoutRootAreOneLineAndTwo() throws Exception {
        List<String> wrapper = isRoot() ? List.of("setpriv", "--bounding-set=-net_admin,-sys_admin") : List.of();
        assumeTrue(wrapper.isEmpty() || isThere("setpriv"), "root needs setpriv to be without its capabilities");

        var ended = JgBenchProcess.run(folder, wrapper, List.of("run", "" + file(SMALL), "--hosts", "namespaces"));

        assertBadInput(ended, "need root");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void launcherThatFindsNoJdkSaysSoInOneLineAndEndsWithTwo() throws Exception {
        Path jdk17 = folder.resolve("jdk-17");
        Path bin = Files.createDirectories(jdk17.resolve("bin"));
        for (String program : List.of("java", "javac")) {
            assertThat(Files.createFile(bin.resolve(program)).toFile().setExecutable(true))
                    .isTrue();
        }
        Files.writeString(jdk17.resolve("release"), "JAVA_VERSION=\"17.0.9\"\n");

        assertBadInput(launcher(jdk17), jdk17 + " (17)");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void clusterWhoseEngineDoesNotAnswerIsNotSaidToBeRemoved() throws Exception {
        Path machine = rememberMachine();
        Files.writeString(machine.resolveSibling("node-image"), "kindest/node:v1\n");
        Path errors = folder.resolve("errors");

        int status = clusterDownWithoutEngine(errors);

        assertThat(status).isEqualTo(FAILED);
        assertThat(Files.readAllLines(errors)).singleElement().asString().contains("does not answer", "" + machine);
        assertThat(machine).exists();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void clusterThatNeverHadAnEngineIsRemoved() throws Exception {
        Path machine = rememberMachine();
        Path errors = folder.resolve("errors");

        int status = clusterDownWithoutEngine(errors);

        assertThat(status).isZero();
        assertThat(Files.readAllLines(errors)).singleElement().asString().endsWith("nothing of the cluster is left");
        assertThat(machine.getParent()).doesNotExist();
    }

    @Test
    void failureThatNamesAFileAloneIsTold() {
        var err = new StringWriter();
        CommandLine commandLine = new CommandLine(new Locked())
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler(JgBench::failed);

        int status = commandLine.execute();

        assertThat(status).isEqualTo(1);
        assertThat(err).hasToString("jgbench: cannot use /results/suite.json: no permission" + System.lineSeparator());
    }

    @Command(name = "locked")
    private static final class Locked implements Callable<Integer> {
        @Override
        public Integer call() throws IOException {
            throw new AccessDeniedException("/results/suite.json");
        }
    }

    private Path rememberMachine() throws IOException {
        Path machine =
                Files.createDirectories(folder.resolve("state/jgbench/cluster")).resolve("machine");
        return Files.writeString(machine, "net.core.no_such_setting 1\n");
    }

    private int clusterDownWithoutEngine(Path errors) throws IOException, InterruptedException {
        Path docker = Files.writeString(
                Files.createDirectory(folder.resolve("bin")).resolve("docker"), "#!/bin/sh\nexit 1\n");
        assertThat(docker.toFile().setExecutable(true)).isTrue();
        var builder = new ProcessBuilder(
                find("bash").toString(), Path.of("..", "jgbench").toString(), "cluster", "down");
        builder.environment().put("PATH", docker.getParent() + ":" + System.getenv("PATH"));
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        return builder.redirectError(errors.toFile()).start().waitFor();
    }

    /** Runs the launcher with a PATH on which there is all that it needs but no java. */
    private JgBenchProcess.Ended launcher(Path javaHome) throws IOException, InterruptedException {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("bash", "dirname", "readlink", "sed")) {
            Files.createSymbolicLink(tools.resolve(tool), find(tool));
        }
        var builder = new ProcessBuilder(
                find("bash").toString(), Path.of("..", "jgbench").toString(), "--version");
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().put("JGBENCH_JDK_FOLDERS", folder.resolve("none") + "/*");
        Path errors = folder.resolve("errors");
        Process process = builder.redirectError(errors.toFile()).start();
        String out = process.inputReader().readAllAsString();
        return new JgBenchProcess.Ended(process.waitFor(), out, Files.readAllLines(errors));
    }

    private static void assertBadInput(JgBenchProcess.Ended ended, String said) {
        assertThat(ended.status()).as("%s", ended).isEqualTo(BAD_INPUT);
        assertThat(ended.errors()).hasSize(1);
        assertThat(ended.errors().getFirst())
                .startsWith("jgbench: ")
                .contains(said)
                .doesNotContain("\tat ", "Exception");
        assertThat(ended.out()).isEmpty();
    }

    private static void assertWholeStatus(JsonNode document) {
        JsonNode summary = document.path("status").path("summary");
        assertThat(summary.path("messagesSent").asLong()).isEqualTo(2000);
        assertThat(summary.path("messagesReceived").asLong()).isEqualTo(4000);
        assertThat(summary.path("messagesLost").asLong()).isZero();
    }

    private JgBenchProcess.Ended run(Path file, String... options) throws IOException, InterruptedException {
        return JgBenchProcess.run(folder, List.of(), arguments(file, options));
    }

    private static JgBenchProcess.Ended called(Path file, String... options) {
        return JgBenchCall.of(arguments(file, options));
    }

    private static List<String> arguments(Path file, String... options) {
        var arguments = new ArrayList<>(List.of("run", file.toString()));
        arguments.addAll(Arrays.asList(options));
        return arguments;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), text, StandardCharsets.ISO_8859_1);
    }

    private static List<String> files(Path results) throws IOException {
        try (Stream<Path> found = Files.walk(results)) {
            return found.map(Path::toString).toList();
        }
    }

    private static boolean mayMakeNamespaces() {
        return isRoot() && isThere("ip") && isThere("tc") && isThere("unshare");
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static boolean isThere(String tool) {
        return Stream.of("/usr/sbin", "/sbin", "/usr/bin", "/bin")
                .anyMatch(in -> Files.isExecutable(Path.of(in, tool)));
    }

    private static Path find(String tool) {
        return Stream.of("/usr/bin", "/bin", "/usr/local/bin")
                .map(in -> Path.of(in, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(tool + " is not there"));
    }
}
