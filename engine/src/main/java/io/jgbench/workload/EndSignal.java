package io.jgbench.workload;

import java.util.ArrayList;
import java.util.List;

/** Signals worker threads that enough units of work are done. Given once, by any thread. */
public final class EndSignal {
    private final List<Runnable> told = new ArrayList<>();
    private volatile boolean given;

    /** Whether it was given. Cheap enough to be asked before each unit of work. */
    public boolean isGiven() {
        return given;
    }

    /** Gives it. */
    public void give() {
        List<Runnable> tell;
        synchronized (told) {
            given = true;
            tell = List.copyOf(told);
            told.clear();
        }
        tell.forEach(Runnable::run);
    }

    /** Does something when it is given; at once where it was. */
    public void whenGiven(Runnable action) {
        boolean now;
        synchronized (told) {
            now = given;
            if (!now) {
                told.add(action);
            }
        }
        if (now) {
            action.run();
        }
    }
}
