package io.jgbench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * Samples that were taken one each interval, of which at most {@value #MOST} are kept: where there would be more, every
 * second one is dropped, and from then on only every second one that comes is kept. The last one always is. As counts
 * are of all since the start, nothing that they tell is lost with a sample, and rates are to be made of those that were
 * kept. To be used by one thread at a time.
 *
 * @param <T> a sample, whose counts are of all since the start
 */
final class BoundedSamples<T> {
    /** The most that are kept. At some 350 bytes of JSON each that is half of the largest report that is taken. */
    static final int MOST = 3_000;

    private final int most;
    private final List<T> kept = new ArrayList<>();
    private long taken;
    private long each = 1;
    private T last;

    /** Holds none yet. */
    BoundedSamples() {
        this(MOST);
    }

    /** Keeps at most an even number of them. */
    BoundedSamples(int most) {
        this.most = most;
    }

    /** Takes the sample of one more interval. */
    void add(T sample) {
        last = sample;
        taken++;
        if (taken % each == 0) {
            kept.add(sample);
            if (kept.size() == most) {
                thin();
            }
        }
    }

    /** Those that were kept, and the last one in any case. */
    List<T> all() {
        List<T> all = new ArrayList<>(kept);
        if (taken % each != 0) {
            all.add(last);
        }
        return all;
    }

    private void thin() {
        List<T> half = new ArrayList<>(most);
        for (int i = 1; i < most; i += 2) {
            half.add(kept.get(i));
        }
        kept.clear();
        kept.addAll(half);
        each *= 2;
    }
}
