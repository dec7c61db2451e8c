package io.jgbench.rpctest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.spec.ReadableDuration;
import io.jgbench.rpctest.RpcTestMessage.Prepare;
import io.jgbench.rpctest.RpcTestMessage.Ready;
import io.jgbench.rpctest.RpcTestMessage.Result;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/**
 * What a member knows of all: who is there, what they do, and what they answered to the run that this member asked for.
 * Its monitor guards all of it; the first failure of the transport ends every waiting, that under way and that to come.
 *
 * <p>Neither the control protocol nor perf-test's group would do: there is no controller, and any member may begin a
 * run with all members that are present. A run ends if one member refuses it or is late; the members stay for the next
 * one.
 */
final class RpcTestCluster {
    private final Map<String, Ready> ready = new HashMap<>();
    private final Map<String, Result> results = new HashMap<>();
    private List<String> members = List.of();

    @GuardedBy("this")
    private RpcTestConfig config = RpcTestConfig.DEFAULT;

    private boolean configured;

    @GuardedBy("this")
    private long ownChanges;

    @GuardedBy("this")
    private Optional<String> failure = Optional.empty();

    @GuardedBy("this")
    private OptionalLong asked = OptionalLong.empty();

    synchronized List<String> members() {
        return members;
    }

    /** The member that tells those that join what all do. */
    synchronized String first() {
        return members.getFirst();
    }

    synchronized RpcTestConfig config() {
        return config;
    }

    synchronized void changeView(List<String> names) {
        members = List.copyOf(names);
        notifyAll();
    }

    /** Sets the configuration that all members use from now on. */
    synchronized void configure(RpcTestConfig other) {
        config = other;
        configured = true;
        notifyAll();
    }

    /** A configuration that this member has sent is the one that it uses. */
    synchronized void changedByThisMember() {
        ownChanges++;
        notifyAll();
    }

    synchronized long ownChanges() {
        return ownChanges;
    }

    synchronized void fail(String why) {
        failure = failure.or(() -> Optional.of(why));
        notifyAll();
    }

    /** A run of those that are there now; answers to one before are not taken any more. */
    synchronized Prepare begin(String name) {
        ready.clear();
        results.clear();
        Prepare plan = new Prepare(name, ThreadLocalRandom.current().nextLong(), members, config);
        // Others may have answered before this member gets its own message.
        asked = OptionalLong.of(plan.run());
        return plan;
    }

    void answered(Ready answer) {
        note(() -> ready.put(answer.from(), answer), answer.run());
    }

    void answered(Result result) {
        note(() -> results.put(result.from(), result), result.run());
    }

    private synchronized void note(Runnable change, long run) {
        if (asked.equals(OptionalLong.of(run))) {
            change.run();
            notifyAll();
        }
    }

    /** Waits until a member has joined; false after the timeout. */
    boolean awaitMember(String name, Duration timeout) throws RpcTestException, InterruptedException {
        return await(() -> members.contains(name), timeout);
    }

    /** Waits until this member has the configuration; false after the timeout. */
    boolean awaitConfig(Duration timeout) throws RpcTestException, InterruptedException {
        return await(() -> configured, timeout);
    }

    /**
     * Waits until this member uses what it has sent; false after the timeout.
     *
     * @param before how many configurations of its own it had taken before it was sent
     */
    boolean awaitOwnChange(long before, Duration timeout) throws RpcTestException, InterruptedException {
        return await(() -> ownChanges() > before, timeout);
    }

    /**
     * Waits until all are ready for the run.
     *
     * @param planned its members
     * @throws RpcTestException if one of them refuses, takes too long or has gone
     */
    synchronized void awaitReady(List<String> planned, Duration timeout) throws RpcTestException, InterruptedException {
        boolean inTime = await(
                () -> ready.keySet().containsAll(planned)
                        || !members.equals(planned)
                        || ready.values().stream().anyMatch(it -> it.refusal().isPresent()),
                timeout);
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
                    + " did not get ready within " + timeout.toSeconds() + " s; is each of them jgbench rpc-test?");
        }
    }

    /**
     * Waits for the results of all that do not go meanwhile.
     *
     * @throws RpcTestException if one of them takes too long
     */
    synchronized List<Result> awaitResults(List<String> planned, Duration timeout)
            throws RpcTestException, InterruptedException {
        if (!await(() -> owing(planned).isEmpty(), timeout)) {
            throw new RpcTestException("no results of " + owing(planned) + " within " + ReadableDuration.of(timeout));
        }
        return planned.stream().filter(results::containsKey).map(results::get).toList();
    }

    private List<String> owing(List<String> planned) {
        return planned.stream()
                .filter(member -> !results.containsKey(member) && members.contains(member))
                .toList();
    }

    private synchronized boolean await(BooleanSupplier done, Duration timeout)
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

    @GuardedBy("this")
    private void throwFailure() throws RpcTestException {
        if (failure.isPresent()) {
            throw new RpcTestException(failure.get());
        }
    }
}
