package io.jgbench.coordination.spec;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a run does: checked, with every default filled in, and free of where its members run.
 *
 * @param name the run's name, as in the run file's {@code metadata.name}
 * @param members how many members form the cluster, at least 1
 * @param workload what is sent and measured
 * @param transport what carries it
 * @param repetitions how often the whole run is done, each time with fresh JVMs, at least 1
 * @param startTimeout how long the members may take, from being asked to start until all are armed
 * @param maxSkew the largest start skew with which the result is still valid
 * @param jvmOptions options of each member's JVM, in order
 * @param activeDeadline how long one repetition may take in all
 * @param stallTimeout how long no member may make progress while the workload runs, positive; a pause that the workload
 *     makes by itself is added, see {@link WorkloadSpec#longestPause}; {@link #DEFAULT_STALL_TIMEOUT} where it is not
 *     given
 * @param preflight whether the network is probed before the members join, and what follows from what is found; not
 *     probed where it is not given
 * @param lineRateBitsPerSecond what each member's link carries each way, where its host does not tell; empty where
 *     nobody says it
 */
@RecordBuilder
public record RunSpec(
        String name,
        int members,
        WorkloadSpec workload,
        TransportSpec transport,
        int repetitions,
        Duration startTimeout,
        Duration maxSkew,
        List<String> jvmOptions,
        Duration activeDeadline,
        Duration stallTimeout,
        Policy preflight,
        Optional<Long> lineRateBitsPerSecond) {
    /** What holds where nothing is declared. */
    public static final Duration DEFAULT_STALL_TIMEOUT = Duration.ofSeconds(30);

    /** Checks the ranges and copies the options. */
    public RunSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(workload, "workload");
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(startTimeout, "startTimeout");
        Objects.requireNonNull(maxSkew, "maxSkew");
        Objects.requireNonNull(activeDeadline, "activeDeadline");
        jvmOptions = List.copyOf(jvmOptions);
        Checks.atLeast("members", 1, members);
        Checks.atLeast("repetitions", 1, repetitions);
        // none stands in what an earlier version wrote, whose members cannot probe
        lineRateBitsPerSecond = lineRateBitsPerSecond == null ? Optional.empty() : lineRateBitsPerSecond;
        stallTimeout = stallTimeout == null ? DEFAULT_STALL_TIMEOUT : stallTimeout;
        preflight = preflight == null ? Policy.SKIP : preflight;
        Checks.positive("stallTimeout", stallTimeout);
        workload.checkMembers(members);
    }

    /** The same run with another flow-control window of its stack. */
    public RunSpec withWindow(FlowWindow window) {
        return RunSpecBuilder.builder(this)
                .transport(transport.withWindow(window))
                .build();
    }
}
