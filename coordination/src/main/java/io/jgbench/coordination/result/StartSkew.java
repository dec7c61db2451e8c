package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.ClockOffset;
import java.util.Comparator;
import java.util.List;

/**
 * How far apart the members really began.
 *
 * @param skewNanos the last member's begin minus the first's, on the controller's clock
 * @param errorNanos the true skew lies within {@code skewNanos ± errorNanos}
 */
public record StartSkew(long skewNanos, long errorNanos) {

    /**
     * One member's begin.
     *
     * @param epochNanos when it began, on its own clock
     * @param clock how that clock stands to the controller's
     */
    public record Begin(long epochNanos, ClockOffset clock) {}

    /**
     * The skew of at least one member. The true skew is the difference of two members' begins, each known to its
     * clock's error, so the two largest errors together bound the skew's. One member alone has neither.
     */
    public static StartSkew of(List<Begin> begins) {
        var onController = begins.stream()
                .mapToLong(begin -> begin.clock().toController(begin.epochNanos()))
                .summaryStatistics();
        long error = begins.size() < 2
                ? 0
                : begins.stream()
                        .map(begin -> begin.clock().errorNanos())
                        .sorted(Comparator.reverseOrder())
                        .limit(2)
                        .mapToLong(Long::longValue)
                        .sum();
        return new StartSkew(onController.getMax() - onController.getMin(), error);
    }
}
