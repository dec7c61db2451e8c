package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.Counters;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jgroups.protocols.PerDestinationBundler;

/**
 * For how long a bundler had messages to send and did not. The single sender thread of {@link PerDestinationBundler}
 * takes at most {@code remove_queue_capacity} messages of a queue, then sleeps until somebody sends again ({@code
 * PerDestinationBundler.run} of JGroups 5.5.6 and 5.5.7). Whether it sleeps beside messages is looked at from outside:
 * it counts where it was so at two looks in a row, as between one and the other a message may just come. A JGroups
 * whose fields have other names tells nothing. For one thread, but for {@link #leftNanos}.
 */
final class BundlerWatch {
    private final PerDestinationBundler bundler;
    private final PrivateFields fields = new PrivateFields();
    private volatile long leftNanos;
    private boolean left;

    BundlerWatch(PerDestinationBundler bundler) {
        this.bundler = bundler;
    }

    /** Looks at the bundler. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread looks
    void look(long elapsedNanos) {
        boolean was = left;
        left = sleepsBesideMessages();
        if (was && left) {
            leftNanos += elapsedNanos;
        }
    }

    /** See {@link Counters#LEFT_IN_BUNDLER_NANOS}. */
    long leftNanos() {
        return leftNanos;
    }

    /** A sender queues its message before it wakes the thread, which is not yet awake then. */
    private boolean sleepsBesideMessages() {
        return fields.value(bundler, "msgs_available") instanceof Semaphore available
                && available.hasQueuedThreads()
                && available.availablePermits() == 0
                && fields.value(bundler, "dests") instanceof Map<?, ?> buffers
                && hasMessages(buffers.values());
    }

    private boolean hasMessages(Collection<?> buffers) {
        for (Object buffer : buffers) {
            if (fields.value(buffer, "queue") instanceof Collection<?> queue && !queue.isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
