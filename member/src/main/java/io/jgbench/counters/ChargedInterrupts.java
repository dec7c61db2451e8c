package io.jgbench.counters;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The time in interrupts with which processes are charged that met them. A kernel without
 * {@code CONFIG_IRQ_TIME_ACCOUNTING} charges them; since Linux 6.1 a kernel that tells of pressure has
 * {@code pressure/irq} if it does not, and only then. What the threads {@code ksoftirqd} did is charged to them. A
 * container does not see these, so nothing is known there.
 */
final class ChargedInterrupts {
    private static final Pattern VERSION = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})");
    private static final String SOFT_INTERRUPT_THREAD = "ksoftirqd/";

    private final Path proc;
    private final boolean charged;

    @GuardedBy("this")
    private final Set<String> others = new HashSet<>();

    /**
     * On this kernel.
     *
     * @param proc where it tells of processes
     * @param release its release, such as {@code 6.18.44}
     */
    ChargedInterrupts(Path proc, String release) {
        this.proc = proc;
        this.charged = isSince61(release)
                && Files.exists(proc.resolve("pressure/cpu"))
                && Files.notExists(proc.resolve("pressure/irq"));
    }

    private static boolean isSince61(String release) {
        var version = VERSION.matcher(release);
        if (!version.lookingAt()) {
            return false;
        }
        int major = Integer.parseInt(version.group(1));
        return major > 6 || (major == 6 && Integer.parseInt(version.group(2)) >= 1);
    }

    /** Adds it to counters that have {@link Counters#HOST_INTERRUPT_NANOS} already. */
    synchronized void addTo(Map<String, Long> counters) {
        Long interrupts = counters.get(Counters.HOST_INTERRUPT_NANOS);
        if (!charged || interrupts == null) {
            return;
        }
        try {
            long threads = 0;
            long threadNanos = 0;
            for (ThreadCpuTime process : ThreadCpuTime.allBut(others, proc)) {
                if (process.name().startsWith(SOFT_INTERRUPT_THREAD)) {
                    threads++;
                    threadNanos += process.nanos();
                } else {
                    others.add(process.id());
                }
            }
            if (threads > 0) {
                counters.put(Counters.CHARGED_INTERRUPT_NANOS, Math.max(0, interrupts - threadNanos));
            }
        } catch (IOException _) {
            // no Linux
        }
    }
}
