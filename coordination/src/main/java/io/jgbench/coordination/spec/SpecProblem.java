package io.jgbench.coordination.spec;

import java.util.Objects;

/**
 * What is wrong with one field of a spec.
 *
 * @param path the field's path, such as {@code spec.start.timeout}
 * @param sentence the rule, what was found and what to write or do instead, in one line
 */
public record SpecProblem(String path, String sentence) {
    private static final int LONGEST_FOUND = 80;

    /** Refuses nulls. */
    public SpecProblem {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(sentence, "sentence");
    }

    /**
     * With the sentence put together.
     *
     * @param rule what must hold, beginning with the field
     * @param found what was found instead; shortened where it is long
     * @param advice what to write or do
     */
    public SpecProblem(String path, String rule, Object found, String advice) {
        this(path, rule + ", got: " + shortened(found) + "; " + advice);
    }

    /** A problem with a value, for which there is a better one; the rule does without the field. */
    public static SpecProblem ofValue(String path, String rule, Object found, String goodValue) {
        return new SpecProblem(path, path + " " + rule, found, "a good value is " + goodValue);
    }

    private static String shortened(Object found) {
        String line = String.valueOf(found).replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST_FOUND ? line : line.substring(0, LONGEST_FOUND) + "...";
    }
}
