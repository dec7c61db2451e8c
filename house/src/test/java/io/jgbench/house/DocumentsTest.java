package io.jgbench.house;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.cli.JgBench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** What the documents refer to: other documents, their headings, files of the project and its commands. */
class DocumentsTest {
    private static final Path PROJECT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern COMMAND = Pattern.compile("\\./jgbench ([a-z][a-z0-9-]*)");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w+)");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]\\w+)(?:\\.\\w+)*`");

    private static final Pattern MODULE = Pattern.compile("<module>([a-z0-9-]+)</module>");
    private static final Pattern ROW_OF_A_MODULE = Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\|");

    /** The workload that the recipe adds. */
    private static final String EXAMPLE = "Echo";

    /** The words of the launcher that need no program. */
    private static final Pattern LAUNCHERS_OWN = Pattern.compile("(?m)^([a-z0-9]+)\\)$|= ([a-z]+) ]; then");

    @Test
    void linksLeadToFilesAndHeadingsThatExist() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            String text = INLINE_CODE.matcher(prose(document)).replaceAll("");
            LINK.matcher(text)
                    .results()
                    .filter(link -> !leadsSomewhere(document, link))
                    .forEach(link -> broken.add(PROJECT.relativize(document) + ": " + link.group()));
        }

        assertThat(broken).as("links that lead nowhere").isEmpty();
    }

    @Test
    void quotedCommandsExist() throws IOException {
        Set<String> commands = Stream.concat(
                        Arrays.stream(JgBench.class.getAnnotation(Command.class).subcommands())
                                .map(type -> type.getAnnotation(Command.class).name()),
                        LAUNCHERS_OWN
                                .matcher(Files.readString(PROJECT.resolve("jgbench")))
                                .results()
                                .map(word -> word.group(1) == null ? word.group(2) : word.group(1)))
                .collect(toSet());
        List<String> unknown = new ArrayList<>();
        for (Path document : documents()) {
            COMMAND.matcher(Files.readString(document))
                    .results()
                    .map(quoted -> quoted.group(1))
                    .filter(name -> !commands.contains(name))
                    .forEach(name -> unknown.add(PROJECT.relativize(document) + ": ./jgbench " + name));
        }

        assertThat(commands).contains("run", "cluster", "e2e", "generate");
        assertThat(unknown).as("commands that jgbench does not have").isEmpty();
    }

    @Test
    void typesThatTheArchitectureNamesExist() throws IOException {
        Set<String> declared = Sources.all().stream()
                .flatMap(file -> DECLARATION.matcher(Sources.text(file)).results())
                .map(type -> type.group(1))
                .collect(toSet());
        List<String> unknown = TYPE.matcher(Files.readString(PROJECT.resolve("docs/ARCHITECTURE.md")))
                .results()
                .map(named -> named.group(1))
                .filter(name -> !declared.contains(name) && !name.contains(EXAMPLE))
                .distinct()
                .toList();

        assertThat(unknown).as("types of ARCHITECTURE.md that do not exist").isEmpty();
    }

    @Test
    void architectureListsEachModuleAsARoomOrAsAnotherOne() throws IOException {
        String architecture = Files.readString(PROJECT.resolve("docs/ARCHITECTURE.md"));
        List<String> modules = MODULE.matcher(Files.readString(PROJECT.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .toList();
        List<String> rooms = Arrays.stream(Room.values()).map(Room::folder).toList();
        List<String> others =
                modules.stream().filter(module -> !rooms.contains(module)).toList();

        assertThat(modules).containsAll(rooms);
        assertThat(modulesBelow("The rooms", architecture)).containsExactlyInAnyOrderElementsOf(rooms);
        assertThat(modulesBelow("The other modules", architecture)).containsExactlyInAnyOrderElementsOf(others);
    }

    /** The modules in the first column of a section's table. */
    private static List<String> modulesBelow(String heading, String document) {
        String section = document.split("(?m)^## " + heading + "$", 2)[1].split("(?m)^## ", 2)[0];
        return ROW_OF_A_MODULE
                .matcher(section)
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    private static boolean leadsSomewhere(Path document, MatchResult link) {
        Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
        return Files.exists(target) && (link.group(2) == null || anchors(target).contains(link.group(2)));
    }

    /** The anchors of a document's headings, as GitHub makes them. */
    private static Set<String> anchors(Path document) {
        try {
            return HEADING.matcher(prose(document))
                    .results()
                    .map(heading -> heading.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-'))
                    .collect(toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A document without its blocks of code. */
    private static String prose(Path document) throws IOException {
        return FENCED.matcher(Files.readString(document)).replaceAll("");
    }

    private static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> top = Files.list(PROJECT)) {
            top.filter(DocumentsTest::isMarkdown).forEach(found::add);
        }
        for (String folder : List.of("docs", "examples")) {
            try (Stream<Path> below = Files.walk(PROJECT.resolve(folder))) {
                below.filter(DocumentsTest::isMarkdown).forEach(found::add);
            }
        }
        assertThat(found).hasSizeGreaterThan(15);
        return found;
    }

    private static boolean isMarkdown(Path file) {
        return file.toString().endsWith(".md");
    }
}
