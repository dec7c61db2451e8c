package io.jgbench.coordination.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's correction of several p-values, so that the probability of one wrong claim among all of them stays what it is
 * for one alone (Holm, Scandinavian Journal of Statistics 6, 1979, 65-70). R's {@code p.adjust(p, "holm")} gives the
 * same.
 */
public final class Holm {
    private Holm() {}

    /** The corrected p-values, in the order of the given ones. */
    public static double[] adjusted(double... pValues) {
        List<Integer> bySize = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(index -> pValues[index]))
                .toList();
        double[] adjusted = new double[pValues.length];
        double largest = 0;
        for (int rank = 0; rank < bySize.size(); rank++) {
            int index = bySize.get(rank);
            largest = Math.max(largest, Math.min(1, (pValues.length - rank) * pValues[index]));
            adjusted[index] = largest;
        }
        return adjusted;
    }
}
