package io.jgbench.counters;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * How long the threads that collect garbage while a JVM stands still were on a CPU and waited for one, by
 * {@link ScheduleStat} of each. HotSpot ends none of them.
 */
final class CollectorTurns {
    private final Path tasks;
    private final NamedThreads collectors;
    private final LongSupplier collections;

    @GuardedBy("this")
    private long lastCollections = -1;

    @GuardedBy("this")
    private Optional<Turns> lastTurns = Optional.empty();

    /**
     * Reads nothing yet.
     *
     * @param tasks the folder of the process's threads, {@code /proc/self/task}
     * @param collections how many there were: the threads are looked at only where there was one more
     */
    CollectorTurns(Path tasks, LongSupplier collections) {
        this.tasks = tasks;
        this.collectors = new NamedThreads(tasks, Counters::collectsInPauses);
        this.collections = collections;
    }

    /**
     * Of all those threads, in nanoseconds since they began.
     *
     * @param ran on a CPU
     * @param waited for one, with work to do
     */
    private record Turns(long ran, long waited) {
        Turns plus(Turns other) {
            return new Turns(ran + other.ran, waited + other.waited);
        }
    }

    /** What the kernel does not tell is left out. */
    void addTo(Map<String, Long> counters) {
        turns().ifPresent(turns -> {
            counters.put(Counters.COLLECTOR_CPU_NANOS, turns.ran());
            counters.put(Counters.COLLECTOR_WAITED_NANOS, turns.waited());
        });
    }

    /** See {@link Counters#COLLECTOR_CPU_NANOS}; 0 where the kernel does not tell. */
    long ranNanos() {
        return turns().map(Turns::ran).orElse(0L);
    }

    /** See {@link Counters#COLLECTOR_WAITED_NANOS}; 0 where the kernel does not tell. */
    long waitedNanos() {
        return turns().map(Turns::waited).orElse(0L);
    }

    private synchronized Optional<Turns> turns() {
        long now = collections.getAsLong();
        if (now != lastCollections) {
            lastCollections = now;
            lastTurns = read();
        }
        return lastTurns;
    }

    private Optional<Turns> read() {
        List<Turns> all = new ArrayList<>();
        try {
            for (ThreadCpuTime thread : collectors.living()) {
                of(tasks.resolve(thread.id())).ifPresent(all::add);
            }
        } catch (IOException _) {
            // no Linux: the counters are missing from the result, which says as much
        }
        return all.stream().reduce(Turns::plus);
    }

    private static Optional<Turns> of(Path thread) {
        try {
            ByteBuffer line = ByteBuffer.wrap(Files.readAllBytes(thread.resolve(ScheduleStat.FILE)));
            OptionalLong ran = ScheduleStat.ranNanos(line.duplicate());
            OptionalLong waited = ScheduleStat.waitedNanos(line);
            return ran.isPresent() && waited.isPresent()
                    ? Optional.of(new Turns(ran.getAsLong(), waited.getAsLong()))
                    : Optional.empty();
        } catch (IOException _) {
            // the kernel counts no such times
            return Optional.empty();
        }
    }
}
