package io.jgbench.local.host;

/**
 * The token bucket filters (tbf) which make a veth pair behave like an Ethernet link with a line rate.
 *
 * <p>A frame counts as it does on the wire: tbf sees it with its 14 bytes of header, {@value #WIRE_OVERHEAD_BYTES}
 * bytes are added for preamble (8), frame check sequence (4) and gap (12). The kernel is kept from handing over lumps
 * of many segments, so that frames are delayed and dropped one by one.
 */
final class LinkShape {

    /** Preamble, frame check sequence and gap between frames. */
    private static final int WIRE_OVERHEAD_BYTES = 24;

    private static final int ETHERNET_HEADER_BYTES = 14;

    /** Frames in the queue of a network card: Linux' default txqueuelen. */
    private static final int NIC_QUEUE_FRAMES = 1000;

    /**
     * What may pass at once after a pause. A timer that fires later than this loses line rate for good; with more, a
     * short transfer is faster than the line. It passes in addition to what the queue holds, so a queue that is
     * shorter bounds it.
     */
    private static final long BURST_NANOS = 5_000_000;

    private static final int MIN_BURST_FRAMES = 3;

    private final long rateBitsPerSecond;
    private final long queueNanos;
    private final int frameBytes;

    LinkShape(LinkSettings link, long rateBitsPerSecond) {
        this.rateBitsPerSecond = rateBitsPerSecond;
        this.queueNanos = link.queue().toNanos();
        this.frameBytes = link.mtuBytes() + ETHERNET_HEADER_BYTES + WIRE_OVERHEAD_BYTES;
    }

    /** The line of a tc batch that shapes what a member sends: its queue makes sockets wait rather than lose. */
    String networkCard(String device) {
        return tbf(device, (long) NIC_QUEUE_FRAMES * frameBytes);
    }

    /** The line of a tc batch that shapes what the switch sends to a member: what exceeds its queue is dropped. */
    String switchPort(String device) {
        return tbf(device, portQueueBytes());
    }

    /** What the queue of the switch's port holds, as {@code tbf} counts it. */
    long portQueueBytes() {
        return Math.max(2L * frameBytes, bytesIn(queueNanos));
    }

    private String tbf(String device, long limitBytes) {
        long burstBytes = Math.max((long) MIN_BURST_FRAMES * frameBytes, bytesIn(Math.min(BURST_NANOS, queueNanos)));
        return "qdisc add dev " + device + " root handle 1: stab overhead " + WIRE_OVERHEAD_BYTES
                + " linklayer ethernet tbf rate " + rateBitsPerSecond + "bit burst " + burstBytes + "b limit "
                + limitBytes + "b";
    }

    private long bytesIn(long nanos) {
        return Math.round(rateBitsPerSecond / 8.0 * nanos / 1e9);
    }
}
