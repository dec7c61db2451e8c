package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;

/** How many bytes of a link a message takes, with the headers of its transport, of IP and of Ethernet. */
public final class WireBytes {
    private static final int ETHERNET_HEADER_BYTES = 14;
    private static final int MIN_FRAME_WITHOUT_CHECK_BYTES = 60;
    private static final int IP_HEADER_BYTES = 20;
    private static final int UDP_HEADER_BYTES = 8;
    private static final int TCP_HEADER_WITH_TIMESTAMPS_BYTES = 32;
    private static final int FRAGMENT_UNIT_BYTES = 8;

    private WireBytes() {}

    /** On average over a packet, when messages are packed as densely as the transport packs them. */
    public static double perMessage(int messageSizeBytes, Framing framing, Link link) {
        int capacity = Math.max(1, framing.packetBytes() - framing.perPacketBytes());
        int message = messageSizeBytes + framing.perMessageBytes();
        if (message <= capacity) {
            int messages = message == 0 ? 1 : capacity / message;
            return packet(framing.perPacketBytes() + messages * message, framing.layer(), link) / messages;
        }
        int fullPackets = message / capacity;
        int rest = message % capacity;
        return fullPackets * packet(framing.perPacketBytes() + capacity, framing.layer(), link)
                + (rest == 0 ? 0 : packet(framing.perPacketBytes() + rest, framing.layer(), link));
    }

    private static double packet(int bytes, Layer layer, Link link) {
        return switch (layer) {
            case UDP -> datagram(bytes, link);
            case TCP -> stream(bytes, link);
        };
    }

    /** A datagram in as many IP fragments as it needs; all but the last carry a multiple of 8 bytes (RFC 791). */
    private static long datagram(int bytes, Link link) {
        int largest = link.mtuBytes() - IP_HEADER_BYTES;
        int aligned = largest / FRAGMENT_UNIT_BYTES * FRAGMENT_UNIT_BYTES;
        int left = bytes + UDP_HEADER_BYTES;
        long wire = 0;
        while (left > largest) {
            wire += frame(aligned + IP_HEADER_BYTES, link);
            left -= aligned;
        }
        return wire + frame(left + IP_HEADER_BYTES, link);
    }

    /** A share of a stream whose segments are all full. */
    private static double stream(int bytes, Link link) {
        int payload = Math.max(1, link.mtuBytes() - IP_HEADER_BYTES - TCP_HEADER_WITH_TIMESTAMPS_BYTES);
        return (double) bytes * frame(link.mtuBytes(), link) / payload;
    }

    private static long frame(int ipBytes, Link link) {
        return Math.max(MIN_FRAME_WITHOUT_CHECK_BYTES, ETHERNET_HEADER_BYTES + ipBytes) + (long) link.frameGapBytes();
    }
}
