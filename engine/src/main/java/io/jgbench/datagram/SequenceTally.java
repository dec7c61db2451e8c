package io.jgbench.datagram;

/**
 * Tells lost, doubled and late packets of one stream apart by their numbers, which count from 0. It remembers the last
 * {@value #WINDOW} numbers; a packet that comes later than that is taken for lost, whatever it was. Not thread-safe.
 *
 * <p>It is not a {@link io.jgbench.measure.SequenceTracker}, which is exact and grows with what is lost: packets get
 * lost by the million in a test that may never end, and each packet must cost the same.
 */
final class SequenceTally {
    private static final int WORD_BITS = 6;
    private static final int WORDS = 1 << 11;
    private static final int WORD_MASK = WORDS - 1;

    /** The word that is being filled has lost its old bits. */
    static final int WINDOW = (WORDS - 1) << WORD_BITS;

    private final long[] seen = new long[WORDS];
    private long highest = -1;
    private long received;
    private long duplicate;
    private long outOfOrder;
    private long offsets;
    private long late;

    /** A packet has arrived. */
    void arrived(long sequence) {
        long ahead = sequence - highest;
        if (ahead > 0) {
            clear(highest >> WORD_BITS, sequence >> WORD_BITS);
            highest = sequence;
            seen[word(sequence)] |= bit(sequence);
            received++;
        } else if (-ahead >= WINDOW) {
            late++;
        } else if ((seen[word(sequence)] & bit(sequence)) != 0) {
            duplicate++;
        } else {
            seen[word(sequence)] |= bit(sequence);
            received++;
            outOfOrder++;
            offsets -= ahead;
        }
    }

    private void clear(long from, long to) {
        for (long word = Math.max(from + 1, to - WORD_MASK); word <= to; word++) {
            seen[(int) word & WORD_MASK] = 0;
        }
    }

    private static int word(long sequence) {
        return (int) (sequence >> WORD_BITS) & WORD_MASK;
    }

    private static long bit(long sequence) {
        return 1L << sequence;
    }

    /** The largest number that has arrived, -1 before the first. */
    long highest() {
        return highest;
    }

    /** Packets that arrived, each once. */
    long received() {
        return received;
    }

    /** Arrivals of packets that had arrived before. */
    long duplicate() {
        return duplicate;
    }

    /** Packets that arrived after one with a larger number. */
    long outOfOrder() {
        return outOfOrder;
    }

    /** By how many numbers those were behind the largest, together. */
    long offsets() {
        return offsets;
    }

    /** Packets so late that it is not known whether they had arrived before. */
    long late() {
        return late;
    }
}
