package io.jgbench.coordination;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The wall clock of the moment in which it was made, carried on by {@link System#nanoTime()}. On Linux that is
 * CLOCK_MONOTONIC, which all processes of a host read alike from one boot to the next unless they are in another time
 * namespace (time_namespaces(7)): the boot and the namespace name it.
 */
final class SystemClock implements EpochClock {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path TIME_NAMESPACE = Path.of("/proc/self/ns/time");

    private final LongSupplier monotonicNanos;
    private final long epochNanosAtZero;
    private final Optional<String> hostClock;

    /** Reads the wall clock now, and never again. */
    SystemClock(InstantSource wallClock, LongSupplier monotonicNanos, Optional<String> hostClock) {
        Instant now = wallClock.instant();
        long monotonic = monotonicNanos.getAsLong();
        long epoch = Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
        this.monotonicNanos = monotonicNanos;
        this.epochNanosAtZero = epoch - monotonic;
        this.hostClock = hostClock;
    }

    static SystemClock startingNow() {
        return new SystemClock(InstantSource.system(), System::nanoTime, hostClock());
    }

    @Override
    public long epochNanos() {
        return epochNanosAtZero + monotonicNanos.getAsLong();
    }

    @Override
    public Optional<ClockOrigin> origin() {
        return hostClock.map(name -> new ClockOrigin(name, epochNanosAtZero));
    }

    /** Empty where the kernel names none: not on Linux, or on one without time namespaces. */
    private static Optional<String> hostClock() {
        try {
            return Optional.of(Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(TIME_NAMESPACE));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
