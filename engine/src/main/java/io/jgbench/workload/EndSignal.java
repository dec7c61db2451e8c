package io.jgbench.workload;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;

/** Signals worker threads that enough units of work are done. Given once, by any thread. */
public final class EndSignal {
    @GuardedBy("told")
    private final List<Runnable> told = new ArrayList<>();

    /** All bits until it is given, none afterwards. */
    private volatile long permitted = -1;

    /** Whether it was given. Cheap enough to be asked before each unit of work. */
    public boolean isGiven() {
        return permitted == 0;
    }

    /**
     * How many of a number of units may be done: all until the signal is given, none afterwards. It spares a loop a
     * branch that is taken only once, at its end. Taking such a branch would discard the compiled code and slow down
     * other loops.
     *
     * @param units at least 0
     */
    public long permitted(long units) {
        return units & permitted;
    }

    /** Gives it. */
    public void give() {
        List<Runnable> tell;
        synchronized (told) {
            permitted = 0;
            tell = List.copyOf(told);
            told.clear();
        }
        tell.forEach(Runnable::run);
    }

    /** Does something when it is given; at once where it was. */
    public void whenGiven(Runnable action) {
        boolean now;
        synchronized (told) {
            now = isGiven();
            if (!now) {
                told.add(action);
            }
        }
        if (now) {
            action.run();
        }
    }
}
