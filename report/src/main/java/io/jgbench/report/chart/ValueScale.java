package io.jgbench.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An axis of a few numbers that are all marked, with their distances, or those of their logarithms where the largest is
 * many times the smallest.
 *
 * @param title what they are
 * @param marks the numbers with what is written at them, rising, at least one
 */
public record ValueScale(String title, List<Mark> marks) implements Scale {
    /** Labels nearer to each other would overlap. */
    private static final double LEAST_GAP = 0.055;

    private static final double MARGIN = 0.05;
    private static final double MANY_TIMES = 6;

    /**
     * A number that is marked.
     *
     * @param value the number
     * @param label what is written at it
     */
    public record Mark(double value, String label) {}

    /** Sorts the marks and refuses none. */
    public ValueScale {
        marks = marks.stream().sorted(Comparator.comparingDouble(Mark::value)).toList();
        if (marks.isEmpty()) {
            throw new IllegalArgumentException("an axis needs something to stand on it, got nothing for " + title);
        }
    }

    @Override
    public double position(double value) {
        double first = marks.getFirst().value();
        double last = marks.getLast().value();
        if (!(last > first)) {
            return 0.5;
        }
        double share = isLogarithmic()
                ? Math.log(Math.max(value, first) / first) / Math.log(last / first)
                : (value - first) / (last - first);
        return MARGIN + (1 - 2 * MARGIN) * share;
    }

    private boolean isLogarithmic() {
        double first = marks.getFirst().value();
        return first > 0 && marks.getLast().value() / first >= MANY_TIMES;
    }

    @Override
    public List<Tick> ticks() {
        List<Tick> ticks = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (Mark mark : marks) {
            double position = position(mark.value());
            boolean hasRoom = position - last >= LEAST_GAP;
            ticks.add(new Tick(position, hasRoom ? mark.label() : ""));
            last = hasRoom ? position : last;
        }
        return ticks;
    }
}
