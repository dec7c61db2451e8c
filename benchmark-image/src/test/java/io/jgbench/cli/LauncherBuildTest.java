package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.testing.files.GitRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When the launcher builds, and what it hands on: a checkout of a few files, with a stand-in for Maven and one for
 * Java.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
final class LauncherBuildTest {
    /** The number of the user nobody. */
    private static final int SOMEBODY_ELSE = 65_534;

    @TempDir
    private Path folder;

    private Path checkout;
    private Path source;
    private Path stack;
    private Path builds;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Files.createDirectories(folder.resolve("target-lab/jgbench"));
        Files.copy(Path.of("..", "jgbench"), checkout.resolve("jgbench"));
        source = file("module/src/main/Some.java", "");
        file("module/pom.xml", "");
        file("pom.xml", "");
        stack = file("stacks/udp.xml", "");
        Files.createDirectories(checkout.resolve("benchmark-image/target"));
        builds = checkout.resolve("builds");
        maven("");
        file("jdk/release", "JAVA_VERSION=\"25\"\n");
        program("jdk/bin/javac", "");
        program("jdk/bin/java", "printf '%s\\n' \"$@\"\n");
    }

    @Test
    void whatIsBuiltIsNotBuiltAgain() throws Exception {
        run("--version");
        run("--version");

        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void buildIsTheCommitOfItsOwnCheckout() throws Exception {
        maven("printf '%s\\n' \"$@\" > told\n");
        var repository = GitRepository.init(checkout);
        repository.git("add", "jgbench");
        repository.commit();
        run("--version");

        assertThat(told()).anyMatch(argument -> argument.matches("-Djgbench\\.commit=[0-9a-f]{40}(-dirty)?"));
    }

    @Test
    void buildBelowARepositoryOfSomethingElseIsOfNoCommit() throws Exception {
        maven("printf '%s\\n' \"$@\" > told\n");
        GitRepository.init(folder).commit();
        run("--version");

        assertThat(told()).contains("-Djgbench.commit=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "perf-test", "rpc-test", "message-bus-test", "datagram-test"})
    void filesThatAreCommittedAsTheyWereBuiltAreBuiltOnceMoreForTheirCommit(String command) throws Exception {
        maven("printf '%s\\n' \"$@\" > told\n");
        file(".gitignore", "target/\nbuilds\ntold\n");
        var repository = GitRepository.init(checkout);
        repository.commitAll();
        Files.writeString(source, "edited");
        run(command);
        run(command);
        assertThat(builds()).isEqualTo(1);
        assertThat(told()).anyMatch(argument -> argument.matches("-Djgbench\\.commit=[0-9a-f]{40}-dirty"));

        repository.commitAll();
        run(command);
        run(command);

        assertThat(builds()).isEqualTo(2);
        assertThat(told()).anyMatch(argument -> argument.matches("-Djgbench\\.commit=[0-9a-f]{40}"));
    }

    @Test
    void commitWhileASuiteRunsLetsNobodyWait() throws Exception {
        GitRepository repository = buildOfFilesThatAreNotCommitted();
        Path begun = checkout.resolve("begun");
        program(
                "jdk/bin/java",
                "[[ $* != *suite* ]] || { touch " + begun + "; until [ -e " + checkout.resolve("end")
                        + " ]; do sleep 0.1; done; }\n");
        Process suite = launcher("suite").start();
        await().until(() -> Files.exists(begun));
        repository.commitAll();

        run("run");

        assertThat(builds()).isEqualTo(1);
        file("end", "");
        assertThat(suite.waitFor()).isZero();
    }

    /** Rounds that go on are then of the build that the others are of. */
    @Test
    void commitIsNoReasonToBuildForWhatMeasuresNoSingleRun() throws Exception {
        buildOfFilesThatAreNotCommitted().commitAll();

        run("report", "x");
        run("suite");
        run("compare");
        run("--version");

        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void runByRootIsOfTheCommitThatItsOwnerBuilds() throws Exception {
        maven("printf '%s\\n' \"$@\" > told\n");
        file(".gitignore", "target/\nbuilds\ntold\n");
        var repository = GitRepository.init(checkout);
        repository.commitAll();
        Files.writeString(source, "edited");
        giveCheckoutToSomebodyElse();
        run("run");
        assertThat(told()).anyMatch(argument -> argument.matches("-Djgbench\\.commit=[0-9a-f]{40}-dirty"));

        repository.git("-c", "safe.directory=*", "commit", "--quiet", "--all", "--message=test");
        giveToSomebodyElse(checkout.resolve(".git"));
        run("run");

        assertThat(builds()).isEqualTo(2);
        assertThat(told()).anyMatch(argument -> argument.matches("-Djgbench\\.commit=[0-9a-f]{40}"));
        assertThat(owner(checkout.resolve("benchmark-image/target/built"))).isEqualTo(SOMEBODY_ELSE);
    }

    private GitRepository buildOfFilesThatAreNotCommitted() throws Exception {
        file(".gitignore", "target/\nbuilds\nbegun\nend\njdk/\n");
        var repository = GitRepository.init(checkout);
        repository.commitAll();
        Files.writeString(source, "edited");
        run("--version");
        assertThat(builds()).isEqualTo(1);
        return repository;
    }

    @Test
    void userWithoutAHomeBuildsWithOneThatNobodyElseMayWriteTo() throws Exception {
        program("bin/getent", "echo 'somebody:x:0:0::/nonexistent:/bin/sh'\n");
        maven("printf '%s\\n' \"$HOME\" > told\n");
        ProcessBuilder launcher = launcher("--version");
        launcher.environment().remove("HOME");
        launcher.environment().put("PATH", checkout.resolve("bin") + ":" + System.getenv("PATH"));
        output(launcher);

        assertThat(told()).containsExactly(checkout.resolve("benchmark-image/target/home") + "");
    }

    @Test
    void buildHasAHomeWhereTheUserHasSetNone() throws Exception {
        maven("set -u\nprintf '%s\\n' \"$HOME\" > told\n");
        ProcessBuilder launcher = launcher("--version");
        launcher.environment().remove("HOME");
        output(launcher);

        assertThat(Path.of(told().getFirst())).isDirectory();
    }

    @Test
    void buildThatFailsShowsWhatMavenHasMarked() throws Exception {
        maven("seq 1 9; echo '[ERROR] no such file'; exit 1\n");

        assertThat(outputOfFailure(launcher("--version")))
                .contains("[ERROR] no such file")
                .doesNotContain("9")
                .last(InstanceOfAssertFactories.STRING)
                .startsWith("jgbench: the build failed; its log is ");
    }

    @Test
    void buildThatFailsBeforeMavenBeginsShowsTheEndOfItsLog() throws Exception {
        maven("seq 1 9; exit 1\n");

        assertThat(outputOfFailure(launcher("--version")))
                .containsSubsequence("5", "6", "7", "8", "9")
                .doesNotContain("4");
    }

    private static List<String> outputOfFailure(ProcessBuilder builder) throws IOException, InterruptedException {
        Process failed = builder.start();
        List<String> lines = failed.inputReader().readAllAsString().lines().toList();
        assertThat(failed.waitFor()).as("%s", lines).isEqualTo(1);
        return lines;
    }

    private List<String> told() throws IOException {
        return Files.readAllLines(checkout.resolve("told"));
    }

    @Test
    void rootBuildsInTheCheckoutOfSomebodyElseAsItsOwner() throws Exception {
        buildALibrary();
        giveCheckoutToSomebodyElse();

        assertThat(run("--version")).contains("io.jgbench.cli.JgBench");
        run("--version");

        assertThat(builds()).isEqualTo(1);
        try (Stream<Path> all = Files.walk(checkout)) {
            assertThat(all).allSatisfy(path -> assertThat(owner(path)).isEqualTo(SOMEBODY_ELSE));
        }
    }

    /** As in a container where the checkout is mounted: what Maven needs is in the home of root. */
    @Test
    void rootThatIsNobodysSudoBuildsItself() throws Exception {
        buildALibrary();
        giveCheckoutToSomebodyElse();
        ProcessBuilder launcher = launcher("--version");
        launcher.environment().remove("SUDO_UID");

        assertThat(output(launcher)).contains("io.jgbench.cli.JgBench");

        assertThat(owner(checkout.resolve("benchmark-image/target/built"))).isZero();
    }

    @Test
    void rootBuildsItselfWhereRootHasBuiltAModuleAndGivesItAllToTheOwner() throws Exception {
        maven("id -u > told; mkdir -p benchmark-image/target/lib && touch benchmark-image/target/lib/library.jar\n");
        giveCheckoutToSomebodyElse();
        Path ofRoot = Files.createDirectories(checkout.resolve("module/target/classes"));

        assertThat(run("--version")).contains("io.jgbench.cli.JgBench");

        assertThat(told()).containsExactly("0");
        for (Path path : List.of(ofRoot, checkout.resolve("benchmark-image/target/lib/library.jar"))) {
            assertThat(owner(path)).as("%s", path).isEqualTo(SOMEBODY_ELSE);
        }
        try (Stream<Path> made = Files.list(checkout.resolve("benchmark-image/target"))) {
            assertThat(made).allSatisfy(path -> assertThat(owner(path)).isEqualTo(SOMEBODY_ELSE));
        }
    }

    @Test
    void foldersOfRootsAloneAreNotHandedOnToTheOwnersBuild() throws Exception {
        maven("mktemp -d > told && mkdir -p \"${MAVEN_USER_HOME:-.}/made\"\n");
        giveCheckoutToSomebodyElse();
        Path ofRoot = Files.createDirectory(
                folder.resolve("root"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ProcessBuilder launcher = launcher("--version");
        launcher.environment().putAll(Map.of("TMPDIR", ofRoot.toString(), "MAVEN_USER_HOME", ofRoot.toString()));

        output(launcher);

        assertThat(owner(checkout.resolve("benchmark-image/target/built"))).isEqualTo(SOMEBODY_ELSE);
    }

    @Test
    void buildThatFailsAsTheOwnerOfTheCheckoutIsToldOnce() throws Exception {
        maven("echo '[ERROR] no such file'; exit 1\n");
        giveCheckoutToSomebodyElse();

        assertThat(outputOfFailure(launcher("--version")))
                .containsOnlyOnce("[ERROR] no such file")
                .filteredOn(line -> line.startsWith("jgbench: the build failed"))
                .hasSize(1);
    }

    @Test
    void rootBuildsItselfWhereTheOwnerOfTheCheckoutMayNotStartTheJdk() throws Exception {
        maven("id -u > told; mkdir -p benchmark-image/target/lib && touch benchmark-image/target/lib/library.jar\n");
        giveCheckoutToSomebodyElse();
        Path jdk = checkout.resolve("jdk");
        Files.setAttribute(jdk, "unix:uid", 0);
        Files.setPosixFilePermissions(jdk, PosixFilePermissions.fromString("rwx------"));

        assertThat(run("--version")).contains("io.jgbench.cli.JgBench");

        assertThat(told()).containsExactly("0");
        assertThat(owner(checkout.resolve("benchmark-image/target/built"))).isEqualTo(SOMEBODY_ELSE);
    }

    @Test
    void filesOutsideOfTargetThatAreGeneratedAreTheOwnersOfTheCheckout() throws Exception {
        maven("touch module/generated.yaml\n");
        giveCheckoutToSomebodyElse();
        // as root has left it
        Files.createDirectories(checkout.resolve("module/target/classes"));

        run("generate");

        assertThat(owner(checkout.resolve("module/generated.yaml"))).isEqualTo(SOMEBODY_ELSE);
    }

    @Test
    void signalToTheLauncherReachesWhatItStartsAlsoWhereItHasToTidyUpAfterwards() throws Exception {
        Path begun = checkout.resolve("begun");
        Path stopped = checkout.resolve("stopped");
        program(
                "e2e/run",
                "trap 'touch " + stopped + "; exit 143' TERM; touch " + begun + "; while :; do sleep 0.1; done\n");
        giveCheckoutToSomebodyElse();
        Process launcher = launcher("e2e").start();
        await().until(() -> Files.exists(begun));

        launcher.destroy();

        assertThat(launcher.waitFor()).isEqualTo(143);
        assertThat(stopped).exists();
        assertThat(owner(checkout.resolve("benchmark-image/target/build.lock"))).isEqualTo(SOMEBODY_ELSE);
    }

    @ParameterizedTest
    @CsvSource({"test, --slow", "generate, ''"})
    void signalToTheLauncherEndsTheFirstOfSeveralSteps(String command, String option) throws Exception {
        Path begun = checkout.resolve("begun");
        maven("trap 'touch stopped; exit 143' TERM; touch " + begun + "; while :; do sleep 0.1; done\n");
        Process launcher = (option.isEmpty() ? launcher(command) : launcher(command, option)).start();
        await().until(() -> Files.exists(begun));

        launcher.destroy();

        assertThat(launcher.waitFor()).isEqualTo(143);
        assertThat(checkout.resolve("stopped")).exists();
        assertThat(builds()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"test", "images", "generate", "e2e"})
    void whatRootMakesForTheOwnerOfTheCheckoutBecomesTheirsAlsoWhereItFails(String command) throws Exception {
        Path made = checkout.resolve("module/target/made");
        String make = "mkdir -p " + made.getParent() + "; touch " + made + "; exit 1\n";
        maven(make);
        program("images/build", make);
        program("e2e/run", make);
        giveCheckoutToSomebodyElse();

        outputOfFailure(launcher(command));

        for (Path path : List.of(
                made.getParent(), made, checkout.resolve("benchmark-image/target"), checkout.resolve("jgbench"))) {
            assertThat(owner(path)).as("%s", path).isEqualTo(SOMEBODY_ELSE);
        }
        try (Stream<Path> locks = Files.list(checkout.resolve("benchmark-image/target"))) {
            assertThat(locks).allSatisfy(path -> assertThat(owner(path)).isEqualTo(SOMEBODY_ELSE));
        }
    }

    private void giveCheckoutToSomebodyElse() throws IOException {
        assumeMayBeSomebodyElse();
        giveToSomebodyElse(checkout);
    }

    private static void giveToSomebodyElse(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.toList()) {
                Files.setAttribute(path, "unix:uid", SOMEBODY_ELSE);
            }
        }
    }

    private static int owner(Path path) {
        try {
            return (int) Files.getAttribute(path, "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whoMayNotBuildRunsWhatWasBuiltBefore() throws Exception {
        buildALibrary();
        run("--version");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));

        assertThat(output(asSomebodyElse(launcher("--version"))))
                .anyMatch(line -> line.contains("runs what was built before"))
                .contains("io.jgbench.cli.JgBench");
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void whoMayNotBuildIsToldWhereTheLastBuildHasFailed() throws Exception {
        buildALibrary();
        run("--version");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        maven("exit 1\n");
        assertThat(launcher("--version").start().waitFor()).isEqualTo(1);

        Process other = asSomebodyElse(launcher("--version")).start();

        assertThat(other.inputReader().readAllAsString())
                .contains("its last build failed", "you may not write to " + checkout.resolve("benchmark-image/target"))
                .doesNotContain("runs what was built before", "JgBench");
        assertThat(other.waitFor()).isEqualTo(2);
    }

    @Test
    void whoMayNotBuildWaitsForABuildThatIsUnderWay() throws Exception {
        Path begun = checkout.resolve("begun");
        maven("touch " + begun + "; until [ -e end ]; do sleep 0.1; done\n");
        Process build = launcher("--version").start();
        await().until(() -> Files.exists(begun));

        Process other = asSomebodyElse(launcher("--version")).start();
        assertThat(other.inputReader().readLine()).contains("waiting until what is built or tested");

        file("end", "");

        assertThat(other.inputReader().readAllAsString()).contains("JgBench").doesNotContain("built before");
        assertThat(other.waitFor()).isZero();
        assertThat(build.waitFor()).isZero();
    }

    private void buildALibrary() throws IOException {
        maven("mkdir -p benchmark-image/target/lib && touch benchmark-image/target/lib/library.jar\n");
    }

    /** Somebody who may read the checkout and write nowhere in it. */
    private ProcessBuilder asSomebodyElse(ProcessBuilder builder) throws IOException {
        assumeMayBeSomebodyElse();
        String user = "--reuid=" + SOMEBODY_ELSE;
        String group = "--regid=" + SOMEBODY_ELSE;
        builder.command().addAll(0, List.of("setpriv", user, group, "--clear-groups"));
        return builder;
    }

    private void assumeMayBeSomebodyElse() throws IOException {
        assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/usr/bin/setpriv")),
                "root runs programs as somebody else by setpriv");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void whatTheBuildMakesBesideTheStacksIsNotAnEdit() throws Exception {
        // file systems tell times apart by a tick of the clock only
        maven("until touch tick && [ tick -nt benchmark-image/target/built.begun ]; do :; done; mkdir -p"
                + " stacks/target\n");
        run("--version");
        run("--version");

        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void removedStackIsBuilt() throws Exception {
        run("--version");
        Files.delete(stack);
        Files.setLastModifiedTime(stack.getParent(), FileTime.from(Instant.now().plusSeconds(60)));
        run("--version");

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void fileThatIsCopiedHereIsBuiltHoweverOldItIs() throws Exception {
        run("--version");
        Files.setLastModifiedTime(file("module/src/main/Copied.java", ""), FileTime.from(Instant.EPOCH));
        Files.setLastModifiedTime(source.getParent(), FileTime.from(Instant.EPOCH));
        run("--version");

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void nothingIsBuiltAsLongAsAProgramRunsFromWhatIs() throws Exception {
        run("--version");
        Path begun = checkout.resolve("begun");
        program(
                "jdk/bin/java",
                "touch " + begun + "; until [ -e " + checkout.resolve("end") + " ]; do sleep 0.1; done\n");
        Process suite = launcher("suite").start();
        await().until(() -> Files.exists(begun));
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        Process other = launcher("--version").start();
        assertThat(other.inputReader().readLine()).contains("waiting until what runs");
        assertThat(builds()).isEqualTo(1);

        file("end", "");

        assertThat(other.waitFor()).isZero();
        assertThat(suite.waitFor()).isZero();
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void trainingThatIsEndedByCtrlCIsDoneTheNextTime() throws Exception {
        Path trained = checkout.resolve("trained");
        program("jdk/bin/java", "case \"$*\" in *' train '*) exit 130 ;; esac\n");
        Process interrupted = launcher("--version").start();
        assertThat(interrupted.waitFor()).isEqualTo(130);

        program("jdk/bin/java", "case \"$*\" in *' train '*) touch " + trained + " ;; esac\n");
        run("--version");

        assertThat(trained).exists();
    }

    @ParameterizedTest
    @ValueSource(ints = {130, 143})
    void buildThatIsEndedByASignalHasNotFailed(int status) throws Exception {
        maven("exit " + status + "\n");
        Process interrupted = launcher("--version").start();
        String printed = interrupted.inputReader().readAllAsString();

        assertThat(interrupted.waitFor()).isEqualTo(status);
        assertThat(printed).doesNotContain("failed");
    }

    @Test
    void jarOfCoherenceIsNotFetchedWhereItIsGivenOrNothingIsCompared() throws Exception {
        run("--version");

        run("compare-datagram", "--coherence-jar", "coherence.jar");
        run("compare-message-bus", "--coherence-jar=coherence.jar");
        run("compare-message-bus", "--help");
        assertThat(builds()).isEqualTo(1);

        run("compare-datagram");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void comparisonSaysItselfWhatIsMissingWhereCoherenceCannotBeFetched() throws Exception {
        run("--version");
        maven("exit 1\n");

        assertThat(run("compare-datagram")).contains("compare-datagram");
    }

    @ParameterizedTest
    @ValueSource(strings = {"test", "images", "generate", "e2e"})
    void whatBuildsByItselfWaitsForAProgramThatRunsFromWhatIsThere(String command) throws Exception {
        program("images/build", "echo built >> " + builds + "\n");
        program("e2e/run", "echo built >> " + builds + "\n");
        run("--version");
        Path begun = checkout.resolve("begun");
        program(
                "jdk/bin/java",
                "touch " + begun + "; until [ -e " + checkout.resolve("end") + " ]; do sleep 0.1; done\n");
        Process suite = launcher("suite").start();
        await().until(() -> Files.exists(begun));

        ProcessBuilder builder = launcher(command);
        builder.environment().put("JGBENCH_KUBERNETES_BINARIES", "none");
        Process other = builder.start();
        assertThat(other.inputReader().readLine()).contains("waiting until what runs");
        assertThat(builds()).isEqualTo(1);

        file("end", "");

        assertThat(other.waitFor()).isZero();
        assertThat(suite.waitFor()).isZero();
        assertThat(builds()).isGreaterThan(1);
    }

    @Test
    void programWaitsUntilTestsFromWhatIsThereHaveEnded() throws Exception {
        run("--version");
        Path begun = checkout.resolve("begun");
        maven("touch " + begun + "; until [ -e end ]; do sleep 0.1; done\n");
        Process tests = launcher("test").start();
        await().until(() -> Files.exists(begun));

        Process program = launcher("--version").start();
        assertThat(program.inputReader().readLine()).contains("waiting until what is built or tested");

        file("end", "");

        assertThat(program.waitFor()).isZero();
        assertThat(tests.waitFor()).isZero();
    }

    @Test
    void editIsBuiltAlsoUnderAFolderThatIsCalledTarget() throws Exception {
        run("--version");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        run("--version");

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void editWhileItIsBuiltIsBuiltTheNextTime() throws Exception {
        maven("while touch module/src/main/Some.java"
                + " && [ ! module/src/main/Some.java -nt benchmark-image/target/built.begun ]; do :; done\n");
        run("--version");
        maven("");
        run("--version");

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void optionsOfTheJvmMayStandInSeveralLines() throws Exception {
        assertThat(run("perf-test", "-help")).contains("-Xms1g", "-Xmx1g", "-ea", "perf-test");
    }

    @ParameterizedTest
    @CsvSource({", C.UTF-8", "C, C.UTF-8", "POSIX, C.UTF-8"})
    void programHasALocaleInWhichFilesMayHaveAnyName(String lang, String expected) throws Exception {
        assertThat(localeOfProgram(lang, System.getenv("PATH"))).isEqualTo("LC_ALL=" + expected);
    }

    @Test
    void localeThatIsNotInstalledIsNone() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/locale")), "locale tells what is installed");

        assertThat(localeOfProgram("xx_XX.UTF-8", System.getenv("PATH"))).isEqualTo("LC_ALL=C.UTF-8");
    }

    /** Its charset is what {@code locale} prints, where that is there. */
    @ParameterizedTest
    @CsvSource({
        "printf ANSI_X3.4-1968, C.UTF-8",
        "printf US-ASCII, C.UTF-8",
        "printf 646, C.UTF-8",
        "printf UTF-8, ''",
        "printf ISO-8859-1, ''",
        "exit 127, ''"
    })
    void localeThatIsSetIsKeptWhereItIsInstalled(String locale, String expected) throws Exception {
        program("bin/locale", locale + "\n");

        assertThat(localeOfProgram("en_GB.UTF-8", checkout.resolve("bin") + ":" + System.getenv("PATH")))
                .isEqualTo("LC_ALL=" + expected);
    }

    private String localeOfProgram(String lang, String path) throws IOException, InterruptedException {
        program("jdk/bin/java", "echo \"LC_ALL=${LC_ALL:-}\"\n");
        ProcessBuilder launcher = launcher("--version");
        launcher.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        launcher.environment().put("PATH", path);
        if (lang != null) {
            launcher.environment().put("LANG", lang);
        }
        return output(launcher).getLast();
    }

    @Test
    void programKnowsWhichOfItsOutputsIsATerminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "a pseudo terminal is made by script");
        run("--version");

        assertThat(onATerminal("./jgbench --version")).contains("-Djgbench.terminal=out,err");
        assertThat(onATerminal("./jgbench --version 2>/dev/null")).contains("-Djgbench.terminal=out");
        assertThat(onATerminal("./jgbench --version | cat")).contains("-Djgbench.terminal=,err");
        assertThat(run("--version")).contains("-Djgbench.terminal=");
    }

    private List<String> onATerminal(String command) throws IOException, InterruptedException {
        return output(
                inCheckout(new ProcessBuilder("script", "-qec", command, "/dev/null").directory(checkout.toFile())));
    }

    /** What it printed. */
    private List<String> run(String... arguments) throws IOException, InterruptedException {
        return output(launcher(arguments));
    }

    private ProcessBuilder launcher(String... arguments) {
        var builder = new ProcessBuilder(checkout.resolve("jgbench").toString());
        builder.command().addAll(List.of(arguments));
        return inCheckout(builder);
    }

    /** As sudo starts it, if by the owner of the checkout. */
    private ProcessBuilder inCheckout(ProcessBuilder builder) {
        builder.environment()
                .putAll(Map.of("JAVA_HOME", checkout.resolve("jdk").toString(), "JAVA_OPTS", "-Xms1g -Xmx1g\n-ea"));
        builder.environment().put("SUDO_UID", String.valueOf(owner(checkout)));
        return builder.redirectErrorStream(true);
    }

    private static List<String> output(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        List<String> lines = process.inputReader().readAllAsString().lines().toList();
        assertThat(process.waitFor()).as("%s", lines).isZero();
        return lines;
    }

    private long builds() throws IOException {
        return Files.readAllLines(builds).size();
    }

    private void maven(String editing) throws IOException {
        program("mvnw", "echo built >> " + builds + "\n" + editing);
    }

    private void program(String name, String script) throws IOException {
        assertThat(file(name, "#!/usr/bin/env bash\n" + script).toFile().setExecutable(true, false))
                .isTrue();
    }

    private Path file(String name, String text) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
