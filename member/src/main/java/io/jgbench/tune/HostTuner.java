package io.jgbench.tune;

import io.jgbench.coordination.protocol.TuningReport.Setting;
import io.jgbench.coordination.spec.HostWideParameters;
import io.jgbench.tune.HostState.Change;
import io.jgbench.tune.TuningPlan.Item;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Compares and changes this host. It reads first and writes only what differs. Callers that change anything hold the
 * host's {@link HostLock.Guard}.
 *
 * @param settings the host's settings
 * @param state where the originals are kept
 * @param bootId which boot of the host this is
 * @param links tells whether links are up
 * @param linkPatience how long a link may take to come back that a change took down
 */
record HostTuner(HostSettings settings, StateFolder state, String bootId, LinkWatch links, Duration linkPatience) {

    /** Compares only. */
    ApplyResult verify(TuningPlan plan) {
        var readings = read(plan);
        return new ApplyResult(
                readings.stream()
                        .map(reading -> reading.setting(Optional.empty(), Optional.empty()))
                        .toList(),
                readings.stream()
                        .filter(reading -> !reading.satisfied())
                        .map(reading -> reading.shortfall() + remedy(reading))
                        .toList());
    }

    private String remedy(SettingReading reading) {
        return reading.target()
                .map(target -> "; " + settings.of(reading.item().key()).command(target)
                        + " sets it, and so does a run with tuning.mode: Apply")
                .orElse("");
    }

    /** What {@link #apply} would write; nothing where all is as asked, or where it would refuse to. */
    List<SettingReading> changes(TuningPlan plan) {
        var wrong = wrong(read(plan));
        return refusals(plan, wrong, plan.mtuEffects().lowered(wrong, settings)).isEmpty() ? wrong : List.of();
    }

    private static List<SettingReading> wrong(List<SettingReading> readings) {
        return readings.stream().filter(reading -> !reading.satisfied()).toList();
    }

    /** The largest MTU that the plan's interfaces have or are asked to have, in bytes; 0 if it has none. */
    int largestMtu(TuningPlan plan) {
        return read(plan).stream()
                .filter(reading -> reading.item().key().kind() == SettingKey.Kind.MTU)
                .flatMap(reading -> Stream.concat(reading.found().stream(), reading.target().stream()))
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(0);
    }

    /** Says of each setting that nothing was done, and why. */
    ApplyResult refused(TuningPlan plan, String problem) {
        return nothingSet(read(plan), List.of(problem));
    }

    /**
     * Sets what differs, its originals being noted before, and reads all of it back. It stops where a setting cannot be
     * set; what was set until then is for {@link #restore}.
     */
    ApplyResult apply(TuningPlan plan) {
        var before = read(plan);
        var wrong = wrong(before);
        var lowered = plan.mtuEffects().lowered(wrong, settings);
        var refusals = refusals(plan, wrong, lowered);
        if (wrong.isEmpty() || !refusals.isEmpty()) {
            return nothingSet(before, refusals);
        }
        List<SettingReading> changedBeside = Stream.concat(
                        lowered.stream(), plan.mtuEffects().overwritten(wrong, lowered, settings).stream())
                .toList();
        try {
            note(plan, wrong, changedBeside);
        } catch (IOException e) {
            return nothingSet(
                    before,
                    List.of("nothing was set, as the host's originals cannot be noted in " + state.folder() + ": "
                            + e.getMessage() + "; give --state-dir a folder of the host that can be written"));
        }
        return verified(plan, before, changedBeside, change(plan, wrong));
    }

    private static ApplyResult nothingSet(List<SettingReading> before, List<String> problems) {
        return new ApplyResult(settings(before, Map.of(), Map.of()), problems);
    }

    /** Sets what differs; returns by the settings' names why some cannot be set. */
    private Map<String, String> change(TuningPlan plan, List<SettingReading> wrong) {
        Optional<String> linkUp = plan.networkInterface().filter(links::hasCarrier);
        Map<String, String> problems = byName(setAll(wrong, this::set));
        awaitLink(linkUp, problems);
        // what a driver makes of a value may be seen only once its link is back
        if (problems.isEmpty() && setOtherwise(wrong, problems)) {
            awaitLink(linkUp, problems);
        }
        return problems;
    }

    /**
     * Sets all, and again the parameters that the kernel refused, as long as others were set: it may take a lower bound
     * only once the upper one is above it. An interface is left alone as long as a parameter is refused: to change it
     * may cost its link.
     *
     * @param set sets one, and says why it cannot be set
     * @return why some cannot be set
     */
    static Map<SettingReading, String> setAll(
            List<SettingReading> wrong, Function<SettingReading, Optional<String>> set) {
        int tried = wrong.size();
        Attempt attempt = Attempt.at(wrong, set);
        while (!attempt.left().isEmpty() && attempt.left().size() < tried) {
            tried = attempt.left().size();
            attempt = Attempt.at(attempt.left(), set);
        }
        return attempt.refused();
    }

    /**
     * One attempt to set several.
     *
     * @param refused why some cannot be set
     * @param left those that another attempt may set
     */
    private record Attempt(Map<SettingReading, String> refused, List<SettingReading> left) {

        static Attempt at(List<SettingReading> wrong, Function<SettingReading, Optional<String>> set) {
            Map<SettingReading, String> refused = new LinkedHashMap<>();
            List<SettingReading> left = new ArrayList<>();
            for (SettingReading reading : wrong) {
                boolean isParameter = reading.item().key().kind() == SettingKey.Kind.SYSCTL;
                if (!refused.isEmpty() && !isParameter) {
                    left.add(reading);
                    continue;
                }
                Optional<String> problem = set.apply(reading);
                if (problem.isPresent()) {
                    refused.put(reading, problem.get());
                    if (!isParameter) {
                        return new Attempt(refused, List.of());
                    }
                    left.add(reading);
                }
            }
            return new Attempt(refused, left);
        }
    }

    private static Map<String, String> byName(Map<SettingReading, String> problems) {
        Map<String, String> named = new HashMap<>();
        problems.forEach((reading, problem) -> named.put(reading.item().key().name(), problem));
        return named;
    }

    private void awaitLink(Optional<String> linkUp, Map<String, String> problems) {
        linkUp.filter(up -> !links.awaitCarrier(up, linkPatience))
                .ifPresent(down -> problems.put(
                        down,
                        down + " lost its link when its settings were changed, and had none "
                                + (links.isEnded()
                                        ? "when the tuner was told to end"
                                        : "for " + linkPatience.toSeconds() + " s; look at the switch's port")));
    }

    /** Tries what else there is for settings that did not become what was asked; whether anything was written. */
    private boolean setOtherwise(List<SettingReading> wrong, Map<String, String> problems) {
        boolean anySet = false;
        for (SettingReading before : wrong) {
            var item = before.item();
            var now = SettingReading.of(item, settings);
            var second = now.found().flatMap(item.desired().orElseThrow()::secondTarget);
            if (second.isPresent()) {
                write(now, second.get())
                        .ifPresent(problem -> problems.put(item.key().name(), problem));
                anySet = true;
            }
        }
        return anySet;
    }

    private static List<String> refusals(TuningPlan plan, List<SettingReading> wrong, List<SettingReading> lowered) {
        return Stream.concat(wrong.stream(), lowered.stream())
                .flatMap(reading -> refusal(plan, reading).stream())
                .toList();
    }

    private static Optional<String> refusal(TuningPlan plan, SettingReading reading) {
        SettingKey key = reading.item().key();
        if (reading.target().isEmpty()) {
            return Optional.of(reading.shortfall());
        }
        if (key.kind() == SettingKey.Kind.SYSCTL && HostWideParameters.has(key.subject())) {
            return Optional.of(reading.shortfall() + ", and is not set: it changes the host for all that is on it, with"
                    + " settings that its old value does not bring back; leave it out, or set it by hand for good");
        }
        return plan.protection(key)
                .map(why -> reading.shortfall() + ", and must not be set: " + why
                        + "; name another interface (spec.placement.interface), or have the cluster's admin name "
                        + key.subject() + " in the chart's value policy.tuning.managementInterfaces")
                .or(() -> plan.mtuEffects().refusal(reading));
    }

    /** An interface comes before those above it, which cannot have a larger MTU when they are restored. */
    private void note(TuningPlan plan, List<SettingReading> wrong, List<SettingReading> changedBeside)
            throws IOException {
        var known = state.read().orElseGet(() -> new HostState(plan.runId(), bootId, List.of(), false));
        state.write(known.with(Stream.concat(wrong.stream(), changedBeside.stream())
                .map(reading -> new Change(
                        reading.item().key(),
                        reading.found().orElseThrow(),
                        reading.target().orElseThrow()))
                .toList()));
    }

    /** Sets one, unless another that was set has set it as well, as a bond does with its slaves' MTU. */
    private Optional<String> set(SettingReading before) {
        return write(before, before.target().orElseThrow());
    }

    private Optional<String> write(SettingReading before, String target) {
        var setting = settings.of(before.item().key());
        try {
            if (!setting.read().equals(target)) {
                setting.write(target);
            }
            return Optional.empty();
        } catch (SettingException e) {
            return Optional.of(before.shortfall() + ", and cannot be set: " + e.getMessage()
                    + "; the host's administrator can, with " + setting.command(target));
        }
    }

    /**
     * Reads all back.
     *
     * @param before what the plan's settings were
     * @param changedBeside what others were that may have changed with them
     * @param problems why some cannot be set; where there are none, what was set and does not hold is added
     */
    private ApplyResult verified(
            TuningPlan plan,
            List<SettingReading> before,
            List<SettingReading> changedBeside,
            Map<String, String> problems) {
        Map<String, String> set = new HashMap<>();
        for (SettingReading now : read(plan)) {
            String name = now.item().key().name();
            if (now.satisfied()) {
                now.found().ifPresent(value -> set.put(name, value));
            } else if (problems.isEmpty()) {
                problems.put(name, now.shortfall() + " after it was set: " + now.likelyReason());
            }
        }
        List<SettingReading> told = new ArrayList<>(before);
        for (SettingReading other : changedBeside) {
            SettingReading now = SettingReading.of(other.item(), settings);
            if (!other.satisfied() && !now.found().equals(other.found())) {
                told.add(other);
                now.found().ifPresent(value -> set.put(now.item().key().name(), value));
            }
        }
        return new ApplyResult(
                settings(told, set, problems),
                problems.values().stream().sorted().toList());
    }

    private static List<Setting> settings(
            List<SettingReading> before, Map<String, String> after, Map<String, String> problems) {
        List<Setting> settings = new ArrayList<>();
        for (SettingReading reading : before) {
            String name = reading.item().key().name();
            Optional<String> set = reading.satisfied() ? Optional.empty() : Optional.ofNullable(after.get(name));
            settings.add(reading.setting(set, Optional.ofNullable(problems.get(name))));
        }
        return settings;
    }

    private List<SettingReading> read(TuningPlan plan) {
        return read(plan.items());
    }

    private List<SettingReading> read(List<Item> items) {
        return items.stream()
                .map((Item item) -> SettingReading.of(item, settings))
                .toList();
    }

    /**
     * What a tuner of the same run has put back since this boot because the host could not be reached with it, where
     * the plan would set it again: the reason to set nothing.
     *
     * @param changes what the plan would set
     */
    Optional<String> cutOffBefore(TuningPlan plan, List<SettingReading> changes) throws IOException {
        return state.readCutOff()
                .filter(cutOff -> cutOff.isRepeatedBy(plan.runId(), bootId, changes))
                .map(cutOff -> "nothing is set again that a tuner of this run has put back on this host before: "
                        + cutOff.why() + "; mend that and begin another run, or run jgbench tune --restore, which"
                        + " forgets it");
    }

    /**
     * Notes what the host could not be reached with, so that no tuner of the run sets it again. The host is put back
     * already, so a note that cannot be written is no error.
     *
     * @return the problem that there is no note, if so
     */
    Optional<String> noteCutOff(TuningPlan plan, List<SettingReading> changes, String why) {
        try {
            state.writeCutOff(CutOff.by(plan, bootId, changes, why));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("that cannot be noted in " + state.folder() + ": " + e.getMessage()
                    + "; another tuner of this run would set it again");
        }
    }

    /** Lets any run set again what the host could not be reached with. */
    void forgetCutOff() throws IOException {
        state.deleteCutOff();
    }

    /** Whether the host's notes say that something was changed. */
    boolean hasLeftovers() throws IOException {
        return state.read().isPresent();
    }

    /**
     * Notes that what was set may stay until it is restored, with the values that were read back: a driver may change
     * one on writing and still do what was asked. Where nothing was set, nothing is confirmed: what another tuner of
     * the run had set before it was killed was never judged.
     */
    void confirm(ApplyResult applied) throws IOException {
        Map<String, String> readBack = new HashMap<>();
        applied.settings().forEach(setting -> setting.set().ifPresent(value -> readBack.put(setting.name(), value)));
        var noted = state.read();
        if (noted.isPresent() && !readBack.isEmpty()) {
            state.write(noted.get().confirmed(readBack));
        }
    }

    /**
     * Restores settings that another run left changed. Those of this run, set before it was killed, stay if it was
     * known that the host could be reached with them. Notes of an earlier boot are dropped, also those of this run: the
     * host has forgotten what they tell of, and what this tuner notes would be dropped with them at its end.
     */
    RestoreResult restoreUnlessOf(String runId) throws IOException {
        var left = state.read();
        boolean mayStay = left.isPresent()
                && left.get().runId().equals(runId)
                && left.get().bootId().equals(bootId)
                && !left.get().unconfirmed();
        return mayStay ? RestoreResult.NOTHING : restore();
    }

    /**
     * Puts back what the host's notes say was changed, and removes the notes of what is as it was. Once the settings
     * are confirmed, one that holds neither the original nor what was read back has been changed by somebody else
     * since, and is left alone. Before that, any other value is what the kernel or a driver made of the tuner's.
     *
     * @throws IOException if the notes cannot be read or written
     */
    RestoreResult restore() throws IOException {
        var left = state.read();
        if (left.isEmpty()) {
            return RestoreResult.NOTHING;
        }
        var restoration = new Restoration(settings::of, links.untilItsTimeIsOver(), linkPatience);
        if (left.get().bootId().equals(bootId)) {
            restoration.restore(left.get().changes(), left.get().unconfirmed());
        }
        if (restoration.remaining().isEmpty()) {
            state.delete();
        } else {
            state.write(left.get().withChanges(restoration.remaining()));
        }
        return restoration.result();
    }
}
