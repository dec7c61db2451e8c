package io.jgbench.compare;

import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.steady.SteadyRule;
import io.jgbench.coordination.steady.WarmupOutcome;
import io.jgbench.counters.CompilerThreads;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.MemberJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * JGroups' own {@code org.jgroups.tests.perf.MPerf} or {@code UPerf}, one process a host, used as its users do: it is
 * started, given a key press, and its printed result is read.
 */
final class PerfCluster implements AutoCloseable {
    private static final int BIND_PORT = 7800;
    private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(2);
    private static final Warmup.Steady DEFAULT = new Warmup.Steady(Duration.ZERO, Duration.ofMinutes(3));
    private static final String START_KEY = "1";

    private final PerfProgram program;
    private final int threads;
    private final Duration time;
    private final List<ConsoleProcess> members = new CopyOnWriteArrayList<>();
    private final List<PeerMember> progress = new CopyOnWriteArrayList<>();
    private final List<CompilerThreads> compilers = new CopyOnWriteArrayList<>();
    private volatile boolean isWhole;

    /** What a member printed when it saw fewer or more members than there are. */
    private volatile Optional<String> otherView = Optional.empty();

    /** One without members; {@link #join} starts them. */
    PerfCluster(PerfProgram program, int threads, Duration time) {
        this.program = program;
        this.threads = threads;
        this.time = time;
    }

    /**
     * What one test came to.
     *
     * @param ratePerSecond messages or requests per second, the mean over the members; 0 where the program printed that
     *     it has no result, or was not over in time
     * @param losses what the members' kernels lost or sent again meanwhile
     * @param cpuCost what each message or request cost them
     */
    record Test(double ratePerSecond, KernelLosses losses, Optional<CpuCost> cpuCost) {}

    /**
     * Starts the program on all hosts and returns when all members see each other.
     *
     * @param jvmOptions of its JVMs, which have all else in common with a member's
     * @param threads how many threads of each member send, or call
     * @param stack a stack as it takes it: a resource of the class path, a file or a URL
     * @throws IOException if a process does not start or the members do not see each other, with what was printed last
     */
    static PerfCluster start(
            PerfProgram program,
            Hosts hosts,
            List<String> jvmOptions,
            int threads,
            String stack,
            int messageSizeBytes,
            Duration time)
            throws IOException, InterruptedException {
        var cluster = new PerfCluster(program, threads, time);
        // the member at which a test was begun reads nothing until the test is over, so it would not see the end
        hosts.beforeShutdown(() -> cluster.members.forEach(ConsoleProcess::kill));
        List<String> java = MemberJvm.likeThisOne(jvmOptions).javaWithClassPath();
        SequencedMap<String, List<String>> commands = new LinkedHashMap<>();
        for (int i = 0; i < hosts.size(); i++) {
            var host = hosts.host(i);
            List<String> command = new ArrayList<>(java);
            command.addAll(properties(hosts, i));
            command.addAll(List.of("org.jgroups.tests.perf." + program.label(), "-props", stack));
            command.addAll(List.of("-name", host.name()));
            command.addAll(List.of("-time", String.valueOf(time.toSeconds())));
            command.addAll(List.of("-size", String.valueOf(messageSizeBytes)));
            command.addAll(List.of("-threads", String.valueOf(threads)));
            commands.put(host.name(), host.command(command));
        }
        return cluster.join(commands);
    }

    /**
     * Starts the members and returns when all see each other.
     *
     * @param commands what starts each member, by its name
     * @return this
     * @throws IOException as {@link #start}
     */
    PerfCluster join(SequencedMap<String, List<String>> commands) throws IOException, InterruptedException {
        try {
            for (var command : commands.entrySet()) {
                members.add(ConsoleProcess.start(command.getKey(), command.getValue(), this::observe));
                if (members.size() == 1) {
                    // the first one makes the cluster; two that start alone at once would have to merge later
                    awaitView(1);
                }
            }
            awaitView(commands.size());
            isWhole = true;
            return this;
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static List<String> properties(Hosts hosts, int member) {
        String initialHosts = IntStream.range(0, hosts.size())
                .mapToObj(i -> new Peer(i, hosts.host(i).name(), hosts.host(i).address(), BIND_PORT))
                .map(peer -> peer.host() + "[" + peer.port() + "]")
                .collect(Collectors.joining(","));
        return List.of(
                // both, as their numbers are printed as in the country: English of Germany has 82.700,13
                "-Duser.language=en",
                "-Duser.country=US",
                "-Djgroups.bind_addr=" + hosts.host(member).address(),
                "-Djgroups.bind_port=" + BIND_PORT,
                "-Djgroups.tcpping.initial_hosts=" + initialHosts);
    }

    private void awaitView(int size) throws IOException, InterruptedException {
        for (ConsoleProcess member : members) {
            Optional<String> view = member.awaitLine(line -> isView(line) && isOfSize(line, size), JOIN_TIMEOUT);
            if (view.isEmpty()) {
                throw new IOException(program.label() + "'s members do not see each other within "
                        + JOIN_TIMEOUT.toSeconds() + " s; " + member.lastLine());
            }
        }
    }

    /**
     * Runs the program's test once.
     *
     * @param timeout how long it may take until the result is printed
     * @return messages or requests per second, the mean over the members; empty if the program prints that it has no
     *     result, as when the members' own results are lost in retransmissions
     * @throws TestTimeoutException if the test is not over in time, though all members work as {@link #check} asks
     * @throws IOException as {@link #check}
     */
    OptionalDouble ratePerSecond(Duration timeout) throws IOException, InterruptedException {
        begin();
        OptionalDouble rate;
        try {
            rate = program.awaitRate(members, timeout);
        } catch (TestTimeoutException e) {
            // a cluster that fell apart may give no result either, and is then told as what it is
            check();
            throw e;
        }
        check();
        return rate;
    }

    /**
     * Checks that all members work as they were told, with each other: a rate of fewer members or of other threads is
     * that of another cluster.
     *
     * @throws IOException if a member's process has ended, a member does not see all others any more, or did not print
     *     that it has the threads that it was given
     */
    void check() throws IOException {
        for (ConsoleProcess member : members) {
            member.checkAlive();
        }
        Optional<String> other = otherView;
        if (other.isPresent()) {
            throw new IOException(program.label() + "'s " + members.size()
                    + " members do not all see each other any more; one printed: " + other.get());
        }
        for (int i = 0; i < members.size(); i++) {
            progress.get(i)
                    .checkThreads(program.label() + "'s " + members.get(i).name(), threads);
        }
    }

    private static boolean isView(String line) {
        return line.startsWith("** ");
    }

    private static boolean isOfSize(String view, int size) {
        return view.contains("(" + size + ")");
    }

    /** Begins the program's test and returns. */
    void begin() throws IOException {
        members.getFirst().type(START_KEY);
    }

    /**
     * Waits until the members print their rates the next time, in a test that goes on.
     *
     * @return messages or requests per second since the test began, the mean over the members
     * @throws IOException if a member's process ends, or prints nothing in time
     */
    double awaitNextRate(Duration timeout) throws IOException, InterruptedException {
        members.forEach(ConsoleProcess::skipToNow);
        long deadline = System.nanoTime() + timeout.toNanos();
        for (ConsoleProcess member : members) {
            Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
            if (member.awaitLine(PeerMember::isRate, left).isEmpty()) {
                throw new IOException(program.label() + " printed no rate within " + timeout.toSeconds() + " s; "
                        + member.lastLine());
            }
        }
        check();
        return progress.stream().mapToDouble(PeerMember::lastRate).average().orElseThrow();
    }

    /** The members' processes. */
    List<Long> pids() {
        return members.stream().map(ConsoleProcess::pid).toList();
    }

    private Consumer<String> observe(long pid) {
        var compilersOfMember = CompilerThreads.of(pid);
        compilers.add(compilersOfMember);
        var member = new PeerMember(time, compilersOfMember::cpuNanos);
        progress.add(member);
        return line -> {
            member.printed(line);
            if (isWhole && isView(line) && !isOfSize(line, members.size())) {
                otherView = Optional.of(line);
            }
        };
    }

    /**
     * Runs the program's test again and again until its members are steady, by the rule that holds for jgbench's own,
     * and have run as long as those have at least.
     *
     * @param warmup that of jgbench's members; a fixed number of their messages says nothing about this program, which
     *     then has three minutes at the most
     * @param timeout how long one test may take until its result is printed
     * @return whether they are steady; false where they were not within the warm-up's longest time
     * @throws TestTimeoutException if a test is not over in time
     * @throws IOException if a member's process ends, or prints no rates, by which it would be known to be steady
     */
    boolean warmUp(Warmup warmup, Duration timeout) throws IOException, InterruptedException {
        Warmup.Steady until = warmup instanceof Warmup.Steady steady ? steady : DEFAULT;
        while (true) {
            List<Long> before = progress.stream().map(PeerMember::rates).toList();
            var ignored = ratePerSecond(timeout);
            requireRates(before);
            Optional<WarmupOutcome> ended = SteadyRule.end(
                    until.atLeast(),
                    until.atMost(),
                    progress.stream().map(PeerMember::progress).toList());
            if (ended.isPresent()) {
                return ended.get().steady();
            }
        }
    }

    /** Each of its tests lasts seconds, and each member prints a rate each second. */
    private void requireRates(List<Long> before) throws IOException {
        for (int i = 0; i < members.size(); i++) {
            if (progress.get(i).rates() == before.get(i)) {
                throw new IOException(program.label() + " must print a rate each second, and printed none in a test, so"
                        + " that it is not known when it is warm; "
                        + members.get(i).lastLine());
            }
        }
    }

    /**
     * Runs the program's test once, and reads before and after what it cost. No other test may follow: the result of
     * one that is not over in time may still come.
     *
     * @param timeout how long it may take until the result is printed
     * @throws IOException as {@link #check}
     */
    Test test(Duration timeout) throws IOException, InterruptedException {
        KernelLosses lossesBefore = losses();
        CpuTime cpuBefore = cpuTime();
        double rate = lastRatePerSecond(timeout).orElse(0);
        CpuTime used = cpuTime().minus(cpuBefore);
        return new Test(rate, losses().minus(lossesBefore), CpuCost.of(used, unitsOfAll(rate * time.toSeconds())));
    }

    /** One slow test is no reason to end a series of pairs. */
    private OptionalDouble lastRatePerSecond(Duration timeout) throws IOException, InterruptedException {
        try {
            return ratePerSecond(timeout);
        } catch (TestTimeoutException _) {
            return OptionalDouble.empty();
        }
    }

    /** What all members together did where one did so much on average; see {@link CountedUnits}. */
    double unitsOfAll(double units) {
        return program.counted().ofAll(units, members.size());
    }

    /** What the members' kernels lost or sent again so far. */
    private KernelLosses losses() {
        return KernelLosses.at(pids());
    }

    /** CPU time of the members so far. */
    private CpuTime cpuTime() {
        return new CpuTime(
                pids().stream().mapToLong(CpuTime::nanosOf).sum(),
                compilers.stream().mapToLong(CompilerThreads::cpuNanos).sum());
    }

    @Override
    public void close() {
        members.forEach(ConsoleProcess::close);
    }
}
