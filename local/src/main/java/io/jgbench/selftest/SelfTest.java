package io.jgbench.selftest;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.local.Cancellation;
import io.jgbench.local.LocalBenchmark;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.MemberJvm;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.runfile.RunFile;
import io.jgbench.runfile.RunFileException;
import io.jgbench.transport.Stacks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Plants faults into runs of members in namespaces and judges what their results tell first. */
public final class SelfTest {
    /** Size of a message, in bytes. */
    static final int MESSAGE_BYTES = 1000;

    private final MemberJvm jvm;
    private final Duration measured;
    private final EpochClock clock;
    private final Supplier<String> runIds;
    private final Surroundings surroundings;

    /** What a self-test tells the program that does it. */
    public interface Surroundings {
        /** Hosts are open: what is to be done before they are removed because this process is told to end. */
        void opened(NamespaceHosts hosts);

        /** Something that no result tells, in one sentence. */
        void complained(String sentence);

        /** A run is over. */
        void measured(PlantedRun run, RepetitionsResult result) throws IOException;
    }

    /**
     * Prepares.
     *
     * @param jvm the members' JVM
     * @param measured how long each run measures, in whole seconds
     * @param runIds gives each run an identity of its own
     */
    public SelfTest(
            MemberJvm jvm, Duration measured, EpochClock clock, Supplier<String> runIds, Surroundings surroundings) {
        this.jvm = jvm;
        this.measured = measured;
        this.clock = clock;
        this.runIds = runIds;
        this.surroundings = surroundings;
    }

    /**
     * Does one run with its fault. The fault and the namespaces are gone when this returns.
     *
     * @param cancellation ends it early
     * @throws HostsUnavailableException where this machine cannot have hosts in namespaces
     * @throws IOException if the network cannot be made or a fault cannot be taken away
     */
    public PlantedOutcome run(PlantedRun run, Cancellation cancellation)
            throws HostsUnavailableException, IOException, InterruptedException {
        var fault = run.fault();
        var missing = run.meaningless().or(() -> run.workload().missing()).or(() -> Planter.missing(fault.planting()));
        if (missing.isPresent()) {
            return PlantedOutcome.notPlanted(run, missing.get());
        }
        var hosts = NamespaceHosts.open(run.at().members(), LinkSettings.UNLIMITED, surroundings::complained);
        Planter.Prepared prepared;
        try {
            prepared = Planter.prepare(fault.planting(), run.at(), hosts);
        } catch (IOException e) {
            try (hosts) {
                return PlantedOutcome.notPlanted(run, String.valueOf(e.getMessage()));
            }
        }
        surroundings.opened(hosts);
        return run(run, prepared, cancellation);
    }

    /** The timer takes the fault away, then the members end with their hosts, then the rest of the fault can go. */
    private PlantedOutcome run(PlantedRun run, Planter.Prepared prepared, Cancellation cancellation)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (var planted = prepared.fault();
                var hosts = prepared.hosts();
                var timer = new FaultTimer(run.fault().when(), planted, measured(run), run.lasts(), clock)) {
            timer.begin();
            if (timer.problem().isPresent()) {
                return PlantedOutcome.notPlanted(run, timer.problem().get());
            }
            RepetitionsResult result = new LocalBenchmark(hosts, jvm, clock, runIds)
                    .run(spec(run, measured(run)), true, List.of(), timer, cancellation);
            surroundings.measured(run, result);
            return timer.problem()
                    .map(why -> PlantedOutcome.notPlanted(run, why))
                    .orElseGet(() -> PlantedOutcome.of(run, result.runs().getFirst()));
        }
    }

    private Duration measured(PlantedRun run) {
        Duration least = run.fault().course().leastMeasured();
        return measured.compareTo(least) < 0 ? least : measured;
    }

    /** What is run. */
    static RunSpec spec(PlantedRun run, Duration measured) {
        Fault.Course course = run.fault().course();
        var text = """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: selftest-%s-%s}
                spec:
                  members: %d
                  %s
                  messageSize: %d
                  stack: {name: %s}
                  warmup: %s
                  start: {timeout: 30s, maxSkew: 500ms}
                  stallTimeout: %ds
                  activeDeadline: %s
                """.formatted(
                        run.stack(),
                        run.fault().name(),
                        run.at().members(),
                        run.workload().yaml(measured),
                        MESSAGE_BYTES,
                        run.stack(),
                        course.warm() ? "{until: Steady}" : "{until: Steady, atLeast: 8s, atMost: 10s}",
                        course.stallTimeout().toSeconds(),
                        course.warm() ? "6m" : "3m");
        try {
            RunFile file =
                    RunFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "a self-test's run");
            BenchmarkRun declared = file.run();
            if (run.fault().planting() instanceof Planting.OtherStack other) {
                declared.setSpec(declared.getSpec().withStack(other.stack().apply(new Stacks().named(run.stack()))));
            }
            return file.resolve(
                    new RunSpecResolver(source -> source.inline() == null
                            ? new Stacks().named(source.name())
                            : Stacks.inline(source.inline())),
                    declared,
                    Map.of());
        } catch (RunFileException e) {
            throw new IllegalStateException("the run of a self-test must be right: " + e.getMessage(), e);
        }
    }
}
