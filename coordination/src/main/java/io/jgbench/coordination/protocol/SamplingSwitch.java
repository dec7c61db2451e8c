package io.jgbench.coordination.protocol;

import java.util.Arrays;
import java.util.List;

/**
 * The system property of a member's JVM that leaves out what a member samples beside its workload: its activity, its
 * stalls, and what was lost and waited for between which members. It is there to measure what that costs, see {@code
 * docs/BENCHMARKS.md}, and for nothing else.
 */
public final class SamplingSwitch {
    /** The property's name. */
    public static final String PROPERTY = "jgbench.sampling";

    /** Its value that leaves samples out; with any other one, or none, they are taken. */
    public static final String OFF = "off";

    private static final String OPTION = "-D" + PROPERTY + "=";

    private SamplingSwitch() {}

    /**
     * Whether a JVM with these options leaves samples out.
     *
     * @param jvmOptions separated by blanks; of several of this property the last one counts
     */
    public static boolean isOffIn(String jvmOptions) {
        List<String> given = Arrays.stream(jvmOptions.split(" ", -1))
                .filter(option -> option.startsWith(OPTION))
                .toList();
        return !given.isEmpty() && given.getLast().equals(OPTION + OFF);
    }
}
