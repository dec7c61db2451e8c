package io.jgbench.counters;

import io.jgbench.coordination.protocol.Counters;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the host's CPUs did, for whomever, from {@code /proc/stat} and {@code /proc/pressure/cpu} (the kernel's {@code
 * filesystems/proc.rst} and {@code accounting/psi.rst}). A container sees the host's figures there. Interrupts are
 * counted apart from the processes: much of what a process sends and receives is done in them, and nobody is charged
 * with it.
 *
 * @param proc where the kernel tells of processes
 */
record HostCpus(KernelFiles proc) {
    /** Ticks of {@code /proc/stat} are hundredths of a second on every architecture (USER_HZ). */
    private static final long NANOS_PER_TICK = 10_000_000;

    private static final String ALL = "cpu ";
    /** Columns of the line of all CPUs; what virtual machines of this host ran is part of {@code USER}. */
    private static final int USER = 1;

    private static final int NICE = 2;
    private static final int SYSTEM = 3;
    private static final int IDLE = 4;
    private static final int WAITING_FOR_DISKS = 5;
    private static final int INTERRUPTS = 6;
    private static final int SOFT_INTERRUPTS = 7;
    private static final int STEAL = 8;

    /** The line of one CPU. */
    private static final String ONE_PREFIX = "cpu";

    private static final Pattern ONE = Pattern.compile(ONE_PREFIX + "[0-9]+ .*");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private static final String SOME_WAITED = "some ";
    private static final String TOTAL_MICROS = "total=";

    void addTo(Map<String, Long> counters) {
        for (String line : proc.lines("stat")) {
            // others are not split: that of the interrupts has hundreds of columns
            List<String> columns = line.startsWith(ALL) ? KernelFiles.columns(line) : List.of();
            if (columns.size() > STEAL) {
                counters.put(Counters.HOST_CPU_NANOS, nanos(columns, USER, NICE, SYSTEM));
                counters.put(Counters.HOST_INTERRUPT_NANOS, nanos(columns, INTERRUPTS, SOFT_INTERRUPTS));
                counters.put(Counters.HOST_IDLE_NANOS, nanos(columns, IDLE, WAITING_FOR_DISKS));
                counters.put(Counters.CPU_STEAL_NANOS, nanos(columns, STEAL));
            }
        }
        for (String line : proc.lines("pressure/cpu")) {
            int total = line.indexOf(TOTAL_MICROS);
            if (line.startsWith(SOME_WAITED) && total > 0) {
                long micros = Long.parseLong(line.substring(total + TOTAL_MICROS.length()));
                counters.put(Counters.CPU_PRESSURE_NANOS, TimeUnit.MICROSECONDS.toNanos(micros));
            }
        }
    }

    /**
     * What each CPU spent in soft interrupts and, where this process may use some of the CPUs alone, what each of those
     * did, by the names that {@link Counters#USABLE_IDLE_NANOS} and {@link Counters#USABLE_CPU_NANOS} are the sums of:
     * a line for each, so not for who asks often.
     */
    void addEachTo(Map<String, Long> counters) {
        List<List<String>> each = proc.lines("stat").stream()
                .filter(line -> ONE.matcher(line).matches())
                .map(KernelFiles::columns)
                .filter(columns -> columns.size() > STEAL)
                .toList();
        BitSet usable = usable();
        boolean usesAll = each.stream().allMatch(columns -> usable.get(number(columns)));
        for (List<String> columns : each) {
            String cpu = columns.getFirst();
            counters.put(Counters.SOFT_INTERRUPT_NANOS + cpu, nanos(columns, SOFT_INTERRUPTS));
            if (!usesAll && usable.get(number(columns))) {
                counters.put(Sums.part(Counters.USABLE_IDLE_NANOS, cpu), nanos(columns, IDLE, WAITING_FOR_DISKS));
                counters.put(
                        Sums.part(Counters.USABLE_CPU_NANOS, cpu),
                        nanos(
                                columns,
                                USER,
                                NICE,
                                SYSTEM,
                                IDLE,
                                WAITING_FOR_DISKS,
                                INTERRUPTS,
                                SOFT_INTERRUPTS,
                                STEAL));
            }
        }
    }

    private static int number(List<String> columns) {
        return Integer.parseInt(columns.getFirst().substring(ONE_PREFIX.length()));
    }

    /** The CPUs that this process may use, of a list such as {@code 0-3,8}; none where the kernel does not tell. */
    private BitSet usable() {
        var cpus = new BitSet();
        proc.lines("self/status").stream()
                .filter(line -> line.startsWith(ALLOWED))
                .flatMap(line ->
                        Stream.of(line.substring(ALLOWED.length()).strip().split(",", -1)))
                .filter(range -> !range.isEmpty())
                .map(range -> range.split("-", 2))
                .forEach(ends -> cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1));
        return cpus;
    }

    private static long nanos(List<String> columns, int... wanted) {
        long ticks = 0;
        for (int column : wanted) {
            ticks += Long.parseLong(columns.get(column));
        }
        return ticks * NANOS_PER_TICK;
    }
}
