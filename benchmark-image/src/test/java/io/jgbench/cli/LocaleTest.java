package io.jgbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class LocaleTest {
    @TempDir
    private Path folder;

    /** Persian has digits of its own. */
    @Test
    void numbersAreWrittenAlikeWhateverTheUsersLanguage() throws Exception {
        Path file = Files.writeString(folder.resolve("suite.yaml"), """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkSuite
                metadata: {name: large}
                spec:
                  rounds: 100
                  axes:
                    - {name: size, path: messageSize, values: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']}
                    - {name: members, path: members, values: ['2', '3', '4', '5', '6', '7', '8', '9', '10', '11']}
                  template: {members: 2, messages: 1000, messageSize: 1k}
                """);
        List<String> inPersian = List.of("env", "JDK_JAVA_OPTIONS=-Duser.language=fa -Duser.country=IR");

        var ended = JgBenchProcess.run(
                folder,
                inPersian,
                List.of(
                        "suite",
                        file.toString(),
                        "--results",
                        folder.resolve("results").toString()));

        assertThat(ended.errors()).last().asString().contains("got: 110 x 100").matches("\\p{ASCII}*");
    }
}
