package io.jgbench.measure;

import java.util.Arrays;

/**
 * Which sequence numbers of a stream are missing: a bitmap in pages that are made only where something is missing, so
 * that a stream without loss costs nothing and one with much loss at most one bit a message.
 */
final class MissingSequences {
    private static final int PAGE_SHIFT = 16;
    private static final int PAGE_WORDS = 1 << (PAGE_SHIFT - 6);

    private long[][] pages;

    /** For the sequence numbers 0 to {@code count - 1}, and larger ones, for which it grows. */
    MissingSequences(long count) {
        pages = new long[Math.toIntExact((count >>> PAGE_SHIFT) + 1)][];
    }

    /** Marks {@code from} to {@code to - 1} as missing. */
    void addRange(long from, long to) {
        long sequence = from;
        while (sequence < to) {
            long wordEnd = Math.min(to, (sequence | 63) + 1);
            long[] page = page(sequence);
            int bits = (int) (wordEnd - sequence);
            page[word(sequence)] |= (bits == 64 ? -1L : (1L << bits) - 1) << (sequence & 63);
            sequence = wordEnd;
        }
    }

    /** Takes a sequence number out; false if it was not missing. */
    boolean remove(long sequence) {
        int index = (int) (sequence >>> PAGE_SHIFT);
        if (index >= pages.length || pages[index] == null) {
            return false;
        }
        long[] page = pages[index];
        long bit = 1L << (sequence & 63);
        int word = word(sequence);
        boolean missing = (page[word] & bit) != 0;
        page[word] &= ~bit;
        return missing;
    }

    private long[] page(long sequence) {
        int index = (int) (sequence >>> PAGE_SHIFT);
        if (index >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(index + 1, 2 * pages.length));
        }
        if (pages[index] == null) {
            pages[index] = new long[PAGE_WORDS];
        }
        return pages[index];
    }

    private static int word(long sequence) {
        return (int) (sequence >>> 6) & (PAGE_WORDS - 1);
    }
}
