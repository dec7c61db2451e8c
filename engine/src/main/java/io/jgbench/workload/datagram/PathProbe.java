package io.jgbench.workload.datagram;

import io.jgbench.datagram.Load;
import io.jgbench.datagram.PacketTooLargeException;
import io.jgbench.datagram.Publisher;
import io.jgbench.datagram.StreamCount;
import io.jgbench.workload.WorkloadException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Finds paths that swallow large packets: sends each target some small packets, and as many that fill the interface's
 * MTU and must not be fragmented. Where the small ones arrive and none of the large ones does, a part of the path has a
 * smaller MTU and tells nobody, which looks like loss otherwise.
 */
final class PathProbe {
    private static final int PACKETS = 3;
    private static final int SMALL_BYTES = 64;
    private static final int PACKETS_PER_SECOND = 500;

    private final Field field;
    private final Trial small;
    private final Trial large;
    private int largeBytes;

    /** Takes two trials' numbers, from the first on. */
    PathProbe(int firstTrial, Field field, Notes notes, List<Integer> sources) {
        this.field = field;
        this.small = new Trial(firstTrial, field, notes, sources);
        this.large = new Trial(firstTrial + 1, field, notes, sources);
    }

    /**
     * Sends and receives.
     *
     * @param dontFragment how the socket was, and is again
     */
    void run(boolean dontFragment, long deadlineNanos) throws WorkloadException, InterruptedException {
        send(small, SMALL_BYTES, dontFragment);
        largeBytes = field.fullPacketBytes().orElse(0);
        if (largeBytes >= Publisher.LEAST_PACKET_BYTES) {
            send(large, largeBytes, dontFragment);
        } else {
            large.tellEnds(0);
        }
        small.listen(deadlineNanos);
        large.listen(deadlineNanos);
    }

    private void send(Trial trial, int bytes, boolean dontFragment) throws WorkloadException, InterruptedException {
        try {
            field.socket().dontFragment(true);
            try {
                trial.publish(
                        new Publisher(field.socket(), bytes, 0),
                        new Load(OptionalLong.of((long) bytes * PACKETS_PER_SECOND), PACKETS, Duration.ofSeconds(10)));
            } catch (WorkloadException e) {
                if (!(e.getCause() instanceof PacketTooLargeException)) {
                    throw e;
                }
                // The kernel knows the path's MTU, and it is smaller than the interface's: no black hole.
                trial.tellEnds(bytes);
            } finally {
                field.socket().dontFragment(dontFragment);
            }
        } catch (IOException e) {
            throw new WorkloadException("packets cannot be kept from being fragmented: " + e.getMessage(), e);
        }
    }

    /** The size of the large packets, 0 where the MTU is not known. */
    int largeBytes() {
        return largeBytes;
    }

    /** How many large packets the kernel took for a target. */
    int sent(int target) {
        return (int) large.outlets().get(target).sent();
    }

    /** How many large packets arrived of each source. */
    Map<Integer, StreamCount> largeCounts() {
        return large.counts();
    }

    /** How many small packets arrived of each source. */
    Map<Integer, StreamCount> smallCounts() {
        return small.counts();
    }
}
