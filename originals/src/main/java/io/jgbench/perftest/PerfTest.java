package io.jgbench.perftest;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * One member of a test that has no controller: it finds the others by its transport, agrees with them on the start,
 * runs the workload, exchanges the results with all others and judges them as they do.
 */
public final class PerfTest {
    /** Short, as it is sent with every batch, and the same on all hosts. */
    private static final String CLUSTER_NAME = "pt";

    /** Before a member that fails leaves; over an unreliable transport it says three times why. */
    private static final Duration FAREWELL = Duration.ofMillis(100);

    private static final int FAREWELLS = 3;
    private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(1);

    private final PerfTestSetup setup;
    private final Transport transport;
    private final EpochClock clock;
    private final Console console;
    private final Optional<SampleFile> samples;

    /**
     * A member that has not joined yet.
     *
     * @param transports finds a new transport by its name
     * @throws IllegalArgumentException if the setup cannot work, with one sentence that says why
     */
    public PerfTest(PerfTestSetup setup, Function<String, Transport> transports, EpochClock clock, Console console) {
        this.setup = setup;
        this.clock = clock;
        this.console = console;
        transport = transports.apply(setup.config().transport());
        transport.check(setup.transport(), setup.config().messageSizeBytes());
        samples =
                setup.samples().map(path -> new SampleFile(path, setup.config().messageSizeBytes(), clock, console));
    }

    /**
     * Takes part in the test and prints its outcome.
     *
     * @throws TransportException if the transport cannot be opened, with one sentence
     * @throws PerfTestException if the test could not be done, with one sentence that names who or what was missing
     */
    public RunResult run() throws TransportException, PerfTestException, InterruptedException {
        var announcement = new GroupMessage.Announcement(
                setup.name(),
                ThreadLocalRandom.current().nextLong(),
                setup.sender(),
                GroupMessage.Readiness.PRESENT,
                setup.common());
        var group = new Group(setup.config().members(), announcement, console);
        var mail = new GroupMessages(transport);
        try (transport) {
            var participant = new Participant(setup, transport, mail, group, announcement, samples, clock, console);
            console.line(
                    "-- " + setup.name() + " is waiting for " + setup.config().members() + " members to join");
            transport.open(
                    new TransportContext(
                            setup.transport(),
                            CLUSTER_NAME,
                            setup.name(),
                            setup.config().members(),
                            List.of(),
                            Optional.empty(),
                            setup.waitTimeout()),
                    participant.listener());
            try {
                return takePart(participant);
            } catch (PerfTestException e) {
                sayFarewell(group, mail, e.getMessage());
                throw e;
            }
        }
    }

    private RunResult takePart(Participant participant) throws PerfTestException, InterruptedException {
        var bean = setup.jmx()
                ? Optional.of(TransportBean.register(transport, setup.name()))
                : Optional.<TransportBean>empty();
        try {
            var result = participant.run();
            ResultLines.of(result, setup.name()).forEach(console::line);
            return result;
        } catch (TransportException e) {
            throw new PerfTestException(e.getMessage(), e);
        } finally {
            if (setup.dumpStats()) {
                dumpStats();
            }
            bean.ifPresent(TransportBean::keep);
        }
    }

    private void dumpStats() {
        console.line("");
        console.line("Transport statistics:");
        transport.counters().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(counter -> console.line(counter.getKey() + "=" + counter.getValue()));
        transport.facts().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(fact -> console.line(fact.getKey() + "=" + fact.getValue()));
    }

    /** Tells the others why this member leaves; not for longer than a moment, as a sender may wait for flow control. */
    private void sayFarewell(Group group, GroupMessages mail, String reason) throws InterruptedException {
        if (group.monitor().othersKnow()) {
            return;
        }
        Thread thread = Thread.ofPlatform().daemon().name("farewell").start(() -> {
            try {
                for (int i = 0; i < (transport.reliable() ? 1 : FAREWELLS); i++) {
                    mail.send(new GroupMessage.GivingUp(setup.name(), reason));
                    LockSupport.parkNanos(FAREWELL.toNanos());
                }
            } catch (TransportException e) {
                console.detail("the others could not be told: " + e.getMessage());
            }
        });
        thread.join(LONGEST_FAREWELL);
    }
}
