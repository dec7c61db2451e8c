package io.jgbench.local;

import io.jgbench.api.v1alpha1.PreflightSettings.Policy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.local.host.ClassArchive;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.local.host.ProcessHosts;
import io.jgbench.transport.Stacks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the {@link ClassArchive} by a run of two members, as one alone probes nobody and receives nothing from others.
 * The first one's classes are recorded.
 */
public final class ClassArchiveTraining {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MEMBERS = 2;
    private static final int MESSAGES = 1000;

    private final ClassArchive archive;

    /** For the given archive. */
    public ClassArchiveTraining(ClassArchive archive) {
        this.archive = archive;
    }

    /**
     * Runs and keeps the archive.
     *
     * @return whether it was made; without it members start slower, and nothing else is different
     */
    public boolean train(MemberJvm jvm) throws IOException, HostsUnavailableException, InterruptedException {
        try (var recording = archive.record(jvm);
                Hosts hosts = ProcessHosts.open(MEMBERS)) {
            String recorded = hosts.host(0).name();
            var command = new MemberCommand(host -> host.name().equals(recorded) ? recording.jvm() : jvm, PATIENCE);
            var result = new LocalBenchmark(hosts, command, EpochClock.system(), () -> "train")
                    .run(spec(), true, List.of(), (_, _, _) -> {}, new Cancellation());
            return result.completed() && recording.keep();
        }
    }

    private static RunSpec spec() {
        var workload = new MulticastSpec(
                MEMBERS,
                RunLength.of(MESSAGES),
                MulticastSpec.MIN_MESSAGE_SIZE_BYTES,
                Warmup.of(MESSAGES),
                1,
                Duration.ofSeconds(1),
                Duration.ZERO,
                1);
        var transport = new TransportSpec("jgroups", Optional.of(new Stacks().named("udp")), Map.of(), 0);
        return RunSpecBuilder.builder()
                .name("train")
                .members(MEMBERS)
                .workload(workload)
                .transport(transport)
                .repetitions(1)
                .startTimeout(PATIENCE)
                .maxSkew(PATIENCE)
                .jvmOptions(List.of())
                .activeDeadline(PATIENCE)
                .preflight(Policy.REQUIRE)
                .build();
    }
}
