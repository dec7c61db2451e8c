package io.jgbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class PaceTest {
    private static final long BEGIN_NANOS = 1_700_000_000_000_000_000L;

    @Property
    void unitsAreEvenAndDoNotDrift(
            @ForAll @IntRange(min = 1, max = 10_000_000) int rate,
            @ForAll @LongRange(min = 0, max = 30L * 24 * 3600) long seconds) {
        var pace = new Pace(rate, () -> 0);
        pace.begin(BEGIN_NANOS);

        long n = seconds * rate;
        assertThat(pace.dueNanos(n) - BEGIN_NANOS).isBetween(nanos(seconds) - 1, nanos(seconds));
        assertThat(pace.dueNanos(n + 1) - pace.dueNanos(n)).isBetween(nanos(1) / rate - 1, nanos(1) / rate + 1);
    }

    @Property
    void whatWasNotDoneInAQuietTimeIsNotOwed(@ForAll @LongRange(min = 0, max = 1_000_000) long before) {
        var pace = new Pace(1000, () -> 0);
        pace.begin(BEGIN_NANOS);
        long resumed = BEGIN_NANOS + nanos(5_000);

        pace.resume(resumed, before);

        assertThat(pace.dueNanos(before)).isBetween(resumed - 1, resumed);
    }

    private static long nanos(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
