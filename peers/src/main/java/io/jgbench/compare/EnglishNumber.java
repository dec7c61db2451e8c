package io.jgbench.compare;

import java.io.IOException;

/**
 * A number as MPerf and UPerf print it in an English locale, such as {@code 82,700.13}. In another one the same digits
 * may be another number: a German {@code 82.700,13} must not be read as 82.7.
 */
final class EnglishNumber {
    /** As a regular expression without groups. Three digits after a full stop may be a German thousand. */
    static final String PATTERN = "\\d{1,3}(?:,\\d{3})*(?:\\.\\d{1,2})?";

    private EnglishNumber() {}

    /**
     * Reads one.
     *
     * @param program the program that printed it
     * @throws IOException if it has another form, with one sentence
     */
    static double read(String program, String printed) throws IOException {
        if (!printed.matches(PATTERN)) {
            throw new IOException(program + " must print a rate such as 82,700.13, got: " + printed
                    + "; check that no JVM option changes its locale");
        }
        return Double.parseDouble(printed.replace(",", ""));
    }
}
