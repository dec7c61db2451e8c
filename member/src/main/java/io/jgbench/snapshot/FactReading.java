package io.jgbench.snapshot;

import java.util.Optional;
import java.util.function.UnaryOperator;

/** What came of reading a value. */
sealed interface FactReading {

    /** It was read. */
    record Found(String text) implements FactReading {}

    /** It was not; the reason has no full stop. */
    record Absent(String why) implements FactReading {}

    /** What was read, if it was. */
    default Optional<String> found() {
        return this instanceof Found(var text) ? Optional.of(text) : Optional.empty();
    }

    /** The same with another text. */
    default FactReading map(UnaryOperator<String> change) {
        return this instanceof Found(var text) ? new Found(change.apply(text)) : this;
    }
}
