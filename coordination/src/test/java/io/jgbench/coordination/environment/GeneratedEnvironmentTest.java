package io.jgbench.coordination.environment;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.testing.files.GeneratedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** With {@code -Djgbench.generate=true} this writes the table instead of comparing it. */
class GeneratedEnvironmentTest {
    private static final Path PAGE = Path.of("../docs/method/ENVIRONMENT.md");

    @Test
    void factsInTheMethodFollowFromTheirDeclarations() throws IOException {
        new GeneratedText()
                .holdPart(
                        PAGE,
                        "facts",
                        "| fact | what it says | in the hash |\n|---|---|---|\n"
                                + Arrays.stream(HostFact.values())
                                        .map(GeneratedEnvironmentTest::row)
                                        .collect(joining()));
    }

    private static String row(HostFact fact) {
        return "| `%s` | %s | %s |%n"
                .formatted(
                        fact.label(),
                        fact.meaning(),
                        fact.whyItMayDiffer().map(why -> "no: " + why).orElse("yes"));
    }

    @Test
    void nameOfAFactIsFoundAgain() {
        assertThat(HostFact.values())
                .allSatisfy(fact -> assertThat(HostFact.of(fact.label().replace("*", ".one")))
                        .hasValue(fact));
        assertThat(HostFact.of("jgroups.version")).hasValue(HostFact.JGROUPS);
        assertThat(HostFact.of("jgroups.bundler")).hasValue(HostFact.JGROUPS_FACT);
        assertThat(HostFact.of("of another transport")).isEmpty();
    }
}
