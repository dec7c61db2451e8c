package io.jgbench.transport.jgroups;

import io.jgbench.coordination.protocol.Peer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jgroups.Address;
import org.jgroups.util.NameCache;
import org.jgroups.util.UUID;

/**
 * JGroups' addresses of members whose places are planned. An address is a random UUID whose first 16 bits are the
 * member's place in the run: so a view gives the names at once, while JGroups' discovery would deliver them some time
 * after the view. As JGroups makes the least address coordinator when all join together, that is member 0.
 */
final class MemberAddress {
    private static final int INDEX_SHIFT = 48;
    private static final long RANDOM_MASK = (1L << INDEX_SHIFT) - 1;

    private MemberAddress() {}

    /** A fresh address for a member. */
    static UUID create(Peer member) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long place = (long) member.index() << INDEX_SHIFT;
        return new UUID(place | (random.nextLong() & RANDOM_MASK), random.nextLong());
    }

    /** The planned place behind an address; of one that was made otherwise, a number that means nothing. */
    static Optional<Integer> index(Address address) {
        return address instanceof UUID uuid
                ? Optional.of((int) (uuid.getMostSignificantBits() >>> INDEX_SHIFT))
                : Optional.empty();
    }

    /** The name behind an address; empty as long as it is not known. */
    static Optional<String> name(Address address, List<Peer> peers) {
        return index(address)
                .flatMap(index -> peers.stream()
                        .filter(peer -> peer.index() == index)
                        .map(Peer::name)
                        .findFirst())
                .or(() -> Optional.ofNullable(NameCache.get(address)));
    }
}
