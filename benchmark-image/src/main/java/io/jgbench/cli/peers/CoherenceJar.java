package io.jgbench.cli.peers;

import io.jgbench.cli.exit.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The jar of Coherence, which comparisons run and nothing else needs. */
final class CoherenceJar {
    @Option(
            names = "--coherence-jar",
            defaultValue = "${sys:jgbench.coherence-jar}",
            description = "Coherence's jar (default: the one that the launcher fetches from Maven Central).")
    private Path jar;

    /** A file that is there. */
    Path path() throws BadInputException {
        if (jar == null || !Files.isRegularFile(jar)) {
            throw new BadInputException(
                    "--coherence-jar must name the jar of com.oracle.coherence.ce:coherence, found: " + jar);
        }
        return jar;
    }
}
