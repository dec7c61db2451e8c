package io.jgbench.coordination.window;

import io.jgbench.coordination.protocol.HostNetwork;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What is known of a run that its window depends on.
 *
 * @param members how many members the run has, at least 1
 * @param receiveBufferBytes the largest receive buffer that each of the hosts grants
 * @param lineRateBitsPerSecond what each of the links carries
 * @param portQueueBytes what the queue of a switch's port holds; known only of a switch that is emulated
 */
public record WindowFacts(
        int members, OptionalLong receiveBufferBytes, OptionalLong lineRateBitsPerSecond, OptionalLong portQueueBytes) {

    /** Checks the number of members and refuses nulls. */
    public WindowFacts {
        Objects.requireNonNull(receiveBufferBytes, "receiveBufferBytes");
        Objects.requireNonNull(lineRateBitsPerSecond, "lineRateBitsPerSecond");
        Objects.requireNonNull(portQueueBytes, "portQueueBytes");
        if (members < 1) {
            throw new IllegalArgumentException("members must be at least 1, got: " + members);
        }
    }

    /**
     * What all members' hosts have said: the smallest buffer and the slowest line of those that are known, as all
     * members go at the pace of the weakest.
     */
    public static WindowFacts of(List<HostNetwork> hosts) {
        return new WindowFacts(
                hosts.size(),
                smallest(hosts, HostNetwork::receiveBufferBytes),
                smallest(hosts, HostNetwork::lineRateBitsPerSecond),
                OptionalLong.empty());
    }

    private static OptionalLong smallest(List<HostNetwork> hosts, Function<HostNetwork, OptionalLong> fact) {
        return hosts.stream()
                .map(fact)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min();
    }
}
