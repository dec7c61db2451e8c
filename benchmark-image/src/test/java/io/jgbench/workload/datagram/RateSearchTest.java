package io.jgbench.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RateSearchTest {
    private static final long SENDER = 5_000_000_000L;

    /** A link that carries so much and drops the rest. */
    @Property(tries = 200)
    void rateOfALinkIsFoundWithinTheResolution(@ForAll @LongRange(min = 1000, max = 10_000_000_000L) long link) {
        var search = new RateSearch(OptionalLong.empty(), 0.02, 2);
        int trials = 0;
        while (!search.isOver()) {
            long sent = Math.min(search.rate().orElse(SENDER), SENDER);
            double loss = Math.max(0, 1 - (double) link / sent);
            search.ended(loss <= 0.001, loss, sent);
            trials++;
        }

        assertThat((double) search.found().orElseThrow())
                .isBetween(Math.min(link, SENDER) * 0.97, Math.min(link, SENDER) * 1.002);
        assertThat(trials).isLessThan(25);
    }

    @Test
    void rateThatIsAskedForIsTriedFirstAndIsEnoughWhereItPasses() {
        var search = new RateSearch(OptionalLong.of(1000), 0.02, 1);

        assertThat(search.rate()).hasValue(1000);
        search.ended(true, 0, 1000);
        assertThat(search.isOver()).isFalse();
        assertThat(search.rate()).hasValue(1000);
        search.ended(true, 0, 1000);

        assertThat(search.isOver()).isTrue();
        assertThat(search.found()).contains(1000L);
    }

    @Test
    void rateThatDoesNotPassAgainGivesWayToALowerOne() {
        var search = new RateSearch(OptionalLong.of(1000), 0.02, 1);

        search.ended(true, 0, 1000);
        search.ended(false, 0.01, 1000);
        assertThat(search.rate()).hasValue(950);
        search.ended(true, 0, 950);

        assertThat(search.found()).contains(950L);
    }

    @Test
    void networkThatLosesAtAnyRateHasNone() {
        var search = new RateSearch(OptionalLong.of(1_000_000), 0.02, 1);
        while (!search.isOver()) {
            search.ended(false, 0.5, search.rate().orElseThrow());
        }

        assertThat(search.found()).isEmpty();
    }
}
