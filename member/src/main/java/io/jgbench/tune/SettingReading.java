package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport.Setting;
import java.util.Optional;

/**
 * One setting as it was read.
 *
 * @param item what is asked of it
 * @param found its value; empty where it could not be read
 * @param problem why it could not be read; empty where it could
 */
record SettingReading(TuningPlan.Item item, Optional<String> found, Optional<String> problem) {

    static SettingReading of(TuningPlan.Item item, HostSettings settings) {
        try {
            return new SettingReading(item, Optional.of(settings.of(item.key()).read()), Optional.empty());
        } catch (SettingException e) {
            return new SettingReading(item, Optional.empty(), Optional.of(e.getMessage()));
        }
    }

    /** Whether it is as asked. One that nothing is asked of is, whether it can be read or not. */
    boolean satisfied() {
        return item.desired().isEmpty()
                || found.filter(item.desired().get()::satisfiedBy).isPresent();
    }

    /** What would have to be written; empty where it cannot be told. */
    Optional<String> target() {
        return item.desired().flatMap(desired -> found.map(desired::target));
    }

    /** What is not as asked, as the start of a sentence. */
    String shortfall() {
        return item.key().name() + " must be "
                + item.desired().map(DesiredValue::text).orElse("anything") + ", "
                + found.map(value -> "found " + value).orElseGet(problem::orElseThrow);
    }

    /** Why it is not as asked although that was set, for a sentence. */
    String likelyReason() {
        return item.desired()
                .flatMap(desired -> found.map(desired::likelyReason))
                .orElse("it cannot be read any more");
    }

    /** As the report has it. */
    Setting setting(Optional<String> set, Optional<String> laterProblem) {
        return new Setting(
                item.key().name(),
                found,
                item.desired().map(DesiredValue::text),
                set,
                Optional.empty(),
                laterProblem.or(() -> problem));
    }
}
