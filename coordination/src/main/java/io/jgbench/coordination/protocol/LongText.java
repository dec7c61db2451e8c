package io.jgbench.coordination.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.io.UncheckedIOException;
import java.util.Objects;

/** A text of a report that is too long to have those of all members in memory at once; it may be elsewhere. */
@JsonDeserialize(using = LongTextReader.class)
public interface LongText {

    /**
     * The text, read from where it is.
     *
     * @throws UncheckedIOException if it cannot be read any more
     */
    @JsonValue
    String text();

    /** How many characters it has. */
    int length();

    /** A text in memory. */
    static LongText of(String text) {
        return new InMemory(text);
    }

    /** A text in memory. */
    record InMemory(String text) implements LongText {

        /** Refuses null. */
        public InMemory {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public int length() {
            return text.length();
        }
    }
}
