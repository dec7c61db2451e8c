package io.jgbench.coordination.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names, told by a text in which {@code *} stands for any characters, none among them.
 *
 * @param text such as {@code eth0} or {@code veth*}
 */
public record NamePattern(@JsonValue String text) {
    private static final String ANY = "*";

    /** Refuses a pattern that no name has. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public NamePattern {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("a pattern of names must have a character, such as veth*, got none");
        }
    }

    /** Several. */
    public static List<NamePattern> all(String... texts) {
        return Arrays.stream(texts).map(NamePattern::new).toList();
    }

    /** Whether a name is one of these. */
    public boolean matches(String name) {
        String expression = Arrays.stream(text.split(Pattern.quote(ANY), -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return Pattern.compile(expression, Pattern.DOTALL).matcher(name).matches();
    }

    /** Whether a name is one of those of any of these patterns. */
    public static boolean anyMatches(List<NamePattern> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(name));
    }

    /** The texts, with a comma between them; {@code nothing} where there are none. */
    public static String told(List<NamePattern> patterns) {
        return patterns.isEmpty()
                ? "nothing"
                : patterns.stream().map(NamePattern::text).collect(Collectors.joining(", "));
    }
}
