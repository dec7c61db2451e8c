package io.jgbench.compare;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What one publisher sends to one listener, whatever the program.
 *
 * @param packetBytes size of a packet
 * @param time how long it publishes
 * @param bytesPerSecond what it publishes a second, in whole MiB, as Coherence's DatagramTest takes no other rate;
 *     empty for as much as it can
 */
public record DatagramLoad(int packetBytes, Duration time, Optional<Long> bytesPerSecond) {
    private static final long MEBIBYTE_BYTES = 1L << 20;

    /** Refuses a rate that not all of the programs can be given. */
    public DatagramLoad {
        bytesPerSecond
                .filter(rate -> rate < MEBIBYTE_BYTES || rate % MEBIBYTE_BYTES != 0)
                .ifPresent(rate -> {
                    throw new IllegalArgumentException(String.format(
                            Locale.ROOT,
                            "--rate must be a whole number of Mi, as DatagramTest's -txRate is one, got: %,d bytes a"
                                    + " second; give one such as %dMi",
                            rate,
                            Math.max(1, Math.round((double) rate / MEBIBYTE_BYTES))));
                });
    }

    /** What it publishes a second, as DatagramTest takes it; empty for as much as it can. */
    Optional<Long> mebibytesPerSecond() {
        return bytesPerSecond.map(rate -> rate / MEBIBYTE_BYTES);
    }

    /** What the listener's socket buffers. */
    int receiveBufferPackets() {
        return 1428;
    }

    /** The same in bytes. */
    public long receiveBufferBytes() {
        return (long) packetBytes * receiveBufferPackets();
    }

    /** What the publisher's socket buffers. */
    int sendBufferPackets() {
        return 16;
    }
}
