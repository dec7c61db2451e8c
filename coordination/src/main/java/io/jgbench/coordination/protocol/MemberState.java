package io.jgbench.coordination.protocol;

import io.jgbench.coordination.steady.WarmupProgress;
import java.util.Objects;
import java.util.Optional;

/**
 * What a member answers when it is asked how it is.
 *
 * @param runId the run it belongs to
 * @param name its name
 * @param phase how far it has come
 * @param start what became of the starts that it was asked for
 * @param membersSeen how many members it sees, itself included
 * @param unitsDone units of the workload's work done so far, such as messages received; see
 *     {@link io.jgbench.coordination.spec.WorkloadSpec#unitOfWork}
 * @param unitsExpected units of work that it expects in all, 0 before it is armed
 * @param unitsSent units of work that it has begun so far, such as messages sent or requests made, 0 before it is armed
 * @param warmup how far its warm-up has come; empty before that began
 * @param bindAddress the address of the interface that its transport is to bind to, where it was told an interface
 * @param network what its host says of its network, the same in each answer
 * @param failure why it failed; present only in {@link MemberPhase#FAILED}
 */
public record MemberState(
        String runId,
        String name,
        MemberPhase phase,
        StartState start,
        int membersSeen,
        long unitsDone,
        long unitsExpected,
        long unitsSent,
        Optional<WarmupProgress> warmup,
        Optional<String> bindAddress,
        HostNetwork network,
        Optional<MemberFailure> failure) {

    /** The names of objects in Kubernetes, and addresses, are not longer. */
    private static final int MOST_CHARACTERS = 253;

    /** Refuses nulls, and names that are longer than any: the controller stores those of all members in one place. */
    public MemberState {
        checkLength("runId", Objects.requireNonNull(runId, "runId"));
        checkLength("name", Objects.requireNonNull(name, "name"));
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(warmup, "warmup");
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(bindAddress, "bindAddress");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(failure, "failure");
        bindAddress.ifPresent(address -> checkLength("bindAddress", address));
    }

    private static void checkLength(String what, String text) {
        if (text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    what + " must have at most " + MOST_CHARACTERS + " characters, got: " + text.length());
        }
    }

    /** Whether the member answered this before the other one, as far as phase and start tell. */
    public boolean isBefore(MemberState other) {
        int phases = phase.compareTo(other.phase);
        return phases < 0 || (phases == 0 && start.isBefore(other.start));
    }
}
