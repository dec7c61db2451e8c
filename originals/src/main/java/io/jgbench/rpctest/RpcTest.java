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
import io.jgbench.workload.JsonMessages;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * One member of a test that has no controller: it joins, does what the others do, and begins a run of all when it is
 * told to. Members come and go between the runs; one that does during a run ends it.
 *
 * <p>What others say is done by one thread, so that no receiving thread waits.
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
    private final JsonMessages<RpcTestMessage> mail;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("rpc-test-mail").factory());

    private final RpcTestCluster cluster = new RpcTestCluster();
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
        this.mail = new JsonMessages<>(RpcTestMessage.class, transport);
        transport.check(spec, cluster.config().spec().largestMessageBytes());
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
        if (!cluster.awaitMember(name, JOINING)) {
            throw new RpcTestException("this member did not join within " + JOINING.toSeconds() + " s");
        }
        if (Collections.frequency(members(), name) > 1) {
            throw new RpcTestException(
                    "there is another member named " + name + "; start each with a -name of its own");
        }
        if (!cluster.first().equals(name)) {
            mail.send(new ConfigQuestion(name));
            if (!cluster.awaitConfig(CONFIGURING)) {
                console.line("failed to fetch config from " + cluster.first());
            }
        }
    }

    List<String> members() {
        return cluster.members();
    }

    RpcTestConfig config() {
        return cluster.config();
    }

    /**
     * Sends the new configuration to all members, and returns when this one has received it. The next command uses it.
     *
     * @throws RpcTestException if it does not come back to this member
     */
    void change(RpcTestConfig other) throws TransportException, RpcTestException, InterruptedException {
        transport.check(spec, other.spec().largestMessageBytes());
        long before = cluster.ownChanges();
        mail.send(new Change(name, other));
        if (!cluster.awaitOwnChange(before, CONFIGURING)) {
            throw new RpcTestException("this member did not receive its own configuration change within "
                    + CONFIGURING.toSeconds() + " s, so the configuration is unchanged here");
        }
    }

    /**
     * Makes all members send their requests, and returns what each saw; one that left meanwhile is not among them.
     *
     * @throws RpcTestException if not all get ready
     */
    List<Result> run() throws TransportException, RpcTestException, InterruptedException {
        Prepare plan = cluster.begin(name);
        mail.send(plan);
        cluster.awaitReady(plan.members(), preparing);
        mail.send(new Go(name, plan.run()));
        return cluster.awaitResults(plan.members(), RpcTestRun.TIMEOUT.plus(preparing));
    }

    /** Facts about the transport. */
    Map<String, String> facts() {
        return transport.facts();
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
                case Change change -> change(change);
                case Prepare plan -> prepare(plan);
                case Ready answer -> cluster.answered(answer);
                case Go go -> go(go);
                case Result result -> answered(result);
            }
        } catch (TransportException e) {
            cluster.fail(e.getMessage());
        }
    }

    private void answer(ConfigQuestion question) throws TransportException {
        if (cluster.first().equals(name) && !question.from().equals(name)) {
            mail.send(new ConfigAnswer(name, question.from(), config()));
        }
    }

    private void change(Change change) {
        synchronized (cluster) {
            configure(change.config(), change.config().toString());
            if (change.from().equals(name)) {
                cluster.changedByThisMember();
            }
        }
    }

    private void configure(RpcTestConfig other, String line) {
        // a waiting thread must not continue before the line is printed
        synchronized (cluster) {
            cluster.configure(other);
            console.line(line);
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
            tell(Result.notBegun(name, go.run(), "another run was begun at the same time"));
            return;
        }
        console.line(RpcTestLines.invoking(run.plan().config()));
        run.begin(result -> {
            console.line(result.failure()
                    .map(why -> "not finished: " + why)
                    .orElse("done (in " + TimeUnit.NANOSECONDS.toMillis(result.elapsedNanos()) + " ms)"));
            tell(result);
        });
    }

    /** A member that has given up never says that it has made all requests, which the others would wait for. */
    private void answered(Result result) {
        cluster.answered(result);
        RpcTestRun run = current;
        if (run != null && run.plan().run() == result.run() && !result.from().equals(name)) {
            result.failure().ifPresent(why -> run.stop(result.from() + " gave up: " + why));
        }
    }

    private void tell(Result result) {
        if (leaving) {
            return;
        }
        try {
            mail.send(result);
        } catch (TransportException e) {
            cluster.fail(e.getMessage());
        }
    }

    private void changeView(List<String> names) {
        cluster.changeView(names);
        RpcTestRun run = current;
        if (run != null && !run.plan().members().equals(names)) {
            run.stop("the members are now " + names);
        }
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
            if (!JsonMessages.is(buffer, offset, length)) {
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
            cluster.fail("the transport failed: " + reason);
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
