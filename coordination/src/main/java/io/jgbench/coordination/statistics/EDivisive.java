package io.jgbench.coordination.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/**
 * Where the distribution of a series changes: e-divisive of Matteson and James (A Nonparametric Approach for Multiple
 * Change Point Analysis of Multivariate Data, Journal of the American Statistical Association 109, 2014, 334-345), as
 * MongoDB uses it for performance tests (Daly and others, ICPE 2020) and Apache Otava with another test. It divides the
 * series where the energy distance between both parts is largest, then the part in which it is largest, until a
 * permutation test says that chance explains the next division. Distances have the exponent 1, and a part is compared
 * as a whole with the rest of its segment.
 *
 * @param significance a division whose p-value is above it is none, such as 0.01
 * @param permutations how many random orders the next division is held against
 * @param seed the random orders follow from it
 */
public record EDivisive(double significance, int permutations, long seed) {
    /** The fewest values on either side of a change. */
    public static final int LEAST_PART = 2;

    /** Of a hundred series without a change one is claimed to have one. */
    public static final EDivisive USUAL = new EDivisive(0.01, 499, 17);

    /** Checks that the test can find anything at all. */
    public EDivisive {
        if (!(significance > 0 && significance < 1) || significance * (permutations + 1) < 1) {
            throw new IllegalArgumentException("a permutation test with significance " + significance
                    + " needs at least " + Math.ceil(1 / significance - 1) + " permutations, got: " + permutations);
        }
    }

    /**
     * The fewest values of a series in which a change can be found. Where a series of n different values divides best
     * into k and n - k of them, so does each order that keeps the same values on the same side, k! (n - k)! of all n!,
     * and each that swaps the sides, as many again. So 2 / C(n, k) of the random orders have a distance as large, and
     * the p-value is about that or more. It is smallest where k is half of n, and for 0.01 n must be 10: 2 / C(9, 4) is
     * 0.016, and 2 / C(10, 5) is 0.008.
     *
     * @param significance a division whose p-value is above it is none
     */
    public static int leastLength(double significance) {
        if (!(significance > 0 && significance < 1)) {
            throw new IllegalArgumentException("significance must be above 0 and below 1, got: " + significance);
        }
        int length = 1;
        double divisions = 1;
        while (length < 2 * LEAST_PART || 2 / divisions > significance) {
            // from C(n, n / 2) to C(n + 1, (n + 1) / 2), with n / 2 rounded down
            divisions *= (length + 1.0) / (Math.floorDiv(length, 2) + 1);
            length++;
        }
        return length;
    }

    /**
     * A change.
     *
     * @param index of the first value after it
     * @param pValue the probability of so large a distance, or a larger one, in a series in random order
     */
    public record ChangePoint(int index, double pValue) {}

    private record Split(int index, double statistic) {}

    /** All changes of a series, in its order. */
    public List<ChangePoint> changePoints(double... series) {
        var random = new Random(seed);
        var bounds = new TreeSet<>(List.of(0, series.length));
        List<ChangePoint> found = new ArrayList<>();
        Optional<Split> next = best(series, bounds);
        while (next.isPresent() && next.get().statistic() > 0) {
            double pValue = pValue(series, bounds, next.get().statistic(), random);
            if (pValue > significance) {
                break;
            }
            found.add(new ChangePoint(next.get().index(), pValue));
            bounds.add(next.get().index());
            next = best(series, bounds);
        }
        return found.stream()
                .sorted(Comparator.comparingInt(ChangePoint::index))
                .toList();
    }

    /** Values change places within their segments only: what was divided already is no chance. */
    private double pValue(double[] series, TreeSet<Integer> bounds, double statistic, Random random) {
        int asLarge = 0;
        double[] shuffled = series.clone();
        for (int i = 0; i < permutations; i++) {
            int from = 0;
            for (int to : bounds.tailSet(1)) {
                shuffle(shuffled, from, to, random);
                from = to;
            }
            if (best(shuffled, bounds).orElseThrow().statistic() >= statistic * (1 - 1e-9)) {
                asLarge++;
            }
        }
        return (asLarge + 1.0) / (permutations + 1);
    }

    private static void shuffle(double[] values, int from, int to, Random random) {
        for (int i = to - 1; i > from; i--) {
            int other = from + random.nextInt(i - from + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }

    private static Optional<Split> best(double[] series, TreeSet<Integer> bounds) {
        Optional<Split> best = Optional.empty();
        int from = 0;
        for (int to : bounds.tailSet(1)) {
            Optional<Split> split = best(Arrays.copyOfRange(series, from, to), from);
            if (split.isPresent()
                    && (best.isEmpty() || split.get().statistic() > best.get().statistic())) {
                best = split;
            }
            from = to;
        }
        return best;
    }

    /**
     * The division of one segment with the largest n m / (n + m) times the energy distance. The sums of distances
     * follow from those of the division before, as one value goes over.
     */
    private static Optional<Split> best(double[] values, int offset) {
        int all = values.length;
        double within = 0;
        for (int i = 0; i < all; i++) {
            within += distance(values, i, i + 1, all);
        }
        double left = 0;
        double right = within;
        Optional<Split> best = Optional.empty();
        for (int n = 1; n <= all - LEAST_PART; n++) {
            left += distance(values, n - 1, 0, n - 1);
            right -= distance(values, n - 1, n, all);
            if (n >= LEAST_PART) {
                double m = all - n;
                double between = within - left - right;
                double energy = 2 * between / (n * m) - 2 * left / (n * (n - 1.0)) - 2 * right / (m * (m - 1));
                double statistic = n * m / all * energy;
                if (best.isEmpty() || statistic > best.get().statistic()) {
                    best = Optional.of(new Split(offset + n, statistic));
                }
            }
        }
        return best;
    }

    private static double distance(double[] values, int of, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += Math.abs(values[of] - values[i]);
        }
        return sum;
    }
}
