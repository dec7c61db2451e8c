package io.jgbench.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs of the machine that comparisons run. */
final class Programs {
    private Programs() {}

    /** Refuses to begin where one of them is missing. */
    static void require(String... programs) throws BadInputException {
        for (String program : programs) {
            if (!isInstalled(program)) {
                throw new BadInputException("the comparison runs " + program
                        + ", which is not installed: install the package of that name");
            }
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
