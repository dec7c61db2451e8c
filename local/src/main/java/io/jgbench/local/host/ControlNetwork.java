package io.jgbench.local.host;

import java.util.List;

/**
 * A subnet over which this process reaches the control servers of members in namespaces. It is one of {@value #BLOCKS}
 * blocks of the range set aside for benchmarks of networks (RFC 2544), 198.18.0.0/15.
 *
 * @param block which block, from 0
 */
record ControlNetwork(int block) {

    /** How many there are. */
    static final int BLOCKS = 128;
    /** How many members one has addresses for. */
    static final int MAX_MEMBERS = 1000;

    static final int PREFIX_BITS = 22;

    private static final int RANGE = 198 << 24 | 18 << 16;

    /** The address of this process in it. */
    String launcherAddress() {
        return dotted(base() + 1);
    }

    /** The address of a member in it. */
    String memberAddress(int memberIndex) {
        return dotted(base() + 2 + memberIndex);
    }

    /** The subnet, such as 198.18.4.0/22. */
    String cidr() {
        return dotted(base()) + "/" + PREFIX_BITS;
    }

    /**
     * Whether some route of the machine other than the default one leads to an address in it.
     *
     * @param routes the lines of {@code /proc/net/route}
     */
    boolean isRouted(List<String> routes) {
        return routes.stream().skip(1).map(line -> line.split("\\s+", -1)).anyMatch(this::overlaps);
    }

    private boolean overlaps(String[] route) {
        int destination = Integer.reverseBytes(Integer.parseUnsignedInt(route[1], 16));
        int mask = Integer.reverseBytes(Integer.parseUnsignedInt(route[7], 16));
        int common = mask & (-1 << (Integer.SIZE - PREFIX_BITS));
        return mask != 0 && (destination & common) == (base() & common);
    }

    private int base() {
        return RANGE + (block << (Integer.SIZE - PREFIX_BITS));
    }

    private static String dotted(int address) {
        return (address >>> 24) + "." + (address >>> 16 & 255) + "." + (address >>> 8 & 255) + "." + (address & 255);
    }
}
