package io.jgbench.report.chart;

import java.util.List;
import java.util.stream.IntStream;

/**
 * An axis of things that are equally far apart, in an order; a thing stands at its index.
 *
 * @param title what they are
 * @param labels their names, at least one
 */
public record CategoryScale(String title, List<String> labels) implements Scale {

    /** Copies the list and refuses an empty one. */
    public CategoryScale {
        labels = List.copyOf(labels);
        if (labels.isEmpty()) {
            throw new IllegalArgumentException("an axis needs something to stand on it, got nothing for " + title);
        }
    }

    @Override
    public double position(double value) {
        return (value + 0.5) / labels.size();
    }

    @Override
    public List<Tick> ticks() {
        return IntStream.range(0, labels.size())
                .mapToObj(i -> new Tick(position(i), labels.get(i)))
                .toList();
    }
}
