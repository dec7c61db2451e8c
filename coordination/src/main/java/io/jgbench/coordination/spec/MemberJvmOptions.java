package io.jgbench.coordination.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The options that the JVM of each member has beside those of the run, wherever it runs. An archive of classes that was
 * made in one place is of use in another only where those about modules are the same.
 *
 * @param given the run's own, which come last and so win
 */
public record MemberJvmOptions(List<String> given) {

    private static final Pattern HEAP = Pattern.compile(
            "-Xm[snx].*|-XX:(Initial|Max|Min|SoftMax)?(HeapSize|RAMPercentage)=.*|-XX:(Max)?New(Size|Ratio)=.*");

    /** Copies the list. */
    public MemberJvmOptions {
        given = List.copyOf(given);
    }

    /**
     * Whether the run names one of the JVM's garbage collectors. A second one would be an error of the JVM, not an
     * override.
     */
    public boolean hasCollector() {
        return given.stream().anyMatch(option -> option.matches("-XX:\\+Use\\w*GC"));
    }

    /** Whether the run says anything of the size of the JVM's heap or of its young generation. */
    public boolean hasHeap() {
        return given.stream().anyMatch(HEAP.asMatchPredicate());
    }

    /** What stands before the run's own. */
    public List<String> defaults() {
        List<String> defaults = new ArrayList<>();
        // a killed JVM would leave its file of performance data in the temporary folder
        defaults.add("-XX:-UsePerfData");
        // a crashed JVM tells why on stderr, where it is kept, instead of leaving a file in the working folder
        defaults.add("-XX:+ErrorFileToStderr");
        defaults.add("-XX:-CreateCoredumpOnCrash");
        // the workload Datagram sends and receives by calls of the C library
        defaults.add("--enable-native-access=ALL-UNNAMED");
        if (!hasCollector()) {
            defaults.add("-XX:+UseSerialGC");
        }
        return List.copyOf(defaults);
    }
}
