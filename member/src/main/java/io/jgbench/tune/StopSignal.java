package io.jgbench.tune;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The request that a tuner ends, which may come at any time. The requester may wait until the tuner has finished its
 * work.
 */
public final class StopSignal {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    /** Asks, and waits until the tuner is done. */
    public void requestAndAwait() throws InterruptedException {
        requested.countDown();
        done.await();
    }

    /** Says that nothing is left to do. */
    public void done() {
        done.countDown();
    }

    boolean awaitRequest(Duration atMost) throws InterruptedException {
        return requested.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean isRequested() {
        return requested.getCount() == 0;
    }

    void awaitRequest() throws InterruptedException {
        requested.await();
    }
}
