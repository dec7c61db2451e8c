package io.jgbench.coordination.bottleneck;

import io.jgbench.api.v1alpha1.BottleneckType;
import java.util.Objects;
import java.util.Optional;

/**
 * A run that did not finish, by what its members had counted when it ended. It says less than one that did: what held
 * it may be at a member of which nothing is known, and what bounds a rate does not stop a cluster.
 *
 * @param run what is known of the members that began and left a report
 * @param isKnownOfAll whether these are all members, each counted until the run ended, and it is known what never
 *     arrived and how a rate that was asked for was kept; else members are not compared
 * @param silentShare which part of its time, at its end, no member sent or received anything, 0 to 1
 */
public record UnfinishedRun(RunLoad run, boolean isKnownOfAll, double silentShare) {
    /** A figure of such a run is nobody's rate, so that each sentence says until when was counted. */
    static final String UNTIL_ITS_END = "The run did not finish; this was counted until the run ended. ";

    /** Refuses nulls. */
    public UnfinishedRun {
        Objects.requireNonNull(run, "run");
    }

    /** What held it; empty where too little is known, or where what was found does not explain how it ended. */
    public Optional<Bottleneck> bottleneck() {
        var rule = new BottleneckRule(run);
        return !rule.isLongEnough()
                ? Optional.empty()
                : rule.causes().stream()
                        .map(cause -> isKnownOfAll ? cause.evidence() : cause.toldByOneMember())
                        .flatMap(evidence -> evidence.get().stream())
                        .findFirst()
                        .filter(this::explainsHowItEnded)
                        .map(UnfinishedRun::untilItsEnd);
    }

    /** What only bounds a rate does not stop a cluster. */
    private boolean explainsHowItEnded(Bottleneck found) {
        return found.type() == BottleneckType.UNKNOWN
                ? found.member().isPresent()
                : found.fault() || silentShare < Standstill.COSTS;
    }

    private static Bottleneck untilItsEnd(Bottleneck found) {
        return new Bottleneck(found.type(), found.member(), found.fault(), UNTIL_ITS_END + found.message());
    }
}
