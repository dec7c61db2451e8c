package io.jgbench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a tuner has changed on this host, kept on the host itself.
 *
 * @param runId the run for which it was changed
 * @param bootId the boot in which it was; another one has forgotten the changes
 * @param changes each changed setting, in the order in which they were applied
 * @param unconfirmed whether nobody knows yet if the host can be reached with them. Notes of a tuner before this was
 *     noted have no such field
 */
record HostState(String runId, String bootId, List<Change> changes, boolean unconfirmed) {

    HostState {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(bootId, "bootId");
        changes = List.copyOf(changes);
    }

    /**
     * This with more changes, which are not confirmed. Of a setting that was changed before, the first value is the
     * original.
     *
     * @param more what is about to be changed
     */
    HostState with(List<Change> more) {
        var all = new ArrayList<Change>(changes);
        for (Change change : more) {
            int before = keys(all).indexOf(change.key());
            if (before < 0) {
                all.add(change);
            } else {
                all.set(before, new Change(change.key(), all.get(before).original(), change.set()));
            }
        }
        return new HostState(runId, bootId, all, true);
    }

    /** This with other changes in the place of all. */
    HostState withChanges(List<Change> remaining) {
        return new HostState(runId, bootId, remaining, unconfirmed);
    }

    /**
     * This once the host was reached, or nobody asks whether it can be.
     *
     * @param readBack what the settings are, by their names
     */
    HostState confirmed(Map<String, String> readBack) {
        var asRead = changes.stream()
                .map(change -> change.reading(readBack.getOrDefault(change.key().name(), change.set())))
                .toList();
        return new HostState(runId, bootId, asRead, false);
    }

    private static List<SettingKey> keys(List<Change> changes) {
        return changes.stream().map(Change::key).toList();
    }

    /**
     * One changed setting.
     *
     * @param key which
     * @param original what it was before
     * @param set what it was set to; once that is confirmed, what was read back
     */
    record Change(SettingKey key, String original, String set) {
        Change {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(original, "original");
            Objects.requireNonNull(set, "set");
        }

        /** This where the tuner's value reads like that. */
        Change reading(String now) {
            return new Change(key, original, now);
        }
    }
}
