package io.jgbench.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Random;
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

    @Test
    void trialInWhichAPublisherStoodStillIsRepeatedWhereItPassed() {
        var search = new RateSearch(OptionalLong.of(20_000_000), 0.02, 2);

        search.ended(false, 0.7, 20_000_000);
        search.ended(false, 0.01, 6_000_000);
        assertThat(search.rate()).hasValue(5_400_000);
        search.ended(true, 0, 4_400_000);

        assertThat(search.rate()).hasValue(5_400_000);
        assertThat(foundOn(5_800_000, search)).isBetween(5_600_000L, 5_800_000L);
    }

    @Test
    void trialInWhichAPublisherStoodStillIsRepeatedWhereItDidNotPass() {
        var search = new RateSearch(OptionalLong.of(20_000_000), 0.02, 2);

        search.ended(false, 0.7, 20_000_000);
        search.ended(true, 0, 6_000_000);
        assertThat(search.rate()).hasValue(13_000_000);
        search.ended(false, 0.4, 5_000_000);

        assertThat(search.rate()).hasValue(13_000_000);
        assertThat(foundOn(6_500_000, search)).isBetween(6_300_000L, 6_500_000L);
    }

    @Test
    void rateThatWasNotSentIsNotConfirmed() {
        var search = new RateSearch(OptionalLong.of(1000), 0.02, 1);

        search.ended(true, 0, 1000);
        search.ended(true, 0, 800);
        assertThat(search.isOver()).isFalse();
        assertThat(search.rate()).hasValue(1000);
        search.ended(true, 0, 1000);

        assertThat(search.found()).contains(1000L);
    }

    @Test
    void mostThatIsSentWithoutALimitIsThatOfSeveralTrials() {
        var search = new RateSearch(OptionalLong.empty(), 0.02, 1);

        search.ended(true, 0, 4_000_000);
        assertThat(search.rate()).isEmpty();
        search.ended(true, 0, 5_500_000);
        assertThat(search.rate()).isEmpty();
        search.ended(true, 0, 5_400_000);
        assertThat(search.rate()).hasValue(5_500_000);
        search.ended(true, 0, 5_500_000);

        assertThat(search.found()).contains(5_500_000L);
    }

    @Test
    void firstTrialInWhichAPublisherStoodStillIsRepeated() {
        var search = new RateSearch(OptionalLong.of(20_000_000), 0.02, 1);

        search.ended(true, 0, 15_000_000);
        assertThat(search.rate()).hasValue(20_000_000);
        search.ended(false, 0.4, 20_000_000);

        assertThat(foundOn(17_000_000, search)).isBetween(16_600_000L, 17_000_000L);
    }

    @Test
    void mostThatWasSentIsNotFoundWhereItDidNotPass() {
        var search = new RateSearch(OptionalLong.empty(), 0.02, 1);

        search.ended(true, 0, 4_000_000);
        search.ended(false, 0.4, 6_000_000);
        search.ended(true, 0, 4_000_000);

        assertThat(search.rate().orElseThrow()).isBetween(4_000_000L, 6_000_000L);
        assertThat(foundOn(5_000_000, search)).isBetween(4_900_000L, 5_000_000L);
    }

    @Test
    void publisherThatSendsNothingHasNoRate() {
        var search = new RateSearch(OptionalLong.empty(), 0.02, 1);
        while (!search.isOver()) {
            search.ended(true, 0, 0);
        }

        assertThat(search.found()).isEmpty();
    }

    @Test
    void rateThatIsNotSentHoweverOftenItIsAskedForGivesWayToTheOneThatIs() {
        var search = new RateSearch(OptionalLong.of(20_000_000), 0.02, 2);

        search.ended(false, 0.7, 20_000_000);
        while (!search.isOver()) {
            search.ended(true, 0, Math.min(search.rate().orElseThrow(), 4_400_000));
        }

        assertThat(search.found()).contains(4_400_000L);
    }

    /** Of any network and any publishers. */
    @Property(tries = 500)
    void searchEndsAndFindsWhatWasSentAndPassedInItsLastTrial(@ForAll Random random) {
        double losing = random.nextDouble();
        double standing = random.nextDouble();
        var search = new RateSearch(OptionalLong.of(1_000_000), 0.02, 2);
        int trials = 0;
        boolean ok = false;
        double sent = 0;
        while (!search.isOver()) {
            ok = random.nextDouble() >= losing;
            sent = search.rate().orElseThrow() * (random.nextDouble() < standing ? random.nextDouble() : 1);
            search.ended(ok, ok ? 0 : random.nextDouble(), (long) sent);
            trials++;
        }

        assertThat(trials).isLessThanOrEqualTo(60);
        if (search.found().isPresent()) {
            assertThat(ok).isTrue();
            assertThat(sent).isGreaterThanOrEqualTo(search.found().orElseThrow() * 0.98 - 1);
        }
    }

    private static long foundOn(long link, RateSearch search) {
        while (!search.isOver()) {
            long sent = search.rate().orElseThrow();
            double loss = Math.max(0, 1 - (double) link / sent);
            search.ended(loss <= 0.001, loss, sent);
        }
        return search.found().orElseThrow();
    }
}
