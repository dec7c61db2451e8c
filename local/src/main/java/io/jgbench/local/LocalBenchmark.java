package io.jgbench.local;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.MemberJvm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Does a run on this machine, as often as it is to be repeated, each time with fresh JVMs. */
public final class LocalBenchmark {
    private final Hosts hosts;
    private final MemberCommand memberCommand;
    private final EpochClock clock;
    private final Supplier<String> runIds;

    /**
     * Prepares; nothing is started yet.
     *
     * @param hosts where the members live, at least as many as a run has members
     * @param jvm the JVM of each member
     * @param runIds gives each repetition an identity of its own
     */
    public LocalBenchmark(Hosts hosts, MemberJvm jvm, EpochClock clock, Supplier<String> runIds) {
        this(hosts, new MemberCommand(jvm, Duration.ZERO), clock, runIds);
    }

    LocalBenchmark(Hosts hosts, MemberCommand memberCommand, EpochClock clock, Supplier<String> runIds) {
        this.hosts = hosts;
        this.memberCommand = memberCommand;
        this.clock = clock;
        this.runIds = runIds;
    }

    /**
     * Does all repetitions, also when one of them fails. One that cannot begin is the last, and what those before it
     * measured is kept.
     *
     * @param reliable whether the transport promises that every message arrives once and in order
     * @param notApplied what the run file asks for and a local run does not do, one sentence each
     * @param listener is told how it goes
     * @param cancellation ends the repetition that is under way, and lets no other one begin
     * @throws HostsUnavailableException if the first repetition cannot begin, as a fixed port is in use or no free ones
     *     are found
     */
    public RepetitionsResult run(
            RunSpec asked, boolean reliable, List<String> notApplied, RunListener listener, Cancellation cancellation)
            throws HostsUnavailableException, InterruptedException {
        RunSpec spec = new LocalWindow().settled(withoutLineRate(asked), hosts);
        var what = new Repetitions.Asked(spec, reliable, notApplied);
        return new Repetitions(hosts, memberCommand, clock, runIds, what, listener, cancellation).run();
    }

    /** What a file declares is of the links of other hosts. The limit is that of these, where they have a rate. */
    private static RunSpec withoutLineRate(RunSpec asked) {
        return RunSpecBuilder.builder(asked)
                .lineRateBitsPerSecond(Optional.empty())
                .build();
    }
}
