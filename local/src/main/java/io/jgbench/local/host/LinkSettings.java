package io.jgbench.local.host;

import io.jgbench.coordination.spec.ReadableDuration;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The link between each member and the emulated switch.
 *
 * @param rateBitsPerSecond line rate in each direction, {@value #MIN_RATE} to {@value #MAX_RATE} bits per second, as an
 *     Ethernet counts it: preamble, frame check sequence and gap included; empty for a link that nothing limits
 * @param queue depth of the switch port towards the member, as the time that the full queue takes to drain at the
 *     line rate, at most {@value #MAX_QUEUE_BYTES} bytes; what does not fit is dropped. Without a rate it has no effect
 * @param mtu the largest IP packet in bytes, {@value #MIN_MTU} to {@value #MAX_MTU}; empty for {@value #DEFAULT_MTU}
 */
public record LinkSettings(OptionalLong rateBitsPerSecond, Duration queue, OptionalInt mtu) {

    /** The slowest link: 1 Mbit/s. */
    public static final long MIN_RATE = 1_000_000;

    /** The fastest link: 100 Gbit/s. */
    public static final long MAX_RATE = 100_000_000_000L;

    /** What IP asks of every host (RFC 791). */
    public static final int MIN_MTU = 576;

    /** The largest jumbo frame that switches commonly carry. */
    public static final int MAX_MTU = 9216;

    /** Ethernet's own. */
    public static final int DEFAULT_MTU = 1500;

    /** Depth of a switch port's queue unless told otherwise: 50 ms. */
    public static final Duration DEFAULT_QUEUE = Duration.ofMillis(50);

    /** The kernel counts what a queue may hold in 32 bits. */
    private static final long MAX_QUEUE_BYTES = (1L << Integer.SIZE) - 1;

    private static final Duration MIN_QUEUE = Duration.ofMillis(1);
    private static final Duration MAX_QUEUE = Duration.ofSeconds(10);

    /** A link that nothing limits, with Ethernet's MTU. */
    public static final LinkSettings UNLIMITED =
            new LinkSettings(OptionalLong.empty(), DEFAULT_QUEUE, OptionalInt.empty());

    /** Checks the ranges. */
    public LinkSettings {
        Objects.requireNonNull(rateBitsPerSecond, "rateBitsPerSecond");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(mtu, "mtu");
        rateBitsPerSecond.ifPresent(rate -> {
            if (rate < MIN_RATE || rate > MAX_RATE) {
                throw new IllegalArgumentException(
                        "link-rate must be between 1Mbit and 100Gbit, got: " + rate + " bit/s");
            }
        });
        if (queue.compareTo(MIN_QUEUE) < 0 || queue.compareTo(MAX_QUEUE) > 0) {
            throw new IllegalArgumentException(
                    "link-queue must be between 1ms and 10s, got: " + queue.toNanos() + "ns");
        }
        rateBitsPerSecond.ifPresent(rate -> checkQueueBytes(rate, queue));
        mtu.ifPresent(bytes -> {
            if (bytes < MIN_MTU || bytes > MAX_MTU) {
                throw new IllegalArgumentException(
                        "mtu must be between " + MIN_MTU + " and " + MAX_MTU + " bytes, got: " + bytes);
            }
        });
    }

    private static void checkQueueBytes(long rate, Duration queue) {
        long longestMillis = (long) (MAX_QUEUE_BYTES * 8.0 / rate * 1000);
        if (queue.compareTo(Duration.ofMillis(longestMillis)) > 0) {
            throw new IllegalArgumentException("link-queue at link-rate must hold at most " + MAX_QUEUE_BYTES
                    + " bytes, got: " + ReadableDuration.of(queue) + " at " + rate + " bit/s; give a link-queue of "
                    + longestMillis + "ms or less");
        }
    }

    /** The limit and the queue in words, the same for the same values; empty where nothing limits the link. */
    Optional<String> limitInWords() {
        return rateBitsPerSecond.isPresent()
                ? Optional.of("%d bit/s, queue %d us".formatted(rateBitsPerSecond.getAsLong(), queue.toNanos() / 1000))
                : Optional.empty();
    }

    /** The MTU in bytes, the default filled in. */
    public int mtuBytes() {
        return mtu.orElse(DEFAULT_MTU);
    }
}
