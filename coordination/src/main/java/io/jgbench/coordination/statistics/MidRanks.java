package io.jgbench.coordination.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Ranks of values, from 1 up; equal values share the mean of their ranks. */
final class MidRanks {
    private MidRanks() {}

    /** Twice the rank of each value, in the order of the values: the mean of two ranks may end with a half. */
    static int[] doubled(double[] values) {
        int[] order = IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(index -> values[index]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] ranks = new int[values.length];
        int from = 0;
        while (from < order.length) {
            int to = from + 1;
            while (to < order.length && values[order[to]] == values[order[from]]) {
                to++;
            }
            for (int i = from; i < to; i++) {
                ranks[order[i]] = from + 1 + to;
            }
            from = to;
        }
        return ranks;
    }
}
