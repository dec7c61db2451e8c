package io.jgbench.operator.pod;

import java.util.ArrayList;
import java.util.List;

/** The options of a member's JVM beside the user's own, which come last and so win. */
final class MemberJvmDefaults {
    /**
     * The image's archive of the classes that a member loads, which halves the CPU time of its start. It is for the default
     * collector, the image's own class path and the options about modules that a local run's members have, which made it; with
     * any other the JVM goes without, and need not say so.
     */
    private static final List<String> CLASS_ARCHIVE =
            List.of("-XX:AOTCache=/app/member.aot", "-Xlog:aot*=off,cds*=off");

    private MemberJvmDefaults() {}

    static List<String> with(List<String> given) {
        List<String> options = new ArrayList<>();
        // the root file system is read-only, and what a crash leaves is read from the pod's log
        options.add("-XX:-UsePerfData");
        options.add("-XX:+ErrorFileToStderr");
        // the workload Datagram sends and receives by calls of the C library
        options.add("--enable-native-access=ALL-UNNAMED");
        options.add("-XX:-CreateCoredumpOnCrash");
        // the rest is for buffers, threads and code
        options.add("-XX:MaxRAMPercentage=60");
        // a second collector named by the user would be an error of the JVM, not an override
        if (given.stream().noneMatch(option -> option.matches("-XX:\\+Use\\w*GC"))) {
            options.add("-XX:+UseSerialGC");
            options.addAll(CLASS_ARCHIVE);
        }
        options.addAll(given);
        return options;
    }
}
