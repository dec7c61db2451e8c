package io.jgbench.operator.reconcile.clear;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.spec.DurationText;
import io.jgbench.operator.kubernetes.VisitMetadata;
import java.time.Duration;
import java.util.Optional;

/**
 * How long runs stay that are over.
 *
 * @param otherwise for runs that declare no time; empty if they stay
 * @param longest the most that the admin's policy allows; empty if any. It is asked again here, as a run may change
 *     what it declares after it was checked
 */
public record TimeToLive(Optional<Duration> otherwise, Optional<Duration> longest) {

    /**
     * How long a run stays.
     *
     * @param isDeclared whether the run itself declares a time
     */
    public record Stay(Duration time, boolean isDeclared) {}

    /** How long this run stays; empty if it stays for ever, or its suite decides. */
    public Optional<Stay> of(BenchmarkRun run) {
        var retention = run.getSpec().retention();
        Optional<Duration> declared = Optional.ofNullable(retention == null ? null : retention.ttlAfterFinished())
                .flatMap(TimeToLive::readable);
        if (VisitMetadata.suite(run).isPresent()) {
            return declared.map(time -> new Stay(time, true));
        }
        Optional<Duration> wanted = declared.or(() -> otherwise);
        return longest.filter(most -> wanted.isEmpty() || wanted.get().compareTo(most) > 0)
                .or(() -> wanted)
                .map(time -> new Stay(time, declared.isPresent()));
    }

    /** One that an earlier version of the API took and nobody can read must not keep the run for ever. */
    private static Optional<Duration> readable(String declared) {
        try {
            return Optional.of(DurationText.parse(declared));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
