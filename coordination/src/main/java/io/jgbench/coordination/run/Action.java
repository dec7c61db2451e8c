package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.protocol.WithdrawRequest;
import io.jgbench.coordination.spec.TransportSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * What the machine asks its driver to do with one member. An action comes again with each step until its effect is
 * observed, equal to the one before, so that a driver can tell that it is under way; to do it twice is harmless.
 */
public sealed interface Action {

    /** The index of the member that it concerns. */
    int member();

    /**
     * Brings a member to life, unless it lives.
     *
     * @param member the member's index
     */
    record Launch(int member) implements Action {}

    /**
     * Asks a member to open the sockets of the pre-flight.
     *
     * @param member the member's index
     * @param bindAddresses as those of {@link Join}
     */
    record OpenPreflight(int member, Map<Integer, String> bindAddresses) implements Action {

        /** Copies the addresses. */
        public OpenPreflight {
            bindAddresses = Map.copyOf(bindAddresses);
        }
    }

    /**
     * Asks a member to probe the paths to all others. Asked for when the sockets of all are open.
     *
     * @param member the member's index
     */
    record Probe(int member) implements Action {}

    /**
     * Fetches what a member sent and received in the pre-flight. Asked for when all have sent what they had to.
     *
     * @param member the member's index
     */
    record FetchPreflight(int member) implements Action {}

    /**
     * Asks a member to open its transport.
     *
     * @param member the member's index
     * @param deadlineEpochNanos until when it has to see all others; the request's timeout is what is left until then
     * @param bindAddresses the addresses that the members' transports bind to, by index; those that are not here bind
     *     where they were planned
     * @param transport the run's transport, with the window that its stack gets
     */
    record Join(int member, long deadlineEpochNanos, Map<Integer, String> bindAddresses, TransportSpec transport)
            implements Action {

        /** Copies the addresses and refuses nulls. */
        public Join {
            bindAddresses = Map.copyOf(bindAddresses);
            Objects.requireNonNull(transport, "transport");
        }

        /** The request's timeout. */
        public Duration timeLeft(long nowEpochNanos) {
            return Action.timeLeft(deadlineEpochNanos, nowEpochNanos);
        }
    }

    /**
     * Asks a member to run its warm-up.
     *
     * @param member the member's index
     * @param deadlineEpochNanos until when it has to be armed; the request's timeout is what is left until then
     */
    record Arm(int member, long deadlineEpochNanos) implements Action {

        /** The request to the member. */
        public ArmRequest request(long nowEpochNanos) {
            return new ArmRequest(timeLeft(deadlineEpochNanos, nowEpochNanos));
        }
    }

    /**
     * Tells a member that its warm-up has been long enough.
     *
     * @param member the member's index
     */
    record EndWarmup(int member) implements Action {}

    /**
     * Measures a member's clock against the controller's. Asked for when all members are armed, as the machines are
     * quiet then.
     *
     * @param member the member's index
     */
    record MeasureClock(int member) implements Action {}

    /**
     * Sends the start instant to a member. Never asked for after that instant, and not to be sent once the member has
     * to have taken it: the start is withdrawn then, and a member that took it all the same would begin alone.
     *
     * @param member the member's index
     * @param attempt which start of the run this is, from 1
     * @param startAtEpochNanos the instant on the controller's clock
     * @param takenByEpochNanos until when it may be sent, on the controller's clock
     * @param clock how the member's clock stands to the controller's
     * @param deadlineEpochNanos until when the workload has to end; the request's timeout is what lies between
     */
    record Release(
            int member,
            int attempt,
            long startAtEpochNanos,
            long takenByEpochNanos,
            ClockOffset clock,
            long deadlineEpochNanos)
            implements Action {

        /** Whether it is too late to send it. */
        public boolean isLate(long nowEpochNanos) {
            return nowEpochNanos >= takenByEpochNanos;
        }

        /** The request to the member. */
        public StartRequest request() {
            return new StartRequest(
                    attempt, startAtEpochNanos, clock, Duration.ofNanos(deadlineEpochNanos - startAtEpochNanos));
        }
    }

    /**
     * Takes a start back from a member, which may have taken it or not.
     *
     * @param member the member's index
     * @param attempt which start of the run it is
     */
    record Withdraw(int member, int attempt) implements Action {

        /** The request to the member. */
        public WithdrawRequest request() {
            return new WithdrawRequest(attempt);
        }
    }

    /**
     * Fetches and stores what a member measured; of a member that still runs, what it has so far. The member keeps
     * its report.
     *
     * @param member the member's index
     */
    record FetchReport(int member) implements Action {}

    /**
     * Tells a member that it is not needed any more; this acknowledges its report. A member that does not answer is
     * killed.
     *
     * @param member the member's index
     */
    record Stop(int member) implements Action {}

    /** Never zero, which a request refuses: one that comes too late is answered as such by the machine's next step. */
    private static Duration timeLeft(long deadlineEpochNanos, long nowEpochNanos) {
        return Duration.ofNanos(Math.max(1, deadlineEpochNanos - nowEpochNanos));
    }
}
