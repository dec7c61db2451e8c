package io.jgbench.operator.pod;

import io.jgbench.coordination.spec.MemberJvmOptions;
import java.util.ArrayList;
import java.util.List;

/** The options of a member's JVM beside the user's own, which come last and so win. */
final class MemberJvmDefaults {
    /**
     * The image's archive of the classes that a member loads, which halves the CPU time of its start. It is for the
     * default collector; with any other the JVM goes without, and need not say so. What it does not notice is another
     * class path: the archive's classes then run in the place of those that the class path has, so that only the
     * image's own may have it.
     */
    private static final List<String> CLASS_ARCHIVE =
            List.of("-XX:AOTCache=/app/member.aot", "-Xlog:aot*=off,cds*=off");

    private MemberJvmDefaults() {}

    /**
     * The options of a member's JVM.
     *
     * @param given the user's own
     * @param isArchived whether the classes are those of the image's archive
     */
    static List<String> with(List<String> given, boolean isArchived) {
        var all = new MemberJvmOptions(given);
        List<String> options = new ArrayList<>(all.defaults());
        // the rest is for buffers, threads and code
        options.add("-XX:MaxRAMPercentage=60");
        if (!all.hasHeap()) {
            // half of the heap for what dies young: each collection copies what a stack keeps, so the fewer the better
            options.add("-XX:InitialRAMPercentage=60");
            options.add("-XX:NewRatio=1");
        }
        if (isArchived && !all.hasCollector()) {
            options.addAll(CLASS_ARCHIVE);
        }
        options.addAll(given);
        return options;
    }
}
