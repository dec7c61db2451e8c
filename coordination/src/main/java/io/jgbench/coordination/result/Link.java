package io.jgbench.coordination.result;

/**
 * The link between a member's host and the switch, the same for all members and full duplex.
 *
 * @param bytesPerSecond the line rate in each direction
 * @param mtuBytes the largest IP packet that it carries, {@value #MIN_MTU_BYTES} to 65535
 * @param frameGapBytes what each frame takes of the line rate beside its header and payload: preamble, check sequence
 *     and gap on a real wire, nothing on a link that a token bucket emulates
 * @param declared whether the line rate is what the run file says of links whose hosts do not tell
 */
public record Link(long bytesPerSecond, int mtuBytes, int frameGapBytes, boolean declared) {

    /** The smallest MTU that IPv4 asks for (RFC 791). */
    public static final int MIN_MTU_BYTES = 68;

    /** Preamble (8), check sequence (4) and gap (12) of an Ethernet frame (IEEE 802.3). */
    public static final int ETHERNET_FRAME_GAP_BYTES = 24;

    /** Checks the ranges. */
    public Link {
        if (bytesPerSecond <= 0) {
            throw new IllegalArgumentException("line rate must be positive, got: " + bytesPerSecond + " bytes/s");
        }
        if (mtuBytes < MIN_MTU_BYTES || mtuBytes > 65535) {
            throw new IllegalArgumentException(
                    "MTU must be between " + MIN_MTU_BYTES + " and 65535 bytes, got: " + mtuBytes);
        }
        if (frameGapBytes < 0) {
            throw new IllegalArgumentException("frame gap must not be negative, got: " + frameGapBytes);
        }
    }

    /** A real Ethernet link. */
    public static Link ethernet(long bitsPerSecond, int mtuBytes) {
        return new Link(bitsPerSecond / 8, mtuBytes, ETHERNET_FRAME_GAP_BYTES, false);
    }

    /** The same, as the run file says of it. */
    public Link asDeclared() {
        return new Link(bytesPerSecond, mtuBytes, frameGapBytes, true);
    }
}
