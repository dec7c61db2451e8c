package io.jgbench.workload;

import java.util.concurrent.atomic.AtomicReference;

/** What ended a thread that works for another one, which has to know of it. */
public final class FirstFailure {
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** Of which there is none yet. */
    public FirstFailure() {}

    /** Runs it; what it throws first is kept, and nothing is thrown. */
    public void keepOf(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    /** Throws what was kept, if anything was. */
    public void rethrow() {
        switch (failure.get()) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }
}
