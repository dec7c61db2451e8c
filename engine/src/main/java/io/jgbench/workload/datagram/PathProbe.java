package io.jgbench.workload.datagram;

import io.jgbench.datagram.Load;
import io.jgbench.datagram.PacketTooLargeException;
import io.jgbench.datagram.Publisher;
import io.jgbench.datagram.StreamCount;
import io.jgbench.workload.Deadline;
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

    private final Endpoint endpoint;
    private final PublishRound small;
    private final PublishRound large;
    private int largeBytes;

    /** One that has not sent anything. */
    PathProbe(Endpoint endpoint, ControlChannel control, List<Integer> sources) {
        this.endpoint = endpoint;
        this.small = new PublishRound(RoundNumbers.SMALL_PROBE, endpoint, control, sources);
        this.large = new PublishRound(RoundNumbers.LARGE_PROBE, endpoint, control, sources);
    }

    /**
     * Sends and receives.
     *
     * @param dontFragment how the socket was, and is again
     */
    void run(boolean dontFragment, Deadline deadline) throws WorkloadException, InterruptedException {
        send(small, SMALL_BYTES, dontFragment);
        largeBytes = endpoint.fullPacketBytes().orElse(0);
        if (largeBytes >= Publisher.LEAST_PACKET_BYTES) {
            send(large, largeBytes, dontFragment);
        } else {
            large.tellEnds(0);
        }
        small.listen(deadline);
        large.listen(deadline);
    }

    private void send(PublishRound round, int bytes, boolean dontFragment)
            throws WorkloadException, InterruptedException {
        try {
            endpoint.socket().dontFragment(true);
            try {
                round.publish(
                        new Publisher(endpoint.socket(), bytes, 0),
                        new Load(OptionalLong.of((long) bytes * PACKETS_PER_SECOND), PACKETS, Duration.ofSeconds(10)));
            } catch (WorkloadException e) {
                if (!(e.getCause() instanceof PacketTooLargeException)) {
                    throw e;
                }
                // The kernel knows the path's MTU, and it is smaller than the interface's: no black hole.
                round.tellEnds(bytes);
            } finally {
                endpoint.socket().dontFragment(dontFragment);
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
        return (int) large.destinations().get(target).sent();
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
