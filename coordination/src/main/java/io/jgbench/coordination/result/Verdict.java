package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was found, and so whether the figures may be used.
 *
 * @param findings the gravest first, and of those that weigh the same causes before effects, as reasons are declared
 */
public record Verdict(List<Finding> findings) {

    /** Sorts the findings. */
    public Verdict {
        findings = findings.stream()
                .sorted(Comparator.comparing(Finding::severity).thenComparing(Finding::reason))
                .toList();
    }

    /** The same with one more finding. */
    Verdict with(Finding finding) {
        return new Verdict(Stream.concat(findings.stream(), Stream.of(finding)).toList());
    }

    /** Whether no finding invalidates the run. */
    public boolean valid() {
        return firstInvalidating().isEmpty();
    }

    /** The finding that gives the run's condition its reason. */
    public Optional<Finding> firstInvalidating() {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.INVALID)
                .findFirst();
    }
}
