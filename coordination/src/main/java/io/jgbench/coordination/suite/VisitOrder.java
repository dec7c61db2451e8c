package io.jgbench.coordination.suite;

import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * In which order the visits of a suite are made. They come in blocks, one after the other: with {@link
 * Order#INTERLEAVED} a block is a round, with {@link Order#SEQUENTIAL} all rounds of a cell. Visits that gave no valid
 * figures are repeated at the end of their block.
 *
 * <p>The first of each two rounds has the cells in a random order, the second in the reverse of it: of any two cells
 * each is as often the first, so that what changes steadily within a round hits both alike (AB/BA).
 *
 * <p>The order of a round follows from the seed and its number alone: more rounds leave those before as they were.
 */
public final class VisitOrder {
    private final SuiteSpec spec;

    /** That of a suite. */
    public VisitOrder(SuiteSpec spec) {
        this.spec = spec;
    }

    /** How many blocks there are. */
    public int blocks() {
        return spec.order() == Order.INTERLEAVED ? spec.rounds() : spec.cells().size();
    }

    /** Which block a visit is in, from 0, whatever its attempt. */
    public int blockOf(VisitId visit) {
        return spec.order() == Order.INTERLEAVED ? visit.round() - 1 : visit.cell();
    }

    /**
     * The first attempts of a block, in order.
     *
     * @param block from 0
     */
    public List<VisitId> block(int block) {
        return spec.order() == Order.INTERLEAVED
                ? round(block + 1).stream()
                        .map(cell -> VisitId.first(cell, block + 1))
                        .toList()
                : IntStream.rangeClosed(1, spec.rounds())
                        .mapToObj(round -> VisitId.first(block, round))
                        .toList();
    }

    private List<Integer> round(int round) {
        int pair = (round - 1) / 2;
        List<Integer> cells = new ArrayList<>();
        for (int cell = 0; cell < spec.cells().size(); cell++) {
            cells.add(cell);
        }
        // Random's numbers are specified, so that each JDK gives the same order.
        Collections.shuffle(cells, new Random(scrambled(spec.seed() + scrambled(pair))));
        if (round % 2 == 0) {
            Collections.reverse(cells);
        }
        return cells;
    }

    /** Neighbouring seeds of {@link Random} give alike numbers; this is the last step of SplitMix64 (Steele 2014). */
    private static long scrambled(long seed) {
        long mixed = seed + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
