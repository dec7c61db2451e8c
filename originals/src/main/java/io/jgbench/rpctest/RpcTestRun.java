package io.jgbench.rpctest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import io.jgbench.rpctest.RpcTestMessage.Prepare;
import io.jgbench.transport.Transport;
import io.jgbench.workload.Workload.Role;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadException;
import io.jgbench.workload.rpc.RpcWorkload;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** One member's part of one run: called from the moment that it is made, calling once it is begun. */
final class RpcTestRun {
    /** What a run may take; who wants it shorter makes fewer requests. */
    static final Duration TIMEOUT = Duration.ofHours(1);

    private final String self;
    private final Prepare plan;
    private final Role role;
    private final EpochClock clock;
    private final RpcWorkload workload;

    @GuardedBy("this")
    private Thread thread;

    /** Why it was given up. */
    @GuardedBy("this")
    private Optional<String> stopped = Optional.empty();

    RpcTestRun(String self, Prepare plan, Transport transport, EpochClock clock) {
        this.self = self;
        this.plan = plan;
        this.clock = clock;
        RpcSpec spec = plan.config().spec();
        this.workload = new RpcWorkload(
                spec, new WorkloadContext(plan.members().size(), transport.reliable(), transport, transport, clock));
        this.role = new Role(plan.members().indexOf(self), true);
        // there is no warm-up, as in the program that this one succeeds
        workload.prepare(role);
    }

    Prepare plan() {
        return plan;
    }

    void receive(byte[] buffer, int offset, int length) {
        workload.receive(buffer, offset, length);
    }

    /**
     * Makes the requests in a thread of its own; what came of it is told when the requests of all members are made. Who
     * asked for it waits for an answer also where it was given up before.
     */
    void begin(Consumer<RpcTestMessage.Result> told) {
        if (!isBegun(told)) {
            told.accept(
                    RpcTestMessage.Result.notBegun(self, plan.run(), stopped().orElseThrow()));
        }
    }

    private synchronized boolean isBegun(Consumer<RpcTestMessage.Result> told) {
        if (thread == null && stopped.isEmpty()) {
            thread = Thread.ofPlatform().daemon().name("rpc-test").start(() -> told.accept(run()));
        }
        return thread != null;
    }

    private synchronized Optional<String> stopped() {
        return stopped;
    }

    private RpcTestMessage.Result run() {
        Optional<String> failure = Optional.empty();
        long began = System.nanoTime();
        try {
            workload.run(role, clock.epochNanos(), TIMEOUT);
        } catch (WorkloadException e) {
            failure = Optional.of(e.getMessage());
        } catch (InterruptedException _) {
            failure = stopped().or(() -> Optional.of("it was interrupted"));
        } catch (RuntimeException | Error e) {
            // without a result the others would wait for this member as long as a run may take
            failure = Optional.of("unexpected: " + e);
        }
        var result = workload.result();
        var report = result.report().withoutSamples();
        long nanos = failure.isPresent()
                ? System.nanoTime() - began
                : report.endedAtEpochNanos() - result.beganAtEpochNanos();
        return new RpcTestMessage.Result(self, plan.run(), report, nanos, failure);
    }

    /** Gives up what is not done; of several reasons the first one is told. */
    synchronized void stop(String why) {
        stopped = stopped.or(() -> Optional.of(why));
        if (thread == null) {
            workload.close();
        } else {
            thread.interrupt();
        }
    }
}
