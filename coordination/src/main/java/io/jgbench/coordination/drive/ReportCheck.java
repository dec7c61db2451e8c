package io.jgbench.coordination.drive;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Checks that a member's answer is its report of this run and that all parts can be read. Results rely on this check,
 * because a member may run any image.
 *
 * @param runId the run
 * @param member the member's name
 * @param index its place in the run
 * @param members how many members the run has
 * @param workload what it was to run
 * @param longest how long the workload can have taken at the most
 */
record ReportCheck(
        String runId, String member, int index, int members, WorkloadSettings.Type workload, Duration longest) {
    private static final long LAST_EPOCH_MICROS = Long.MAX_VALUE / 1000;

    /** What is wrong with it, in a few words; empty where nothing is. */
    Optional<String> problem(MemberReport report) {
        try {
            return notIts(report)
                    .or(() -> strangers(report))
                    .or(() -> impossibleTimes(report))
                    .or(() -> unreadable(report));
        } catch (RuntimeException e) {
            // Figures are worked out with what the member wrote, and each workload does that in its own way.
            return Optional.of("nothing can be made of it: " + e);
        }
    }

    private Optional<String> notIts(MemberReport report) {
        if (!report.runId().equals(runId)) {
            return Optional.of("it must be of the run " + runId + ", got: " + shown(report.runId()));
        }
        if (!report.member().equals(member) || report.index() != index) {
            return Optional.of("it must be of " + member + " at place " + index + ", got: " + shown(report.member())
                    + " at place " + report.index());
        }
        WorkloadSettings.Type found = report.workload().workloadType();
        return found == workload
                ? Optional.empty()
                : Optional.of("it must be of the workload " + workload.label() + ", got: " + found.label());
    }

    private Optional<String> strangers(MemberReport report) {
        return report.workload()
                .places()
                .filter(place -> place < 0 || place >= members)
                .mapToObj(place -> "it speaks of the member at place " + place + ", and the run has " + members)
                .findFirst();
    }

    /** Times become numbers of intervals, and those memory. */
    private Optional<String> impossibleTimes(MemberReport report) {
        long began = report.beganAtEpochNanos();
        long ended = report.workload().endedAtEpochNanos();
        if (began < 0 || ended < 0 || (began > 0 && ended - began > longest.toNanos())) {
            return Optional.of("its workload took from " + began + " to " + ended
                    + " ns since the Unix epoch, and the run has lasted " + longest.toSeconds() + " s");
        }
        return Optional.empty();
    }

    private Optional<String> unreadable(MemberReport report) {
        try {
            report.workload().readTexts();
            WorkloadReport.readText("its activity", () -> readSamples(report.activity()));
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
        Workloads.of(workload).memberFigures(report);
        return Optional.empty();
    }

    private void readSamples(Activity activity) {
        List<long[]> samples = activity.samples();
        if (samples.isEmpty()) {
            return;
        }
        if (!activity.columns().getFirst().equals(Activity.EPOCH_MICROS)) {
            throw new IllegalArgumentException("its first column must be " + Activity.EPOCH_MICROS + ", got: "
                    + shown(activity.columns().getFirst()));
        }
        long first = samples.getFirst()[0];
        long last = first;
        for (long[] sample : samples) {
            if (sample[0] < last || sample[0] < 0 || sample[0] > LAST_EPOCH_MICROS) {
                throw new IllegalArgumentException(
                        "its samples must be in the order of time, got: " + sample[0] + " after " + last);
            }
            last = sample[0];
        }
        if (last - first > TimeUnit.NANOSECONDS.toMicros(longest.toNanos())) {
            throw new IllegalArgumentException("its samples span " + TimeUnit.MICROSECONDS.toSeconds(last - first)
                    + " s, and the run has lasted " + longest.toSeconds() + " s");
        }
    }

    private static String shown(String text) {
        return text.length() <= 64 ? text : text.substring(0, 64) + "…";
    }
}
