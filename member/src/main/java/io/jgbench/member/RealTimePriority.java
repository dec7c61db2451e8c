package io.jgbench.member;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.jgbench.counters.KernelFiles;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Lets a thread run as soon as it wakes, before all that shares its core: Linux' policy {@code SCHED_FIFO}, see {@code
 * sched(7)}. A thread that has it must soon wait or give it up. Threads that it starts have the ordinary one.
 */
@SuppressWarnings("restricted") // the signature below is that of the C library
public final class RealTimePriority {
    private static final int SCHED_OTHER = 0;
    private static final int SCHED_FIFO = 1;
    private static final int SCHED_RESET_ON_FORK = 0x40000000;
    private static final int LOWEST_REAL_TIME_PRIORITY = 1;

    private static final String EFFECTIVE_CAPABILITIES = "CapEff:";
    private static final int CAP_SYS_NICE = 23;

    private final MethodHandle setScheduler;
    private final MemorySegment realTime = parameters(LOWEST_REAL_TIME_PRIORITY);
    private final MemorySegment ordinary = parameters(0);

    private RealTimePriority() {
        Linker linker = Linker.nativeLinker();
        setScheduler = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("sched_setscheduler"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    }

    private static MemorySegment parameters(int priority) {
        return Arena.ofAuto().allocateFrom(JAVA_INT, priority);
    }

    /**
     * Empty where this process may not have it, which takes the capability {@code CAP_SYS_NICE}, or the system is no
     * Linux.
     */
    public static Optional<RealTimePriority> ofThisProcess() {
        if (!mayHaveIt()) {
            return Optional.empty();
        }
        var priority = new RealTimePriority();
        // the capability alone does not say it where control groups share out the time of real-time threads
        return priority.raise() && priority.lower() ? Optional.of(priority) : Optional.empty();
    }

    private static boolean mayHaveIt() {
        return new KernelFiles(Path.of("/proc"))
                .lines("self/status").stream()
                        .filter(line -> line.startsWith(EFFECTIVE_CAPABILITIES))
                        .map(line ->
                                line.substring(EFFECTIVE_CAPABILITIES.length()).strip())
                        .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & 1L << CAP_SYS_NICE) != 0);
    }

    /** Gives it to the calling thread; false where the system refused. */
    boolean raise() {
        return set(SCHED_FIFO | SCHED_RESET_ON_FORK, realTime);
    }

    /** Takes it from the calling thread; false where the system refused. */
    boolean lower() {
        return set(SCHED_OTHER, ordinary);
    }

    private boolean set(int policy, MemorySegment parameters) {
        try {
            return (int) setScheduler.invokeExact(0, policy, parameters) == 0;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a call of the C library threw", e);
        }
    }
}
