package io.jgbench.perftest;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.counters.LinuxHostProbe;
import io.jgbench.member.RealTimePriority;
import io.jgbench.member.ReportWriter;
import io.jgbench.member.StartGate;
import io.jgbench.perftest.GroupMessage.Announcement;
import io.jgbench.perftest.GroupMessage.Readiness;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import io.jgbench.workload.EndSignal;
import io.jgbench.workload.Workload;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.multicast.MulticastWorkload;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What a member does while its transport is open, from top to bottom: gather, agree, warm up, start, run, exchange. */
final class Participant {
    /** From when the first member says when to start until then: long enough to reach all others several times. */
    private static final Duration START_LEAD = Duration.ofMillis(200);

    private static final Duration START_REPEAT = Duration.ofMillis(20);

    /** What others may take longer than this member to find out that a run is over. */
    private static final Duration EXCHANGE_MARGIN = Duration.ofSeconds(30);

    private final PerfTestSetup setup;
    private final Transport transport;
    private final GroupMessages mail;
    private final Group group;
    private final Announcement announcement;
    private final Optional<SampleFile> samples;
    private final EpochClock clock;
    private final Console console;
    private final MulticastSpec spec;
    private final CountingSender sender;
    private final Workload workload;
    private final WorkloadThread workloadThread;
    private final ClockProbe clockProbe;
    private final StartGate startGate;
    private volatile Optional<BackgroundSender> background = Optional.empty();

    Participant(
            PerfTestSetup setup,
            Transport transport,
            GroupMessages mail,
            Group group,
            Announcement announcement,
            Optional<SampleFile> samples,
            EpochClock clock,
            Console console) {
        this.setup = setup;
        this.transport = transport;
        this.mail = mail;
        this.group = group;
        this.announcement = announcement;
        this.samples = samples;
        this.clock = clock;
        this.console = console;
        var config = setup.config();
        spec = config.workload();
        sender = new CountingSender(transport);
        workload = new MulticastWorkload(
                spec, new WorkloadContext(config.members(), transport.reliable(), sender, transport, clock));
        workloadThread = new WorkloadThread(workload, group);
        clockProbe = new ClockProbe(setup.name(), group, mail, clock);
        startGate = new StartGate(clock, RealTimePriority.ofThisProcess());
    }

    TransportListener listener() {
        return new Listener();
    }

    /** Takes part; see {@link PerfTest#run}. */
    RunResult run() throws PerfTestException, TransportException, InterruptedException {
        Role role;
        ReportWriter writer;
        Beginning beginning;
        ClockOffset offset;
        try (var announcing = new BackgroundSender(mail, group, announcement)) {
            background = Optional.of(announcing);
            group.awaitComplete(setup.waitTimeout());
            role = new Role(group.members().indexOf(setup.name()), setup.sender());
            writer = reportWriter(role);
            warmUp(role);
            announcing.announce(announcement.at(Readiness.WARM));
            group.awaitWarm(setup.waitTimeout().plus(setup.runTimeout()));
            offset = measureClock();
            announcing.announce(announcement.at(Readiness.READY));
            beginning = awaitStart(offset, writer);
        }
        console.line("-- READY (" + group.members().size() + " members)");
        var startTime = Instant.now();
        work(role, beginning.startNanos());
        group.mayLeave();
        var finalReport = new FinalReport(
                writer.write(beginning.counters(), group.viewChanges(), Optional.empty()), offset, address());
        new ReportExchange(setup.name(), group, mail, transport.reliable(), ProtocolJson.write(finalReport.brief()))
                .run(setup.runTimeout().plus(EXCHANGE_MARGIN));
        return new PerfTestResult(setup, spec, transport.reliable(), startTime).of(group);
    }

    private ReportWriter reportWriter(Role role) {
        var probe = LinuxHostProbe.at(address());
        return new ReportWriter(
                PerfTestResult.RUN_NAME,
                setup.name(),
                role.index(),
                spec.messageSizeBytes(),
                transport,
                workload,
                probe,
                probe.facts());
    }

    private String address() {
        return transport
                .bindAddress()
                .map(InetAddress::getHostAddress)
                .or(() -> setup.config().bindAddress())
                .orElse("localhost");
    }

    private ClockOffset measureClock() throws PerfTestException, TransportException, InterruptedException {
        String first = group.members().getFirst();
        if (first.equals(setup.name())) {
            return new ClockOffset(0, 0);
        }
        var offset = clockProbe.measure(first, setup.waitTimeout());
        console.detail("this clock is " + offset.offsetNanos() + " ns (+/- " + offset.errorNanos() + ") ahead of "
                + first + "'s");
        return offset;
    }

    private void warmUp(Role role) throws PerfTestException, InterruptedException {
        if (spec.warmup().most() > 0) {
            console.line("-- warming up with " + spec.warmup().most() + " messages of each sender");
        }
        workloadThread.run("warm-up", setup.runTimeout(), () -> {
            workload.warmUp(role, new EndSignal(), setup.runTimeout());
            workload.prepare(role);
        });
    }

    /**
     * How the measured part begins.
     *
     * @param startNanos the instant on this member's clock
     * @param counters what was counted until then
     */
    private record Beginning(long startNanos, Map<String, Long> counters) {}

    /**
     * Waits until all are to begin; the counters are read in the time that is left until then, in which nobody sends.
     */
    private Beginning awaitStart(ClockOffset offset, ReportWriter writer)
            throws PerfTestException, TransportException, InterruptedException {
        long atOfFirst;
        Map<String, Long> counters;
        if (group.members().getFirst().equals(setup.name())) {
            group.awaitReady(setup.waitTimeout().plus(setup.runTimeout()));
            counters = writer.counters();
            atOfFirst = clock.epochNanos() + START_LEAD.toNanos();
            while (atOfFirst - clock.epochNanos() > START_REPEAT.toNanos()) {
                mail.send(new GroupMessage.Start(setup.name(), atOfFirst));
                group.monitor().pause(START_REPEAT);
            }
        } else {
            atOfFirst = group.awaitStart(setup.waitTimeout().plus(setup.runTimeout()));
            counters = writer.counters();
        }
        return new Beginning(offset.toMember(atOfFirst), counters);
    }

    private void work(Role role, long startNanos) throws PerfTestException, InterruptedException {
        long before = sender.sent();
        if (role.sender()) {
            console.line("-- sending " + spec.length().most() + " messages of " + spec.messageSizeBytes() + " bytes");
        }
        LongSupplier sent = () -> Math.min(sender.sent() - before, spec.length().most());
        LongSupplier received = () -> workload.progress().done();
        long interval = setup.config().logInterval();
        try (var _ = new IntervalLines(interval, sent, received, console);
                var _ = samples.map(file -> file.follow(Duration.ofMillis(interval), startNanos, sent, received))
                        .orElse(() -> {})) {
            workloadThread.run("workload", setup.runTimeout(), () -> {
                long passed = startGate.pass(startNanos);
                startGate.leave();
                workload.run(role, passed, setup.runTimeout());
            });
        }
    }

    private final class Listener implements TransportListener {
        @Override
        public void receive(byte[] buffer, int offset, int length) {
            if (GroupMessages.is(buffer, offset, length)) {
                receiveMail(buffer, offset, length);
            } else {
                workload.receive(buffer, offset, length);
            }
        }

        private void receiveMail(byte[] buffer, int offset, int length) {
            GroupMessage message;
            try {
                message = mail.read(buffer, offset, length);
            } catch (MalformedJsonException e) {
                group.monitor()
                        .fail("a message of another member cannot be read (" + e.getMessage()
                                + "); all members must run the same version");
                return;
            }
            switch (message) {
                case Announcement other -> group.announced(other);
                case GroupMessage.ClockQuestion question -> answer(question);
                case GroupMessage.ClockAnswer answer -> clockProbe.answered(answer);
                case GroupMessage.Start start -> group.starts(start.atEpochNanos());
                case GroupMessage.ReportPart part -> group.reported(part);
                case GroupMessage.Receipt receipt -> group.received(receipt);
                case GroupMessage.GivingUp other -> group.gaveUp(other);
            }
        }

        private void answer(GroupMessage.ClockQuestion question) {
            var members = group.members();
            if (!members.isEmpty() && members.getFirst().equals(setup.name())) {
                background.ifPresent(post -> post.post(() -> new GroupMessage.ClockAnswer(
                        setup.name(), question.from(), question.number(), clock.epochNanos())));
            }
        }

        @Override
        public void membersChanged(List<String> names) {
            group.viewChanged(names);
        }

        @Override
        public void failed(String reason) {
            group.monitor().fail("the transport failed: " + reason);
        }
    }
}
