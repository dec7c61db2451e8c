package io.jgbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that {@code docs/FAULTS.md} names. */
class FaultMatrixTest {
    private static final Path PROJECT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

    @Test
    void namedTestsExist() throws IOException {
        List<String> missing = new ArrayList<>();
        List<String> named = new ArrayList<>();
        NAMED.matcher(Files.readString(PROJECT.resolve("docs/FAULTS.md")))
                .results()
                .forEach(test -> {
                    named.add(test.group());
                    if (!exists(test.group(1), test.group(2))) {
                        missing.add(test.group());
                    }
                });

        assertThat(named).hasSizeGreaterThan(30);
        assertThat(missing).as("tests of FAULTS.md that do not exist").isEmpty();
    }

    private static boolean exists(String type, String method) {
        Pattern declaration = Pattern.compile("\\bvoid " + method + "\\(");
        try (Stream<Path> modules = Files.list(PROJECT)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .anyMatch(tests -> declares(tests, type + ".java", declaration));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean declares(Path tests, String file, Pattern declaration) {
        try (Stream<Path> all = Files.walk(tests)) {
            return all.filter(path -> path.endsWith(file)).anyMatch(path -> isIn(path, declaration));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isIn(Path path, Pattern declaration) {
        try {
            return declaration.matcher(Files.readString(path)).find();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
