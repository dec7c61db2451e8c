package io.jgbench.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.datagram.DatagramSearch;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RateSearchTest {
    private static final long SENDER = 5_000_000_000L;

    /** A link that carries so much and drops the rest. */
    @Property(tries = 200)
    void rateOfALinkIsFoundWithinTheResolution(@ForAll @LongRange(min = 1000, max = 10_000_000_000L) long link) {
        var search = search(OptionalLong.empty(), 2);
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
        var search = search(OptionalLong.of(1000), 1);

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
        var search = search(OptionalLong.of(1000), 1);

        search.ended(true, 0, 1000);
        search.ended(false, 0.01, 1000);
        assertThat(search.rate()).hasValue(950);
        search.ended(true, 0, 950);

        assertThat(search.found()).contains(950L);
    }

    @Test
    void networkThatLosesAtAnyRateHasNone() {
        var search = search(OptionalLong.of(1_000_000), 1);
        while (!search.isOver()) {
            search.ended(false, 0.5, search.rate().orElseThrow());
        }

        assertThat(search.found()).isEmpty();
    }

    @Test
    void trialInWhichAPublisherStoodStillIsRepeatedWhereItPassed() {
        var search = search(OptionalLong.of(20_000_000), 2);

        search.ended(false, 0.7, 20_000_000);
        search.ended(false, 0.01, 6_000_000);
        assertThat(search.rate()).hasValue(5_400_000);
        search.ended(true, 0, 4_400_000);

        assertThat(search.rate()).hasValue(5_400_000);
        assertThat(foundOn(5_800_000, search)).isBetween(5_600_000L, 5_800_000L);
    }

    @Test
    void trialInWhichAPublisherStoodStillIsRepeatedWhereItDidNotPass() {
        var search = search(OptionalLong.of(20_000_000), 2);

        search.ended(false, 0.7, 20_000_000);
        search.ended(true, 0, 6_000_000);
        assertThat(search.rate()).hasValue(13_000_000);
        search.ended(false, 0.4, 5_000_000);

        assertThat(search.rate()).hasValue(13_000_000);
        assertThat(foundOn(6_500_000, search)).isBetween(6_300_000L, 6_500_000L);
    }

    @Test
    void rateThatWasNotSentIsNotConfirmed() {
        var search = search(OptionalLong.of(1000), 1);

        search.ended(true, 0, 1000);
        search.ended(true, 0, 800);
        assertThat(search.isOver()).isFalse();
        assertThat(search.rate()).hasValue(1000);
        search.ended(true, 0, 1000);

        assertThat(search.found()).contains(1000L);
    }

    @Test
    void mostThatIsSentWithoutALimitIsThatOfSeveralTrials() {
        var search = search(OptionalLong.empty(), 1);

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
        var search = search(OptionalLong.of(20_000_000), 1);

        search.ended(true, 0, 15_000_000);
        assertThat(search.rate()).hasValue(20_000_000);
        search.ended(false, 0.4, 20_000_000);

        assertThat(foundOn(17_000_000, search)).isBetween(16_600_000L, 17_000_000L);
    }

    @Test
    void mostThatWasSentIsNotFoundWhereItDidNotPass() {
        var search = search(OptionalLong.empty(), 1);

        search.ended(true, 0, 4_000_000);
        search.ended(false, 0.4, 6_000_000);
        search.ended(true, 0, 4_000_000);

        assertThat(search.rate().orElseThrow()).isBetween(4_000_000L, 6_000_000L);
        assertThat(foundOn(5_000_000, search)).isBetween(4_900_000L, 5_000_000L);
    }

    @Test
    void publisherThatSendsNothingHasNoRate() {
        var search = search(OptionalLong.empty(), 1);
        while (!search.isOver()) {
            search.ended(true, 0, 0);
        }

        assertThat(search.found()).isEmpty();
    }

    @Test
    void rateThatIsNotSentHoweverOftenItIsAskedForGivesWayToTheOneThatIs() {
        var search = search(OptionalLong.of(20_000_000), 2);

        search.ended(false, 0.7, 20_000_000);
        while (!search.isOver()) {
            search.ended(true, 0, Math.min(search.rate().orElseThrow(), 4_400_000));
        }

        assertThat(search.found()).contains(4_400_000L);
    }

    /** Of any network and any publishers. */
    @Property(tries = 500)
    void searchEndsAndFindsWhatWasSentAndPassedInItsLastTrial(
            @ForAll Random random, @ForAll @IntRange(max = 2) int confirmations) {
        double losing = random.nextDouble();
        double standing = random.nextDouble();
        var search = search(OptionalLong.of(1_000_000), confirmations);
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

    @Test
    void searchWithoutConfirmationsEndsWithATrialThatPassedWithTheRateThatWasFound() {
        var search = search(OptionalLong.of(20_000_000), 0);
        boolean ok = false;
        long sent = 0;
        while (!search.isOver()) {
            sent = search.rate().orElseThrow();
            ok = sent <= 14_600_000;
            search.ended(ok, ok ? 0 : 1 - 14_600_000.0 / sent, sent);
        }

        assertThat(search.found()).contains(sent);
        assertThat(ok).isTrue();
    }

    @Test
    void networkOnWhichNothingArrivesHasNoRateAfterAFewTrials() {
        var search = new RateSearch(
                OptionalLong.of(1_000_000_000), new DatagramSearch(Duration.ofSeconds(2), 20, 2), 1468, 3);
        int trials = 0;
        long leastPackets = Long.MAX_VALUE;
        while (!search.isOver()) {
            long rate = search.rate().orElseThrow();
            leastPackets = Math.min(leastPackets, rate * 2 / 1468 / 3);
            search.ended(false, 1, rate);
            trials++;
        }

        assertThat(search.found()).isEmpty();
        assertThat(trials).isLessThan(8);
        assertThat(leastPackets).isBetween(29L, 100L);
    }

    @Test
    void packetLessThanWasAskedForIsNoPublisherThatStoodStill() {
        var search = new RateSearch(OptionalLong.of(39_500), new DatagramSearch(Duration.ofSeconds(1), 20, 1), 1000, 1);

        search.ended(true, 0, 38_990);
        search.ended(true, 0, 38_990);

        assertThat(search.isOver()).isTrue();
        assertThat(search.found()).contains(38_990L);
    }

    private static RateSearch search(OptionalLong most, int confirmations) {
        return new RateSearch(most, new DatagramSearch(Duration.ofSeconds(1), 20, confirmations), 1, 1);
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
