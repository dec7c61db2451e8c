package io.jgbench.rpctest;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.control.MalformedJsonException;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.perftest.Console;
import io.jgbench.rpctest.RpcTestMessage.Change;
import io.jgbench.rpctest.RpcTestMessage.ConfigAnswer;
import io.jgbench.rpctest.RpcTestMessage.ConfigQuestion;
import io.jgbench.rpctest.RpcTestMessage.Go;
import io.jgbench.rpctest.RpcTestMessage.Prepare;
import io.jgbench.rpctest.RpcTestMessage.Ready;
import io.jgbench.rpctest.RpcTestMessage.Result;
import io.jgbench.transport.Transport;
import io.jgbench.transport.TransportContext;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.TransportListener;
import io.jgbench.workload.JsonMail;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/**
 * One member of a test that has no controller: it joins, does what the others do, and begins a run of all when it is told to.
 * Members come and go between the runs; one that does during a run ends it.
 *
 * <p>What others say is done by one thread, so that no receiving thread waits. The monitor guards the rest.
 */
public final class RpcTest implements AutoCloseable {
    /** UnicastTestRpcDist's own was UnicastTest-Group; short, as it is sent with every batch. */
    private static final String CLUSTER_NAME = "rpct";

    private static final Duration JOINING = Duration.ofSeconds(30);
    private static final Duration CONFIGURING = Duration.ofSeconds(5);
    private static final Duration PREPARING = Duration.ofSeconds(30);

    private final String name;
    private final TransportSpec spec;
    private final Transport transport;
    private final EpochClock clock;
    private final Console console;
    private final Duration preparing;
    private final JsonMail<RpcTestMessage> mail;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("rpc-test-mail").factory());

    private final Map<String, Ready> ready = new HashMap<>();
    private final Map<String, Result> results = new HashMap<>();
    private List<String> members = List.of();
    private RpcTestConfig config = RpcTestConfig.DEFAULT;
    private boolean configured;
    private Optional<String> failure = Optional.empty();
    private OptionalLong asked = OptionalLong.empty();
    private volatile RpcTestRun current;
    private volatile boolean leaving;

    /**
     * A member that has not joined yet.
     *
     * @param transport a new one, for {@code spec}
     * @throws IllegalArgumentException if the transport cannot work so, with one sentence
     */
    public RpcTest(String name, TransportSpec spec, Transport transport, EpochClock clock, Console console) {
        this(name, spec, transport, clock, console, PREPARING);
    }

    /** Where the members have so long to get ready. */
    RpcTest(
            String name,
            TransportSpec spec,
            Transport transport,
            EpochClock clock,
            Console console,
            Duration preparing) {
        this.name = name;
        this.preparing = preparing;
        this.spec = spec;
        this.transport = transport;
        this.clock = clock;
        this.console = console;
        this.mail = new JsonMail<>(RpcTestMessage.class, transport::send);
        transport.check(spec, config.spec().largestMessageBytes());
    }

    /**
     * Joins, and asks the first member what all do.
     *
     * @throws TransportException if the transport cannot be opened
     * @throws RpcTestException if this member does not see itself in the cluster, or sees another one of its name
     */
    public void join() throws TransportException, RpcTestException, InterruptedException {
        transport.open(
                new TransportContext(spec, CLUSTER_NAME, name, 1, List.of(), Optional.empty(), JOINING),
                new Listener());
        await(() -> members.contains(name), JOINING, "this member did not join within " + JOINING.toSeconds() + " s");
        if (Collections.frequency(members(), name) > 1) {
            throw new RpcTestException(
                    "there is another member named " + name + "; start each with a -name of its own");
        }
        if (!first().equals(name)) {
            mail.send(new ConfigQuestion(name));
            if (!awaitQuietly(() -> configured, CONFIGURING)) {
                console.line("failed to fetch config from " + first());
            }
        }
    }

    private synchronized String first() {
        return members.getFirst();
    }

    synchronized List<String> members() {
        return members;
    }

    synchronized RpcTestConfig config() {
        return config;
    }

    /** Says what all do from now on. */
    void change(RpcTestConfig other) throws TransportException {
        transport.check(spec, other.spec().largestMessageBytes());
        mail.send(new Change(name, other));
    }

    /**
     * Lets all members make their requests, and returns what each saw; one that left meanwhile is not among them.
     *
     * @throws RpcTestException if not all get ready
     */
    List<Result> run() throws TransportException, RpcTestException, InterruptedException {
        Prepare plan;
        synchronized (this) {
            ready.clear();
            results.clear();
            plan = new Prepare(name, ThreadLocalRandom.current().nextLong(), members, config);
            // Others may have answered before this member gets its own message.
            asked = OptionalLong.of(plan.run());
        }
        mail.send(plan);
        awaitReady(plan.members());
        mail.send(new Go(name, plan.run()));
        synchronized (this) {
            while (!plan.members().stream()
                    .allMatch(member -> results.containsKey(member) || !members.contains(member))) {
                wait();
                throwFailure();
            }
            return plan.members().stream()
                    .filter(results::containsKey)
                    .map(results::get)
                    .toList();
        }
    }

    private synchronized void awaitReady(List<String> planned) throws RpcTestException, InterruptedException {
        boolean inTime = awaitQuietly(
                () -> ready.keySet().containsAll(planned)
                        || !members.equals(planned)
                        || ready.values().stream().anyMatch(it -> it.refusal().isPresent()),
                preparing);
        for (Ready answer : ready.values()) {
            if (answer.refusal().isPresent()) {
                throw new RpcTestException(
                        answer.from() + " cannot run: " + answer.refusal().get());
            }
        }
        if (!members.equals(planned)) {
            throw new RpcTestException("not begun: the members are now " + members);
        }
        if (!inTime) {
            throw new RpcTestException("not begun: "
                    + planned.stream()
                            .filter(member -> !ready.containsKey(member))
                            .toList()
                    + " did not get ready within " + preparing.toSeconds() + " s; is each of them jgbench rpc-test?");
        }
    }

    /** Facts about the transport. */
    Map<String, String> facts() {
        return transport.facts();
    }

    private synchronized void await(BooleanSupplier done, Duration timeout, String sentence)
            throws RpcTestException, InterruptedException {
        if (!awaitQuietly(done, timeout)) {
            throw new RpcTestException(sentence);
        }
    }

    private synchronized boolean awaitQuietly(BooleanSupplier done, Duration timeout)
            throws RpcTestException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        throwFailure();
        while (!done.getAsBoolean()) {
            long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                return false;
            }
            wait(leftMillis);
            throwFailure();
        }
        return true;
    }

    private void throwFailure() throws RpcTestException {
        if (failure.isPresent()) {
            throw new RpcTestException(failure.get());
        }
    }

    private synchronized void fail(String why) {
        failure = failure.or(() -> Optional.of(why));
        notifyAll();
    }

    private void handle(RpcTestMessage message) {
        try {
            switch (message) {
                case ConfigQuestion question -> answer(question);
                case ConfigAnswer answer -> {
                    if (answer.to().equals(name)) {
                        configure(answer.config(), "Fetched config from " + answer.from() + ": " + answer.config());
                    }
                }
                case Change change -> configure(change.config(), change.config().toString());
                case Prepare plan -> prepare(plan);
                case Ready answer -> note(() -> ready.put(answer.from(), answer), answer.run());
                case Go go -> go(go);
                case Result result -> note(() -> results.put(result.from(), result), result.run());
            }
        } catch (TransportException e) {
            fail(e.getMessage());
        }
    }

    private void answer(ConfigQuestion question) throws TransportException {
        if (first().equals(name) && !question.from().equals(name)) {
            mail.send(new ConfigAnswer(name, question.from(), config()));
        }
    }

    private synchronized void configure(RpcTestConfig other, String line) {
        config = other;
        configured = true;
        console.line(line);
        notifyAll();
    }

    private synchronized void note(Runnable change, long run) {
        if (asked.equals(OptionalLong.of(run))) {
            change.run();
            notifyAll();
        }
    }

    private void prepare(Prepare plan) throws TransportException {
        Optional<String> refusal = plan.members().equals(members())
                ? Optional.empty()
                : Optional.of("it sees " + members() + ", and not " + plan.members());
        RpcTestRun before = current;
        if (before != null) {
            before.stop("another run was begun");
        }
        current = new RpcTestRun(name, plan, transport, clock);
        mail.send(new Ready(name, plan.run(), refusal));
    }

    private void go(Go go) {
        RpcTestRun run = current;
        if (run == null || run.plan().run() != go.run()) {
            return;
        }
        console.line(RpcTestLines.invoking(run.plan().config()));
        run.begin(result -> {
            console.line(result.failure()
                    .map(why -> "not finished: " + why)
                    .orElse("done (in " + result.elapsedMillis() + " ms)"));
            tell(result);
        });
    }

    private void tell(Result result) {
        if (leaving) {
            return;
        }
        try {
            mail.send(result);
        } catch (TransportException e) {
            fail(e.getMessage());
        }
    }

    private synchronized void changeView(List<String> names) {
        members = List.copyOf(names);
        RpcTestRun run = current;
        if (run != null && !run.plan().members().equals(members)) {
            run.stop("the members are now " + members);
        }
        notifyAll();
    }

    @Override
    public void close() {
        leaving = true;
        reader.shutdownNow();
        RpcTestRun run = current;
        if (run != null) {
            run.stop("this member leaves");
        }
        transport.close();
    }

    private final class Listener implements TransportListener {
        @Override
        public void receive(byte[] buffer, int offset, int length) {
            if (!JsonMail.is(buffer, offset, length)) {
                RpcTestRun run = current;
                if (run != null) {
                    run.receive(buffer, offset, length);
                }
                return;
            }
            try {
                RpcTestMessage message = mail.read(buffer, offset, length);
                later(() -> handle(message));
            } catch (MalformedJsonException e) {
                console.line("a message of another member cannot be read (" + e.getMessage()
                        + "); all members must run the same version");
            }
        }

        @Override
        public void membersChanged(List<String> names) {
            console.line("** view: " + names);
            changeView(names);
        }

        @Override
        public void failed(String reason) {
            fail("the transport failed: " + reason);
        }

        private void later(Runnable work) {
            try {
                reader.execute(work);
            } catch (RejectedExecutionException _) {
                // this member leaves, and does nothing any more that others ask for
            }
        }
    }
}
