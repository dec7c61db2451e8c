package io.jgbench.cli.peers;

import io.jgbench.coordination.result.Spread;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a comparison measured, pair by pair. Only pairs whose figures may be used enter a ratio.
 *
 * @param <T> one pair
 */
final class MeasuredPairs<T> {
    /** Instead of a ratio. */
    static final String NO_RATIO = "none, as no pair gives one that may be used";

    private final int measured;
    private final List<T> valid;

    /**
     * Sorts them.
     *
     * @param isValid whether a pair's figures may be used
     */
    MeasuredPairs(List<T> measured, Predicate<T> isValid) {
        this.measured = measured.size();
        this.valid = measured.stream().filter(isValid).toList();
    }

    /** What a ratio comes to over the valid pairs that give one, or that there is none. */
    String text(Function<T, OptionalDouble> ratio) {
        double[] known = known(ratio);
        return known.length == 0 ? NO_RATIO : Ratios.of(known).text();
    }

    /** The median of a figure over the valid pairs that have it; empty if none has. */
    OptionalDouble median(Function<T, OptionalDouble> figure) {
        double[] known = known(figure);
        return known.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Spread.of(known).median());
    }

    private double[] known(Function<T, OptionalDouble> figure) {
        return valid.stream()
                .map(figure)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    /** How many pairs no ratio has in it; empty if that is none. */
    Optional<String> leftOut() {
        return allValid()
                ? Optional.empty()
                : Optional.of("%d of %d left out of the ratios, as they are not valid or have no result"
                        .formatted(measured - valid.size(), measured));
    }

    /** Whether the figures of each pair may be used. */
    boolean allValid() {
        return valid.size() == measured;
    }
}
