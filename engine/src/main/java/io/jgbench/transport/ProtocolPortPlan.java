package io.jgbench.transport;

import io.jgbench.coordination.protocol.Peer;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * A port beside the transport's own to which members connect by TCP, such as that of a failure detector.
 *
 * @param protocol what listens there, as users know it, such as {@code FD_SOCK2}
 * @param place which port it is
 * @param atFirstMemberOnly whether only the first member listens; all do otherwise
 */
public record ProtocolPortPlan(String protocol, Place place, boolean atFirstMemberOnly) {
    private static final int MAX_PORT = 65_535;

    /** Refuses nulls. */
    public ProtocolPortPlan {
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(place, "place");
    }

    /** Which port of a member it is. */
    public sealed interface Place {

        /**
         * A number of ports above that of the member's transport.
         *
         * @param offset how many
         * @param least the lowest port; what is below is moved up by as much
         * @param limit from this one on ports begin at 0 again, at least 1
         */
        record Above(int offset, int least, int limit) implements Place {}

        /**
         * The same port at each address. Members that share one have one port after the other.
         *
         * @param first that of the first member at an address
         */
        record InARow(int first) implements Place {}
    }

    /**
     * Where a member listens; empty if it does not, or if there is no such port.
     *
     * @param peers all members, by index
     * @param member its index
     */
    public OptionalInt portOf(List<Peer> peers, int member) {
        if (atFirstMemberOnly && member > 0) {
            return OptionalInt.empty();
        }
        Peer peer = peers.get(member);
        int port = switch (place) {
            case Place.Above(int offset, int least, int limit) -> {
                int above = (peer.port() + offset) % limit;
                yield above < least ? above + least : above;
            }
            case Place.InARow(int first) ->
                first
                        + (int) peers.subList(0, member).stream()
                                .filter(other -> other.host().equals(peer.host()))
                                .count();
        };
        return port > 0 && port <= MAX_PORT ? OptionalInt.of(port) : OptionalInt.empty();
    }
}
