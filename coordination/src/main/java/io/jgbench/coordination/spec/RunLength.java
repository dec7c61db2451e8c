package io.jgbench.coordination.spec;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.Optional;

/** How much is measured: a number of units of work, or as many as are done in a time. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "by")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunLength.Units.class, name = "Units"),
    @JsonSubTypes.Type(value = RunLength.Time.class, name = "Time")
})
public sealed interface RunLength {

    /** A number of units of work; see {@link Units}. */
    static RunLength of(long units) {
        return new Units(units);
    }

    /** So long; see {@link Time}. */
    static RunLength of(Duration duration) {
        return new Time(duration);
    }

    /** The most units of work of one sender. */
    long most();

    /** The time that ends it; empty where a number of units does. */
    Optional<Duration> time();

    /**
     * A number of units of work.
     *
     * @param units messages of each sender, or requests of each member, at least 1
     */
    record Units(long units) implements RunLength {

        /** Checks the range. */
        public Units {
            Checks.atLeast("messages or requests", 1, units);
        }

        @Override
        public long most() {
            return units;
        }

        @Override
        public Optional<Duration> time() {
            return Optional.empty();
        }
    }

    /**
     * A time, counted by each member from its start.
     *
     * @param duration how long units of work are begun, positive
     */
    record Time(Duration duration) implements RunLength {

        /** Checks the range. */
        public Time {
            Checks.positive("duration", duration);
        }

        @Override
        public long most() {
            return Long.MAX_VALUE;
        }

        @Override
        public Optional<Duration> time() {
            return Optional.of(duration);
        }
    }
}
