package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.ClockOrigin;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.ClockReading;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClockExchangesTest {
    private static final ClockOrigin OURS = new ClockOrigin("boot-1", 1_000);

    private final ClockExchanges exchanges = new ClockExchanges(Optional.of(OURS));

    @Test
    void readingOfTheShortestRoundTripCountsAndBelongsToItsMiddle() {
        exchanges.add(0, 1_000, reading(100_000));
        exchanges.add(2_000, 2_100, reading(7_050));
        exchanges.add(3_000, 3_500, reading(100_000));
        assertThat(exchanges.result()).isEqualTo(new ClockMeasurement(new ClockOffset(5_000, 51), 1_000, 2_050));
    }

    @Test
    void measurementEndsWhenRoundTripsGetNoShorter() {
        exchanges.add(0, 100, reading(50));
        for (int i = 0; i < 16; i++) {
            assertThat(exchanges.areEnough()).isFalse();
            exchanges.add(0, 100, reading(50));
        }
        assertThat(exchanges.areEnough()).isTrue();
    }

    /** Of a controller that is far away few exchanges are made in the time that there is. */
    @Test
    void fewExchangesTellSomethingWhereThereIsNoTimeForMore() {
        exchanges.add(0, 100, reading(50));
        assertThat(exchanges.resultSoFar()).isEmpty();
        for (int i = 0; i < 3; i++) {
            exchanges.add(0, 200, reading(100));
        }

        assertThat(exchanges.areEnough()).isFalse();
        assertThat(exchanges.resultSoFar()).hasValue(exchanges.result());
    }

    @Test
    void measurementEndsThoughRoundTripsGetShorterAndShorter() {
        for (int i = 0; i < 64; i++) {
            assertThat(exchanges.areEnough()).isFalse();
            exchanges.add(0, 1_000 - i, reading(500));
        }
        assertThat(exchanges.areEnough()).isTrue();
    }

    @Test
    void clocksThatFollowTheSameOneDifferByWhatTheirOriginsDifferAfterAFewExchanges() {
        for (int i = 0; i < 4; i++) {
            assertThat(exchanges.areEnough()).isFalse();
            exchanges.add(0, 100, reading(60, new ClockOrigin("boot-1", 1_007)));
        }
        assertThat(exchanges.areEnough()).isTrue();
        assertThat(exchanges.result()).isEqualTo(new ClockMeasurement(new ClockOffset(7, 0), 100, 50));
    }

    @Test
    void originsThatTheReadingsContradictAreNotBelieved() {
        for (int i = 0; i < 4; i++) {
            exchanges.add(0, 100, reading(50, new ClockOrigin("boot-1", 1_052)));
        }
        assertThat(exchanges.areEnough()).isFalse();
        assertThat(exchanges.result()).isEqualTo(new ClockMeasurement(new ClockOffset(0, 51), 100, 50));
    }

    @Test
    void originsOfOtherHostsSayNothing() {
        for (int i = 0; i < 4; i++) {
            exchanges.add(0, 100, reading(50, new ClockOrigin("boot-2", 1_000)));
        }
        assertThat(exchanges.areEnough()).isFalse();
        assertThat(exchanges.result()).isEqualTo(new ClockMeasurement(new ClockOffset(0, 51), 100, 50));
    }

    private static ClockReading reading(long epochNanos) {
        return new ClockReading(epochNanos, Optional.empty());
    }

    private static ClockReading reading(long epochNanos, ClockOrigin origin) {
        return new ClockReading(epochNanos, Optional.of(origin));
    }
}
