package io.jgbench.coordination.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.environment.EnvironmentHash;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.pairs.PairMatrix;
import io.jgbench.coordination.preflight.Preflight;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.stalls.Stall;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The full result of one repetition of a run.
 *
 * @param runId the run
 * @param spec what was to be done
 * @param reliable whether the transport promises that every message arrives once and in order
 * @param startTime when it was begun
 * @param completionTime when it was over
 * @param failure why it did not come to its end
 * @param link the members' links, where they are known
 * @param members all that were planned, by index
 * @param preflight what the probe of the network before the members joined found; empty if there was none
 * @param warmup what the warm-up took, where it was ended
 * @param accounts where the messages of the reports went
 * @param startSkew how far apart the members began; empty unless all did and their clocks are known
 * @param figures empty unless each member did its whole workload: partial figures are kept and never averaged
 * @param stalls when members stood still, in the order of time
 * @param bottleneck what held the rate; of a run that did not finish by what its members had counted until then, and
 *     empty where that is too little
 * @param pairs what was lost, and who waited for whom, between the members
 * @param verdict what was found, and whether the figures may be used
 * @param notApplied what the run file asked for and this run did not do, one sentence each
 */
@RecordBuilder
public record RunResult(
        String runId,
        RunSpec spec,
        boolean reliable,
        Instant startTime,
        Instant completionTime,
        Optional<RunFailure> failure,
        Optional<Link> link,
        List<MemberResult> members,
        Optional<Preflight> preflight,
        Optional<WarmupResult> warmup,
        Accounts accounts,
        Optional<StartSkew> startSkew,
        Optional<RunFigures> figures,
        List<Stall> stalls,
        Optional<Bottleneck> bottleneck,
        PairMatrix pairs,
        Verdict verdict,
        List<String> notApplied) {

    /** Refuses nulls and copies the collections. */
    public RunResult {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(startTime, "startTime");
        Objects.requireNonNull(completionTime, "completionTime");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(link, "link");
        members = List.copyOf(members);
        Objects.requireNonNull(preflight, "preflight");
        Objects.requireNonNull(warmup, "warmup");
        Objects.requireNonNull(accounts, "accounts");
        Objects.requireNonNull(startSkew, "startSkew");
        Objects.requireNonNull(figures, "figures");
        stalls = List.copyOf(stalls);
        Objects.requireNonNull(bottleneck, "bottleneck");
        Objects.requireNonNull(pairs, "pairs");
        Objects.requireNonNull(verdict, "verdict");
        notApplied = List.copyOf(notApplied);
    }

    /** The same with one more finding. */
    public RunResult with(Finding finding) {
        var all = Stream.concat(verdict.findings().stream(), Stream.of(finding)).toList();
        return RunResultBuilder.builder(this)
                .verdict(Verdict.of(all, bottleneck))
                .build();
    }

    /** Whether the run came to its end with a whole report of each member; it may still not be valid. */
    public boolean completed() {
        return failure.isEmpty() && figures.isPresent();
    }

    /** Whether it did not; written with the result, so that the mark travels with the figures. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public boolean partial() {
        return !completed();
    }

    /**
     * What the members' hosts have in common with those of other runs, where each member told of its own; see {@link
     * EnvironmentHash}.
     */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Optional<String> environmentHash() {
        var hosts = members.stream()
                .flatMap(member -> member.report().stream())
                .map(report -> HostSnapshot.of(report.host()))
                .toList();
        return hosts.size() == members.size() ? EnvironmentHash.of(hosts) : Optional.empty();
    }

    /** Whether it came to its end and its figures may be used. */
    public boolean valid() {
        return completed() && verdict.valid();
    }
}
