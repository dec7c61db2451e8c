package io.jgbench.coordination.protocol;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a host's network settings were, what was asked of them and what became of them, as its tuner tells it. The last
 * report of a host holds all of it: what was found, set and restored.
 *
 * @param runId the run for which it was done
 * @param outcome how far it came
 * @param networkInterface the interface that was tuned; empty where none could be told
 * @param bond what the interface joins, where it is a bond
 * @param settings each setting that was read, in the order in which they are applied
 * @param problems why it is not as asked or not as it was, one sentence each, with what to do
 */
public record TuningReport(
        String runId,
        TuningOutcome outcome,
        Optional<String> networkInterface,
        Optional<Bond> bond,
        List<Setting> settings,
        List<String> problems) {

    /** Refuses nulls and copies the lists. */
    public TuningReport {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(networkInterface, "networkInterface");
        Objects.requireNonNull(bond, "bond");
        settings = List.copyOf(settings);
        problems = List.copyOf(problems);
    }

    /**
     * What a tuner that restored its host left as it is, with the reasons: another program had changed it meanwhile, or
     * it was gone. Empty where all is as it was.
     */
    public Optional<String> leftAlone() {
        return outcome == TuningOutcome.RESTORED && !problems.isEmpty()
                ? Optional.of(String.join("; ", problems))
                : Optional.empty();
    }

    /** How far a tuner came. */
    public enum TuningOutcome {
        /** All that was asked was read back. */
        VERIFIED,
        /** Something is not as asked, and only comparing was allowed; nothing was changed. */
        MISMATCH,
        /** Something is not as asked and could not be set; what had been set was put back. */
        APPLY_FAILED,
        /** Another run's tuner holds the host; nothing was changed. */
        BUSY,
        /** The host is as it was before, but for what the problems name: that was left as others have made it. */
        RESTORED,
        /** Something could not be put back; its original stays noted on the host. */
        RESTORE_FAILED
    }

    /**
     * A bond, that is one interface made of several.
     *
     * @param mode how it spreads what it carries, such as {@code 802.3ad}
     * @param slaves the interfaces that it joins
     */
    public record Bond(String mode, List<String> slaves) {
        /** Copies the list. */
        public Bond {
            Objects.requireNonNull(mode, "mode");
            slaves = List.copyOf(slaves);
        }
    }

    /**
     * One setting of a host.
     *
     * @param name such as {@code net.core.rmem_max}, {@code eth0 mtu}, {@code eth0 txQueueLength} or
     *     {@code eth0 flowControl}
     * @param found what it was; empty where it could not be read
     * @param wanted what was asked, such as {@code 9000} or {@code at least 26214400}; empty where nothing was
     * @param set what was written and read back; empty where nothing had to be or could be changed
     * @param restored what was read back after it had been put back
     * @param problem why it is not as asked or could not be put back
     */
    public record Setting(
            String name,
            Optional<String> found,
            Optional<String> wanted,
            Optional<String> set,
            Optional<String> restored,
            Optional<String> problem) {

        /** Refuses nulls. */
        public Setting {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(found, "found");
            Objects.requireNonNull(wanted, "wanted");
            Objects.requireNonNull(set, "set");
            Objects.requireNonNull(restored, "restored");
            Objects.requireNonNull(problem, "problem");
        }
    }
}
