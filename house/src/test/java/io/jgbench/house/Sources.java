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

/** The project's Java files. */
final class Sources {
    private Sources() {}

    /** All of them. */
    static List<Path> all() {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            List<Path> sources = modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(folder -> below(folder).stream())
                    .toList();
            assertThat(sources).hasSizeGreaterThan(100);
            return sources;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What lies beside a module's sources, as its {@code target}, changes while other modules are built. */
    private static List<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::normalize)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a pattern finds in the files of programs that are chosen by their path: each with its file. */
    static List<String> findings(Predicate<Path> chosen, Pattern pattern) {
        return all().stream()
                .filter(file -> file.toString().contains("/src/main/"))
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
