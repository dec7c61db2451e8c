package io.jgbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's Java files, and others that people write. */
final class Sources {
    private Sources() {}

    /** All Java files. */
    static List<Path> all() {
        List<Path> sources = ofModules(".java");
        assertThat(sources).hasSizeGreaterThan(100);
        return sources;
    }

    /**
     * The sources of all modules whose names end so. What lies beside a module's sources, as its {@code target},
     * changes while other modules are built.
     */
    static List<Path> ofModules(String ending) {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(folder -> below(folder, Integer.MAX_VALUE, ending).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The files of a folder whose names end so.
     *
     * @param depth 1 without the folders in it
     */
    static List<Path> below(Path folder, int depth, String ending) {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .map(Path::normalize)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a pattern finds in the files of programs that are chosen by their path: each with its file. */
    static List<String> findings(Predicate<Path> chosen, Pattern pattern) {
        return findingsInTestsToo(file -> file.toString().contains("/src/main/") && chosen.test(file), pattern);
    }

    /** The same, tests included. */
    static List<String> findingsInTestsToo(Predicate<Path> chosen, Pattern pattern) {
        return all().stream()
                .filter(chosen)
                .flatMap(file -> pattern.matcher(text(file))
                        .results()
                        .map(found -> file.getFileName() + ": " + found.group().strip()))
                .toList();
    }

    /** The text of a file. */
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
