package io.jgbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that {@code docs/FAULTS.md} names. */
class FaultMatrixTest {
    private static final Path PROJECT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    private static final Pattern DISABLED = Pattern.compile("@Disabled\\b");

    private final List<Path> sources = Sources.all();

    @Test
    void namedTestsExist() throws IOException {
        List<String> missing = new ArrayList<>();
        List<String> disabled = new ArrayList<>();
        List<String> named = new ArrayList<>();
        NAMED.matcher(Files.readString(PROJECT.resolve("docs/FAULTS.md")))
                .results()
                .forEach(test -> {
                    named.add(test.group());
                    Optional<String> source = source(test.group(1), test.group(2));
                    if (source.isEmpty()) {
                        missing.add(test.group());
                    } else if (isDisabled(source.get(), test.group(1), test.group(2))) {
                        disabled.add(test.group());
                    }
                });

        assertThat(named).hasSizeGreaterThan(30);
        assertThat(missing).as("tests of FAULTS.md that do not exist").isEmpty();
        assertThat(disabled).as("tests of FAULTS.md that are disabled").isEmpty();
    }

    @Test
    void disabledTestsAreSeen() {
        String source = """
                @Tag("slow")
                class SomeTest {
                    @Test
                    @DisabledOnOs(OS.MAC)
                    void runs() {}

                    @Disabled("it fails")
                    @Test
                    void isDisabled() {}
                }
                """;

        assertThat(isDisabled(source, "SomeTest", "runs")).isFalse();
        assertThat(isDisabled(source, "SomeTest", "isDisabled")).isTrue();
        assertThat(isDisabled(source.replace("@Tag(\"slow\")", "@Disabled"), "SomeTest", "runs"))
                .isTrue();
    }

    /** Whether a test or its class is annotated so; the annotations of a method follow an empty line or a brace. */
    private static boolean isDisabled(String source, String type, String method) {
        String ofClass = source.substring(0, source.indexOf("class " + type));
        String before = source.substring(0, start(source, method));
        String ofMethod = before.substring(Math.max(before.lastIndexOf("\n\n"), ofClass.length()));
        return Stream.of(ofClass, ofMethod)
                .anyMatch(annotations -> DISABLED.matcher(annotations).find());
    }

    private static int start(String source, String method) {
        Matcher declaration = declaration(method).matcher(source);
        if (!declaration.find()) {
            throw new AssertionError("no test " + method);
        }
        return declaration.start();
    }

    private static Pattern declaration(String method) {
        return Pattern.compile("\\bvoid " + method + "\\(");
    }

    /** The text of the class that declares a test. */
    private Optional<String> source(String type, String method) {
        return sources.stream()
                .filter(file -> file.toString().contains("/src/test/java/") && file.endsWith(type + ".java"))
                .map(Sources::text)
                .filter(text -> declaration(method).matcher(text).find())
                .findFirst();
    }
}
