package io.jgbench.local.host;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The kernel's table of IPv4 neighbours, one for all network namespaces of a machine ({@code gc_thresh3} in the
 * kernel's {@code networking/ip-sysctl.rst}). A packet to a neighbour that has no room in it is dropped, and nobody is
 * told.
 *
 * @param limit the most entries that it holds
 */
record NeighbourTable(KernelSetting limit) {
    /** The table of this machine. */
    static final NeighbourTable OF_THIS_MACHINE =
            new NeighbourTable(new KernelSetting(Path.of("/proc/sys/net/ipv4/neigh/default/gc_thresh3")));

    /**
     * What is to be expected where it cannot hold the ways between members in namespaces, and what to do, in a
     * sentence; empty where it can, or where this machine does not tell. Each member has an entry for each other one,
     * and over the control network each has one for the launcher, and the launcher one for each.
     */
    Optional<String> tooSmallFor(int members) {
        long entries = (long) members * (members + 1);
        OptionalLong most = limit.value();
        return most.isEmpty() || most.getAsLong() >= entries
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%d members in namespaces and their launcher have %,d neighbours together, and the kernel"
                                + " holds %,d: packets may be lost between any of them; run 'sysctl -w"
                                + " net.ipv4.neigh.default.gc_thresh3=%d' as root",
                        members,
                        entries,
                        most.getAsLong(),
                        2 * entries));
    }
}
