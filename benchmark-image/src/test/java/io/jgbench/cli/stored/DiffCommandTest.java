package io.jgbench.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.JgBenchCall;
import io.jgbench.cli.JgBenchProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code jgbench diff} prints and how it ends, as a process of its own. */
@Timeout(180)
final class DiffCommandTest {
    @TempDir
    private Path folder;

    @Test
    void sameRunDoneTwiceEndsWithZero() throws Exception {
        var ended = diff(folder(1, "6.18", 100), folder(1, "6.18", 200));

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.out()).contains("messagesPerSecond", "2.000", "EQUAL").doesNotContain("hostName");
        assertThat(diff(folder(1, "6.18", 100), folder(1, "6.18", 200), "--all").out())
                .contains("hostName: h100 -> h200");
    }

    @Test
    void runThatDiffersEndsWithOneAndSaysInWhat() throws Exception {
        var ended = diff(folder(1, "6.18", 100), folder(2, "6.19", 100));

        assertThat(ended.status()).as("%s", ended).isEqualTo(1);
        assertThat(ended.out()).contains("members: 1 -> 2", "kernel: 6.18 -> 6.19", "DIFFERENT");
    }

    @Test
    void whatIsNoResultEndsWithTwoAndOneSentence() throws Exception {
        var ended = diff(folder(1, "6.18", 100), folder.resolve("none").toString());

        assertThat(ended.status()).as("%s", ended).isEqualTo(2);
        assertThat(ended.errors()).singleElement().asString().contains("there is no folder or file");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void runOfAClusterIsFetchedByTheUsersKubectl() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path kubectl = Files.writeString(bin.resolve("kubectl"), """
                #!/bin/sh
                echo "$@" >>%s/asked
                case "$*" in *run=gone*) echo 'the server could not be reached' >&2; exit 1;; esac
                printf '{"items": [{"metadata": {"name": "a-00"}, "binaryData": {"results.json.gz": "%%s"}}]}' \
                  "$(gzip -c <%s | base64 -w 0)"
                """.formatted(folder, file(1, "6.18", 100)));
        assertThat(kubectl.toFile().setExecutable(true)).isTrue();

        var ended = diffOnPath(bin, "brun/lab", folder(1, "6.18", 100), "-n", "bench");
        var failed = diffOnPath(bin, "brun/gone", "brun/lab");

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(folder.resolve("asked"))
                .content()
                .startsWith("--namespace bench get configmap -l jgbench.io/content=results,jgbench.io/run=lab -o json");
        assertThat(failed.status()).as("%s", failed).isEqualTo(2);
        assertThat(failed.errors()).singleElement().asString().contains("the server could not be reached");
    }

    private Path file(int members, String kernel, int rate) throws IOException {
        Path repetition = folder.resolve("run-%d-%s-%d/repetition-1".formatted(members, kernel, rate));
        return Files.writeString(
                Files.createDirectories(repetition).resolve("result.json"), """
                {"runId": "r", "spec": {"name": "lab", "members": %d},
                 "members": [{"name": "lab-0", "index": 0, "report": {"host": {"kernel": "%s", "hostName": "h%d"}}}],
                 "figures": {"type": "Multicast", "messagesPerSecond": %d}, "verdict": {"findings": []}}
                """.formatted(members, kernel, rate, rate));
    }

    private String folder(int members, String kernel, int rate) throws IOException {
        return file(members, kernel, rate).getParent().getParent().toString();
    }

    private static JgBenchProcess.Ended diff(String... arguments) {
        return JgBenchCall.of(command(arguments));
    }

    private JgBenchProcess.Ended diffOnPath(Path bin, String... arguments) throws Exception {
        return JgBenchProcess.run(
                folder, List.of("env", "PATH=" + bin + ":" + System.getenv("PATH")), command(arguments));
    }

    private static List<String> command(String... arguments) {
        return Stream.concat(Stream.of("diff"), Stream.of(arguments)).toList();
    }
}
