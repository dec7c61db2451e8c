package io.jgbench.compare;

import java.time.Duration;
import java.util.Optional;

/**
 * What one publisher sends to one listener, whatever the program.
 *
 * @param packetBytes size of a packet
 * @param time how long it publishes
 * @param bytesPerSecond what it publishes a second; empty for as much as it can
 */
public record DatagramLoad(int packetBytes, Duration time, Optional<Long> bytesPerSecond) {

    /** What the listener's socket buffers. */
    int receiveBufferPackets() {
        return 1428;
    }

    /** What the publisher's socket buffers. */
    int sendBufferPackets() {
        return 16;
    }
}
