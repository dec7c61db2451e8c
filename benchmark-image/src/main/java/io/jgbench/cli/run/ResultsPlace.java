package io.jgbench.cli.run;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.report.files.ResultFiles;
import io.jgbench.report.files.ResultFilesException;
import java.nio.file.Path;
import java.util.Optional;

/** The folder that {@code --results} names, of which each command has a description of its own. */
final class ResultsPlace {
    private ResultsPlace() {}

    /**
     * The full results of runs; empty where none are wanted.
     *
     * @param given what the user gave, or null
     * @throws BadInputException if the folder cannot be written
     */
    static Optional<ResultFiles> files(Path given) throws BadInputException {
        try {
            return given == null ? Optional.empty() : Optional.of(ResultFiles.in(given));
        } catch (ResultFilesException e) {
            throw new BadInputException(e);
        }
    }
}
