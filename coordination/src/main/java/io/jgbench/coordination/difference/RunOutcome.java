package io.jgbench.coordination.difference;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one of two compared runs came to, in words.
 *
 * @param verdict whether its figures may be used, and why not
 * @param bottleneck what held its rate: the type, the member if there is one, and the evidence; empty where that was
 *     not judged
 * @param findings what invalidates or warns, in the order of the result: severity, reason and evidence each
 * @param informations how many findings only inform
 */
public record RunOutcome(String verdict, Optional<String> bottleneck, List<String> findings, int informations) {

    /** Refuses nulls and copies the list. */
    public RunOutcome {
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(bottleneck, "bottleneck");
        findings = List.copyOf(findings);
    }
}
