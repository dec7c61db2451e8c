package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndSignalTest {
    private final EndSignal signal = new EndSignal();
    private final List<String> told = new ArrayList<>();

    @Test
    void allAreToldOnceWhenItIsGiven() {
        signal.whenGiven(() -> told.add("one"));
        signal.whenGiven(() -> told.add("other"));
        assertThat(signal.isGiven()).isFalse();

        signal.give();
        signal.give();

        assertThat(signal.isGiven()).isTrue();
        assertThat(told).containsExactly("one", "other");
    }

    @Test
    void whoAsksToBeToldLateIsToldAtOnce() {
        signal.give();

        signal.whenGiven(() -> told.add("late"));

        assertThat(told).containsExactly("late");
    }

    @Test
    void timerGivesItAtItsInstantAndNotBefore() throws Exception {
        EpochClock clock = EpochClock.system();
        long at = clock.epochNanos() + Duration.ofMillis(50).toNanos();
        List<Long> given = new ArrayList<>();
        signal.whenGiven(() -> given.add(clock.epochNanos()));

        try (var timer = new EndTimer(clock, signal)) {
            timer.begin(at);
            timer.await();
        }

        assertThat(given).singleElement().satisfies(when -> assertThat(when).isGreaterThanOrEqualTo(at));
    }

    @Test
    void timerThatIsClosedDoesNotGiveIt() throws Exception {
        EpochClock clock = EpochClock.system();
        var timer = new EndTimer(clock, signal);
        timer.begin(clock.epochNanos() + Duration.ofHours(1).toNanos());

        timer.close();
        timer.await();

        assertThat(signal.isGiven()).isFalse();
    }

    @Test
    void timerThatNeverBeganEndsWhenItIsClosed() throws Exception {
        var timer = new EndTimer(EpochClock.system(), signal);

        timer.close();
        timer.await();

        assertThat(signal.isGiven()).isFalse();
    }
}
