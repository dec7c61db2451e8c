package io.jgbench.coordination.spec;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.jgbench.coordination.steady.SteadyRule;
import java.time.Duration;
import java.util.Objects;

/** What is done before the measured part, and when that is enough. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "until")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Warmup.Fixed.class, name = "Fixed"),
    @JsonSubTypes.Type(value = Warmup.Steady.class, name = "Steady")
})
public sealed interface Warmup {

    /** No warm-up at all. */
    Warmup NONE = new Fixed(0);

    /** A warm-up of a number of units of work; see {@link Fixed}. */
    static Warmup of(long units) {
        return new Fixed(units);
    }

    /** The most units of work of one sender. */
    long most();

    /** How long it is to last at the most; zero where its units say how long it lasts. */
    Duration longest();

    /**
     * A number of units of work, however fast they are done at the end. Unlike {@link RunLength.Units} it may be 0.
     *
     * @param units messages of each sender, or requests of each member, at least 0
     */
    record Fixed(long units) implements Warmup {

        /** Checks the range. */
        public Fixed {
            Checks.atLeast("warmup.messages", 0, units);
        }

        @Override
        public long most() {
            return units;
        }

        @Override
        public Duration longest() {
            return Duration.ZERO;
        }
    }

    /**
     * Until the members' rates are steady and their compilers quiet; see {@link SteadyRule}.
     *
     * @param atLeast how long it lasts at the least, not negative
     * @param atMost how long it lasts at the most, not less than that, positive
     */
    record Steady(Duration atLeast, Duration atMost) implements Warmup {

        /** Checks the ranges. */
        public Steady {
            Objects.requireNonNull(atLeast, "atLeast");
            Checks.positive("warmup.atMost", atMost);
            if (atLeast.isNegative() || atLeast.compareTo(atMost) > 0) {
                throw new IllegalArgumentException(
                        "warmup.atLeast must be between 0s and warmup.atMost (" + atMost + "), got: " + atLeast);
            }
        }

        @Override
        public long most() {
            return Long.MAX_VALUE;
        }

        /** How long it lasts until it can end: it is not judged before it has lasted both spans that are compared. */
        public Duration shortest() {
            Duration judged = SteadyRule.SPAN.multipliedBy(2);
            Duration shortest = atLeast.compareTo(judged) > 0 ? atLeast : judged;
            return shortest.compareTo(atMost) < 0 ? shortest : atMost;
        }

        @Override
        public Duration longest() {
            return atMost;
        }
    }
}
