package io.jgbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class SequenceTrackerTest {
    private final SequenceTracker numbers = new SequenceTracker();

    @Property
    void everyArrivalIsNewReorderedOrDuplicate(
            @ForAll @Size(max = 300) List<@LongRange(min = 0, max = 200) Long> arrivals) {
        var tracker = new SequenceTracker();
        Set<Long> seen = new HashSet<>();
        long next = 0;
        long duplicate = 0;
        long reordered = 0;
        for (long sequence : arrivals) {
            boolean isNew = seen.add(sequence);
            assertThat(tracker.arrived(sequence)).isEqualTo(isNew);
            duplicate += isNew ? 0 : 1;
            reordered += isNew && sequence < next ? 1 : 0;
            next = Math.max(next, sequence + 1);
        }

        assertThat(tracker.next()).isEqualTo(next);
        assertThat(tracker.duplicate()).isEqualTo(duplicate);
        assertThat(tracker.reordered()).isEqualTo(reordered);
    }

    @Example
    void numbersInOrderLeaveNoGap() {
        for (long sequence = 0; sequence < 1000; sequence++) {
            assertThat(numbers.arrived(sequence)).isTrue();
        }

        assertThat(numbers.hadGaps()).isFalse();
        assertThat(numbers.arrived(0)).isFalse();
    }

    @Example
    void gapOfMillionsIsFilledExactly() {
        long far = 5_000_000;
        numbers.arrived(far);

        assertThat(numbers.hadGaps()).isTrue();
        assertThat(numbers.arrived(far - 1)).isTrue();
        assertThat(numbers.arrived(far - 1)).isFalse();
        assertThat(numbers.next()).isEqualTo(far + 1);
    }

    @Example
    void numberBeforeTheFirstCountsAsADuplicate() {
        numbers.arrived(3);

        assertThat(numbers.arrived(-1)).isFalse();
        assertThat(numbers.duplicate()).isEqualTo(1);
    }
}
