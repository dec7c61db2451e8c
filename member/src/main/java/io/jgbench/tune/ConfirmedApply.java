package io.jgbench.tune;

import io.jgbench.tune.SettingKey.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Applies a plan, and puts the host back at once unless it can still be reached with it. A wrong MTU, or a link that
 * does not come back, may cut a host off from all who could put it right; nobody but the tuner on it can then.
 *
 * <p>The server must answer before anything is changed. If it does not, its silence afterwards would prove nothing.
 * Then all is refused if any change may cut the host off: one of MTU, queue or flow control of an interface that the
 * host's own packets may pass. If none may, all is set without being judged, which is noted.
 *
 * <p>What was put back is not set again for the same run: a tuner that failed is started again by a kubelet.
 *
 * @param tuner sets, and puts back
 * @param reachability asks; empty where nobody is to be asked
 * @param notes takes sentences for people
 */
record ConfirmedApply(HostTuner tuner, Optional<Reachability> reachability, Consumer<String> notes) {
    /** A request of several packets of full size. */
    private static final int PACKETS = 4;

    private static final int USUAL_MTU = 1500;

    /**
     * How much longer an answer may take before the change than after it: nothing is cut off meanwhile, and what is too
     * busy to answer at once costs the run otherwise.
     */
    private static final int LONGER_BEFORE = 3;

    /**
     * As {@link HostTuner#apply}, and confirmed.
     *
     * @throws IOException if the notes of the originals cannot be read or written
     * @throws InterruptedException while an answer is waited for; what was set is then not put back yet
     */
    ApplyResult apply(TuningPlan plan) throws IOException, InterruptedException {
        List<SettingReading> changes = tuner.changes(plan);
        var applied = reachability.isEmpty() || changes.isEmpty() ? unjudged(plan) : judged(plan, changes);
        if (applied.verified()) {
            changes.forEach(this::noteIfMtuIsLowered);
        }
        return applied;
    }

    private ApplyResult judged(TuningPlan plan, List<SettingReading> changes) throws IOException, InterruptedException {
        var cutOff = tuner.cutOffBefore(plan, changes);
        if (cutOff.isPresent()) {
            return tuner.refused(plan, cutOff.get());
        }
        int requestBytes = PACKETS * Math.max(USUAL_MTU, tuner.largestMtu(plan));
        var asked = reachability.get();
        long begun = asked.nanoTime().getAsLong();
        var missingBefore = asked.missingAnswer(requestBytes, patienceBefore(asked));
        if (missingBefore.isPresent()) {
            return withoutAnswer(plan, changes, missingBefore.get());
        }
        var within = patienceAfter(asked, Duration.ofNanos(asked.nanoTime().getAsLong() - begun));
        var applied = tuner.apply(plan);
        if (!applied.verified()) {
            return mayHaveCutOff(plan, changes) ? noted(plan, changes, applied) : applied;
        }
        var missing = asked.missingAnswer(requestBytes, within);
        if (missing.isPresent()) {
            return putBack(plan, applied, changes, missing.get(), within);
        }
        tuner.confirm(applied);
        notes.accept(asked.target() + " answers with the new settings, too");
        return applied;
    }

    /**
     * A peer of a TCP connection sends segments as large as was agreed on when it was made (RFC 9293, 3.7.1). An
     * interface takes no larger packet than its MTU, and nobody tells the peer.
     */
    private void noteIfMtuIsLowered(SettingReading change) {
        MtuEffects.loweredMtu(change)
                .ifPresent(mtu -> notes.accept(change.item().key().name() + " is " + mtu + " instead of "
                        + change.found().orElseThrow() + ": existing TCP connections may still send larger packets,"
                        + " which are lost until they reconnect; a kubelet does so after 45 s"));
    }

    private static Duration patienceBefore(Reachability asked) {
        return asked.within().multipliedBy(LONGER_BEFORE);
    }

    /** An answer that took long before may take as long again; that is not the change's doing. */
    private static Duration patienceAfter(Reachability asked, Duration tookBefore) {
        return tookBefore.compareTo(asked.within()) > 0 ? tookBefore : asked.within();
    }

    private ApplyResult unjudged(TuningPlan plan) throws IOException {
        var applied = tuner.apply(plan);
        if (applied.verified()) {
            tuner.confirm(applied);
        }
        return applied;
    }

    private ApplyResult withoutAnswer(TuningPlan plan, List<SettingReading> changes, String missing)
            throws IOException {
        var asked = reachability.orElseThrow();
        if (asked.isEnded()) {
            return tuner.refused(plan, "nothing was set, as the tuner was told to end before");
        }
        long seconds = patienceBefore(asked).toSeconds();
        var cuttingOff = changes.stream()
                .filter(change -> plan.mayCutOff(change.item().key()))
                .toList();
        if (cuttingOff.isEmpty()) {
            notes.accept(asked.target() + " does not answer (" + missing + "), tried for " + seconds
                    + " s before anything is set: whether the host can be reached afterwards is not judged");
            return unjudged(plan);
        }
        return tuner.refused(
                plan,
                "nothing was set: " + told(cuttingOff) + " can cut this host off, as its own address is on that"
                        + " interface or its traffic passes it; " + asked.target() + " did not answer within " + seconds
                        + " s before the change (" + missing + "), so a failure would go unnoticed; name a server that"
                        + " answers with --confirm, or another interface (spec.placement.interface)");
    }

    /**
     * Whether a failed change may have cut the host off, such as a link that did not come back. The holder of the
     * host's lock restores it.
     */
    private boolean mayHaveCutOff(TuningPlan plan, List<SettingReading> changes) throws IOException {
        return tuner.hasLeftovers()
                && changes.stream()
                        .anyMatch(change -> plan.mayCutOff(change.item().key()));
    }

    /** Where the tuner was told to end meanwhile, nobody knows whether the host was cut off. */
    private ApplyResult noted(TuningPlan plan, List<SettingReading> changes, ApplyResult failed) {
        if (reachability.orElseThrow().isEnded()) {
            return failed;
        }
        return tuner.noteCutOff(plan, changes, String.join(" ", failed.problems()))
                .map(failed::with)
                .orElse(failed);
    }

    private ApplyResult putBack(
            TuningPlan plan, ApplyResult applied, List<SettingReading> changes, String missing, Duration within)
            throws IOException {
        var asked = reachability.orElseThrow();
        String when = asked.isEnded() ? " when the tuner was told to end" : withinText(within);
        var restored = tuner.restore();
        List<String> problems = new ArrayList<>();
        problems.add(asked.target() + " did not answer" + when + " after these were set: " + told(changes) + "; it had"
                + " answered before; the last attempt: " + missing + "; "
                + (restored.complete() && restored.leftAlone().isEmpty()
                        ? "the host was put back as it was"
                        : "the host could not be put back as it was, see the other problems")
                + advice(changes));
        problems.addAll(restored.problems().values());
        problems.addAll(restored.leftAlone().values());
        return noted(plan, changes, new ApplyResult(restored.addTo(applied.settings()), problems, restored));
    }

    /** A time that nobody has asked for is explained. */
    private String withinText(Duration within) {
        String time = " within " + within.toSeconds() + " s";
        return within.compareTo(reachability.orElseThrow().within()) > 0
                ? time + ", as long as its answer took before,"
                : time;
    }

    private static String told(List<SettingReading> changes) {
        return changes.stream()
                .map(change ->
                        change.item().key().name() + " to " + change.target().orElseThrow() + " (found "
                                + change.found().orElseThrow() + ")")
                .collect(Collectors.joining(", "));
    }

    private static String advice(List<SettingReading> changes) {
        return changes.stream().anyMatch(change -> change.item().key().kind() == Kind.MTU)
                ? "; all that is between must carry packets of that MTU, look at the switch's ports"
                : "; look at the switch's port and its link";
    }
}
