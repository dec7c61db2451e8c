package io.jgbench.local;

import com.sun.management.OperatingSystemMXBean;
import io.jgbench.coordination.spec.MemberJvmOptions;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * The heap of members on one machine. What a member allocates for each message dies young, but for what its stack keeps
 * until all members have it: each collection copies that, so the fewer there are, the less time they take. With a young
 * generation of 384 MB they take 1 % of the time over the bundled stack tcp, where the JVM's own size of 128 MB takes 4
 * %; see docs/METHOD.md.
 *
 * @param physicalBytes memory of the machine
 */
public record LocalHeap(long physicalBytes) {
    private static final long MEGABYTE = 1 << 20;
    private static final long MOST_YOUNG_MEGABYTES = 384;

    /** Less than that the JVM chooses better itself. */
    private static final long LEAST_YOUNG_MEGABYTES = 64;

    /** The young generations of all members together take no more than this part of the memory. */
    private static final long PART_OF_MEMORY = 8;

    /** The heap is larger than its young generation by a third. */
    private static final long OLD_PER_YOUNG = 3;

    /** That of this machine. */
    public static LocalHeap ofThisMachine() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine
                ? new LocalHeap(machine.getTotalMemorySize())
                : new LocalHeap(0);
    }

    /**
     * The options with a heap size for each of this number of members; unchanged if they set the heap themselves.
     */
    public List<String> fitted(List<String> given, int members) {
        long young = Math.min(MOST_YOUNG_MEGABYTES, physicalBytes / MEGABYTE / PART_OF_MEMORY / members);
        if (new MemberJvmOptions(given).hasHeap() || young < LEAST_YOUNG_MEGABYTES) {
            return given;
        }
        List<String> options = new ArrayList<>();
        options.add("-Xms" + (young + young / OLD_PER_YOUNG) + "m");
        options.add("-Xmn" + young + "m");
        options.addAll(given);
        return options;
    }
}
