package io.jgbench.operator.pod;

import io.jgbench.coordination.spec.MemberJvmOptions;
import java.util.ArrayList;
import java.util.List;

/** The options of a member's JVM beside the user's own, which come last and so win. */
final class MemberJvmDefaults {
    /**
     * The image's archive of the classes that a member loads, which halves the CPU time of its start. It is for the default
     * collector and for the image's own class path; with any other the JVM goes without, and need not say so.
     */
    private static final List<String> CLASS_ARCHIVE =
            List.of("-XX:AOTCache=/app/member.aot", "-Xlog:aot*=off,cds*=off");

    private MemberJvmDefaults() {}

    static List<String> with(List<String> given) {
        var all = new MemberJvmOptions(given);
        List<String> options = new ArrayList<>(all.defaults());
        // the rest is for buffers, threads and code
        options.add("-XX:MaxRAMPercentage=60");
        if (!all.nameCollector()) {
            options.addAll(CLASS_ARCHIVE);
        }
        options.addAll(given);
        return options;
    }
}
