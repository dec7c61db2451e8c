package io.jgbench.preflight;

/** What the two versions of IP add to a packet, without options. */
enum IpVersion {
    V4(20, 0),
    V6(40, 8);

    private static final int UDP_HEADER_BYTES = 8;

    /** All fragments but the last carry a multiple of these. */
    private static final int FRAGMENT_UNIT_BYTES = 8;

    private final int headerBytes;

    /** What each fragment has beside the header. */
    private final int fragmentHeaderBytes;

    IpVersion(int headerBytes, int fragmentHeaderBytes) {
        this.headerBytes = headerBytes;
        this.fragmentHeaderBytes = fragmentHeaderBytes;
    }

    /** The headers of a UDP packet. */
    int overheadBytes() {
        return headerBytes + UDP_HEADER_BYTES;
    }

    /** The largest packet, headers included, that two fragments carry where the MTU is this. */
    int twoFragmentsBytes(int mtuBytes) {
        int carried = mtuBytes - headerBytes - fragmentHeaderBytes;
        return headerBytes + 2 * (carried - carried % FRAGMENT_UNIT_BYTES);
    }
}
