package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.ClockOffset;
import java.util.Comparator;
import java.util.List;

/**
 * How far apart the members really began.
 *
 * @param skewNanos the last member's begin minus the first's, on the controller's clock
 * @param errorNanos the true skew lies within {@code skewNanos ± errorNanos}
 * @param offsets when each member began, in the order of the members; none in what an earlier version wrote
 */
public record StartSkew(long skewNanos, long errorNanos, List<Offset> offsets) {

    /** Copies the list. */
    public StartSkew {
        offsets = offsets == null ? List.of() : List.copyOf(offsets); // in what an earlier version wrote
    }

    /**
     * One member's begin.
     *
     * @param member its name
     * @param epochNanos when it began, on its own clock
     * @param clock how that clock stands to the controller's
     */
    public record Begin(String member, long epochNanos, ClockOffset clock) {

        private long onController() {
            return clock.toController(epochNanos);
        }
    }

    /**
     * One member's begin as it stands to the first one.
     *
     * @param member its name
     * @param afterFirstNanos how much later than the first member it began, on the controller's clock
     * @param errorNanos its start is known to within {@code ± errorNanos}
     */
    public record Offset(String member, long afterFirstNanos, long errorNanos) {}

    /**
     * The skew of at least one member. The true skew is the difference of two members' begins, each known to its
     * clock's error, so the two largest errors together bound the skew's. One member alone has neither.
     */
    public static StartSkew of(List<Begin> begins) {
        var onController = begins.stream().mapToLong(Begin::onController).summaryStatistics();
        long error = begins.size() < 2
                ? 0
                : begins.stream()
                        .map(begin -> begin.clock().errorNanos())
                        .sorted(Comparator.reverseOrder())
                        .limit(2)
                        .mapToLong(Long::longValue)
                        .sum();
        return new StartSkew(
                onController.getMax() - onController.getMin(),
                error,
                begins.stream()
                        .map(begin -> new Offset(
                                begin.member(),
                                begin.onController() - onController.getMin(),
                                begin.clock().errorNanos()))
                        .toList());
    }
}
