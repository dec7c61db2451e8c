package io.jgbench.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SequenceTallyTest {

    @Test
    void packetsInOrderAreReceivedAndNothingElse() {
        var tally = new SequenceTally();
        for (long sequence = 0; sequence < 1_000_000; sequence++) {
            tally.arrived(sequence);
        }

        assertThat(tally.received()).isEqualTo(1_000_000);
        assertThat(tally.highest()).isEqualTo(999_999);
        assertThat(tally.duplicate() + tally.outOfOrder() + tally.late()).isZero();
    }

    @Test
    void packetThatWasOvertakenIsOutOfOrderByHowFarItIsBehind() {
        var tally = tallyOf(0, 1, 4, 2, 3, 5);

        assertThat(tally.received()).isEqualTo(6);
        assertThat(tally.outOfOrder()).isEqualTo(2);
        assertThat(tally.offsets()).isEqualTo(2 + 1);
    }

    @Test
    void packetThatComesTwiceIsADuplicateWhereverItComes() {
        var tally = tallyOf(0, 1, 1, 2, 0);

        assertThat(tally.received()).isEqualTo(3);
        assertThat(tally.duplicate()).isEqualTo(2);
        assertThat(tally.outOfOrder()).isZero();
    }

    @Test
    void packetThatIsTooFarBehindToBeToldIsLateAndStaysMissing() {
        var tally = tallyOf(0, SequenceTally.WINDOW + 1, 1, 2);

        assertThat(tally.received()).isEqualTo(3);
        assertThat(tally.late()).isEqualTo(1);
    }

    /** Against a set, which knows all that has arrived. */
    @Property(tries = 300)
    void everyArrivalIsReceivedOrADuplicate(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 2000) int packets,
            @ForAll @IntRange(max = 300) int jitter) {
        var random = new Random(seed);
        List<long[]> sent = new ArrayList<>();
        for (int sequence = 0; sequence < packets; sequence++) {
            if (random.nextInt(5) > 0) {
                sent.add(new long[] {sequence + (jitter == 0 ? 0 : random.nextInt(jitter)), sequence});
            }
            if (random.nextInt(20) == 0) {
                sent.add(new long[] {sequence + (jitter == 0 ? 0 : random.nextInt(jitter)), sequence});
            }
        }
        sent.sort((one, other) -> Long.compare(one[0], other[0]));
        var tally = new SequenceTally();
        var known = new TreeSet<Long>();
        long duplicates = 0;
        long overtaken = 0;
        for (long[] packet : sent) {
            boolean late = !known.isEmpty() && packet[1] < known.last();
            if (!known.add(packet[1])) {
                duplicates++;
            } else if (late) {
                overtaken++;
            }
            tally.arrived(packet[1]);
        }

        assertThat(tally.received()).isEqualTo(known.size());
        assertThat(tally.duplicate()).isEqualTo(duplicates);
        assertThat(tally.outOfOrder()).isEqualTo(overtaken);
        assertThat(tally.late()).isZero();
    }

    private static SequenceTally tallyOf(long... sequences) {
        var tally = new SequenceTally();
        for (long sequence : sequences) {
            tally.arrived(sequence);
        }
        return tally;
    }
}
