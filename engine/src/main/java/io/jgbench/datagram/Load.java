package io.jgbench.datagram;

import io.jgbench.measure.ArrivalSequence;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a publisher is to do; it ends with whichever limit comes first.
 *
 * @param bytesPerSecond bytes of packets a second, over all its targets; empty for as many as go
 * @param spread how they are spread over time, where there is such a rate
 * @param packetsEach packets to each target, {@link Long#MAX_VALUE} for no limit
 * @param duration how long
 */
public record Load(OptionalLong bytesPerSecond, Spread spread, long packetsEach, Duration duration) {

    /** Refuses nulls. */
    public Load {
        Objects.requireNonNull(bytesPerSecond, "bytesPerSecond");
        Objects.requireNonNull(spread, "spread");
        Objects.requireNonNull(duration, "duration");
    }

    /** A load whose packets are evenly spread. */
    public Load(OptionalLong bytesPerSecond, long packetsEach, Duration duration) {
        this(bytesPerSecond, new Spread.Even(0), packetsEach, duration);
    }

    /** How packets are spread over time. */
    public sealed interface Spread {
        /** When packets are due. */
        ArrivalSequence arrivals(double packetsPerSecond);

        /**
         * In equal distances.
         *
         * @param phase by which part of one they are later, from 0 to less than 1
         */
        record Even(double phase) implements Spread {
            @Override
            public ArrivalSequence arrivals(double packetsPerSecond) {
                return phase == 0
                        ? ArrivalSequence.even(packetsPerSecond)
                        : ArrivalSequence.staggered(packetsPerSecond, phase);
            }
        }

        /**
         * At random instants.
         *
         * @param seed the same one gives the same instants
         */
        record Random(long seed) implements Spread {
            @Override
            public ArrivalSequence arrivals(double packetsPerSecond) {
                return ArrivalSequence.poisson(packetsPerSecond, seed);
            }
        }
    }
}
