package io.jgbench.compare;

import java.util.regex.Pattern;

/** A performance test that comes with JGroups: started, given a key press, and read from what it prints. */
enum PerfProgram {
    /** Multicasts of all members; its result is messages received per second, the mean over the members. */
    MPERF("MPerf", Pattern.compile("Average/node:.*msgs/sec=([\\d,.]+),.*"), Pattern.compile("Received no results")),

    /** RPCs of all members; its result is requests per second, the mean over the members. */
    UPERF("UPerf", Pattern.compile("Throughput: ([\\d,.]+) reqs/sec/node.*"), Pattern.compile("Throughput: NaN.*"));

    private final String label;
    private final Pattern result;
    private final Pattern noResult;

    PerfProgram(String label, Pattern result, Pattern noResult) {
        this.label = label;
        this.result = result;
        this.noResult = noResult;
    }

    /** Its name. */
    String label() {
        return label;
    }

    String mainClass() {
        return "org.jgroups.tests.perf." + label;
    }

    /** The line that holds the rate, as its first group. */
    Pattern result() {
        return result;
    }

    /** The line that says that there is none. */
    Pattern noResult() {
        return noResult;
    }
}
