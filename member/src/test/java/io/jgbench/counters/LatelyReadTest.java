package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LatelyReadTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();

    @Test
    void readsOnceInAnInterval() {
        var steal = new LatelyRead(() -> Map.of("steal", reads.incrementAndGet()), Duration.ofSeconds(1), nanos::get)
                .all()
                .get("steal");

        assertThat(steal.getAsLong()).isEqualTo(1);
        nanos.set(999_999_999);
        assertThat(steal.getAsLong()).isEqualTo(1);
        nanos.set(1_000_000_000);
        assertThat(steal.getAsLong()).isEqualTo(2);
        assertThat(steal.getAsLong()).isEqualTo(2);
    }

    @Test
    void counterThatIsNoLongerToldKeepsItsValue() {
        var steal = new LatelyRead(
                        () -> reads.incrementAndGet() == 1 ? Map.of("steal", 7L) : Map.of(),
                        Duration.ofSeconds(1),
                        nanos::get)
                .all()
                .get("steal");

        nanos.set(1_000_000_000);

        assertThat(steal.getAsLong()).isEqualTo(7);
    }
}
