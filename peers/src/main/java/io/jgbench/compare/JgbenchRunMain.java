package io.jgbench.compare;

import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.local.RunListener;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.NamespaceHosts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A run in a process of its own, so that its controller can be stopped together with its members. It reads an
 * {@link Order}, one line of JSON, from its standard input; it writes {@link Measuring} when the measured part begins
 * and {@link Outcome} at the end, one line each. It ends when its standard input does.
 */
final class JgbenchRunMain {
    private static final int STDIN_ENDED = 1;
    private static final int FAILED = 2;

    private JgbenchRunMain() {}

    /**
     * What is to be done.
     *
     * @param spec the run
     * @param link of its members, which live in namespaces
     * @param counted what the rate of its workload counts
     */
    record Order(RunSpec spec, LinkSettings link, CountedUnits counted) {}

    /**
     * The measured part begins.
     *
     * @param members the processes of the members
     */
    record Measuring(List<Long> members) {
        static final String FIRST_FIELD = "{\"members\":";
    }

    /**
     * The run is over.
     *
     * @param failure why there are no figures; empty if there are
     * @param work what was done, unless it failed
     */
    record Outcome(Optional<String> failure, Optional<WorkDone> work) {
        static final String FIRST_FIELD = "{\"failure\":";
    }

    /** Carries out one run with the options that it is given. */
    public static void main(String... args) throws InterruptedException {
        // numbers in sentences are stored and compared: some languages have other digits
        Locale.setDefault(Locale.ROOT);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            Order order = order(in.readLine());
            Thread.ofPlatform().daemon().name("parent").start(() -> endWithParent(in));
            write(out, outcome(run(order, out), order.counted()));
        } catch (IOException | HostsUnavailableException | IllegalArgumentException e) {
            out.println("jgbench's run failed: " + e.getMessage());
            System.exit(FAILED);
        }
    }

    private static Order order(String line) throws IOException {
        if (line == null) {
            throw new IOException("expected an order on the standard input, got: nothing");
        }
        try {
            return ProtocolJson.readRequest(line.getBytes(StandardCharsets.UTF_8), Order.class);
        } catch (MalformedJsonException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void endWithParent(BufferedReader in) {
        try {
            while (in.readLine() != null) {
                // only its end says something
            }
        } catch (IOException e) {
            complain("the standard input cannot be read: " + e.getMessage());
        }
        System.exit(STDIN_ENDED);
    }

    private static void complain(String sentence) {
        System.err.println(sentence);
    }

    private static void write(PrintStream out, Object line) {
        out.println(new String(ProtocolJson.write(line), StandardCharsets.UTF_8));
    }

    private static RunResult run(Order order, PrintStream out)
            throws HostsUnavailableException, IOException, InterruptedException {
        try (var hosts = NamespaceHosts.open(order.spec().members(), order.link(), JgbenchRunMain::complain)) {
            return JgbenchRun.result(hosts, order.spec(), new Announcement(out));
        }
    }

    private static Outcome outcome(RunResult run, CountedUnits counted) {
        return run.completed()
                ? new Outcome(Optional.empty(), Optional.of(work(run, counted)))
                : new Outcome(
                        Optional.of(
                                run.failure().map(failure -> failure.message()).orElse("no figures")),
                        Optional.empty());
    }

    private static WorkDone work(RunResult run, CountedUnits counted) {
        double seconds = run.members().stream()
                        .mapToLong(member -> member.counter(Counters.COUNTED_NANOS))
                        .average()
                        .orElseThrow()
                / Duration.ofSeconds(1).toNanos();
        double units = run.figures().orElseThrow().unitsPerSecond() * seconds;
        return new WorkDone(
                units,
                counted.ofAll(units, run.members().size()),
                run.members().stream().mapToLong(JgbenchRunMain::sentBytes).sum(),
                run.accounts().addUp() && run.accounts().lostUnits() == 0);
    }

    private static long sentBytes(MemberResult member) {
        return member.counter(Counters.INTERFACE_SENT_BYTES);
    }

    /** Tells once that all members measure. */
    private static final class Announcement implements RunListener {
        private final PrintStream out;
        private boolean told;

        Announcement(PrintStream out) {
            this.out = out;
        }

        @Override
        public void progressed(int repetition, int repetitions, RunStatus status) {
            if (!told && status.members().stream().allMatch(Announcement::measures)) {
                told = true;
                write(out, new Measuring(members()));
            }
        }

        private static boolean measures(MemberStatus member) {
            return member.reached(MemberPhase.RUNNING) && member.unitsDone() > 0;
        }

        /** What else this process has started holds the namespaces, and does nothing. */
        private static List<Long> members() {
            return ProcessHandle.current()
                    .descendants()
                    .filter(process -> process.info().command().orElse("").endsWith("/java"))
                    .map(ProcessHandle::pid)
                    .toList();
        }
    }
}
