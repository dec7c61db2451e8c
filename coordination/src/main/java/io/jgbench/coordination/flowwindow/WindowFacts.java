package io.jgbench.coordination.flowwindow;

import io.jgbench.coordination.protocol.HostNetwork;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What is known of a run that its window depends on.
 *
 * @param members how many members the run has, at least 1
 * @param receiveBufferBytes the largest receive buffer that each of the hosts grants
 * @param lineRateBitsPerSecond what each of the links carries
 * @param isLineRateDeclared whether that is what the run file says, as hosts do not tell
 * @param portQueueBytes what the queue of a switch's port holds; known only of a switch that is emulated
 */
public record WindowFacts(
        int members,
        OptionalLong receiveBufferBytes,
        OptionalLong lineRateBitsPerSecond,
        boolean isLineRateDeclared,
        OptionalLong portQueueBytes) {

    /** Checks the number of members and refuses nulls. */
    public WindowFacts {
        Objects.requireNonNull(receiveBufferBytes, "receiveBufferBytes");
        Objects.requireNonNull(lineRateBitsPerSecond, "lineRateBitsPerSecond");
        Objects.requireNonNull(portQueueBytes, "portQueueBytes");
        if (members < 1) {
            throw new IllegalArgumentException("members must be at least 1, got: " + members);
        }
    }

    /** Where the line rate, if it is known, is what hosts or links tell. */
    public WindowFacts(
            int members,
            OptionalLong receiveBufferBytes,
            OptionalLong lineRateBitsPerSecond,
            OptionalLong portQueueBytes) {
        this(members, receiveBufferBytes, lineRateBitsPerSecond, false, portQueueBytes);
    }

    /**
     * What all members' hosts have said: the smallest buffer and the slowest line of those that are known, as all
     * members go at the pace of the weakest.
     *
     * @param declaredBitsPerSecond the line rate of those that do not tell, if the run file says it
     */
    public static WindowFacts of(List<HostNetwork> hosts, Optional<Long> declaredBitsPerSecond) {
        OptionalLong told = smallest(hosts, HostNetwork::lineRateBitsPerSecond);
        boolean allTell =
                hosts.stream().allMatch(host -> host.lineRateBitsPerSecond().isPresent());
        Optional<Long> declared =
                declaredBitsPerSecond.filter(_ -> !allTell).filter(rate -> told.isEmpty() || rate < told.getAsLong());
        return new WindowFacts(
                hosts.size(),
                smallest(hosts, HostNetwork::receiveBufferBytes),
                declared.isPresent() ? OptionalLong.of(declared.get()) : told,
                declared.isPresent(),
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
