package io.jgbench.tune;

import io.jgbench.tune.HostState.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Puts settings back, once. */
final class Restoration {
    private final Function<SettingKey, HostSetting> settings;
    private final LinkWatch links;
    private final Duration linkPatience;
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> leftAlone = new HashMap<>();
    private final Map<String, Integer> mtusOfOthers = new HashMap<>();
    private final Map<String, String> problems = new HashMap<>();
    private final Map<SettingKey, String> refusals = new HashMap<>();
    private final Set<SettingKey> changed = new HashSet<>();
    private final List<Change> remaining = new ArrayList<>();

    /**
     * Nothing is put back yet.
     *
     * @param linkPatience how long a link may take to come back. The next user of the host finds the link up; before
     *     that a driver reports other values than afterwards
     */
    Restoration(Function<SettingKey, HostSetting> settings, LinkWatch links, Duration linkPatience) {
        this.settings = settings;
        this.links = links;
        this.linkPatience = linkPatience;
    }

    /**
     * Decides on all before it writes one, as a setting may take others with it: a bond hands its MTU on to its slaves.
     *
     * @param unconfirmed whether nobody knows what became of the values that were written: the kernel or a driver may
     *     have made something else of them, so that whatever is found counts as the tuner's
     */
    void restore(List<Change> changes, boolean unconfirmed) {
        var ours =
                changes.stream().filter(change -> isOurs(change, unconfirmed)).toList();
        Set<String> up = ours.stream()
                .map(Change::key)
                .filter(key -> key.kind().mayTakeLinkDown())
                .map(SettingKey::subject)
                .filter(links::hasCarrier)
                .collect(Collectors.toSet());
        Set<String> written = write(ours);
        awaitLinks(up.stream().filter(written::contains).toList());
        for (Change change : ours) {
            readBack(change);
        }
    }

    private void awaitLinks(List<String> up) {
        long deadline = System.nanoTime() + linkPatience.toNanos();
        for (String link : up) {
            links.awaitCarrier(link, Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
    }

    private boolean isOurs(Change change, boolean unconfirmed) {
        String name = change.key().name();
        try {
            String now = settings.apply(change.key()).read();
            if (now.equals(change.original())) {
                return true;
            }
            if (unconfirmed || now.equals(change.set())) {
                changed.add(change.key());
                return true;
            }
            leftAlone.put(
                    name,
                    name + " is " + now + ", which is neither what was found (" + change.original()
                            + ") nor what was set (" + change.set()
                            + "): another program has changed it since, so it is not restored");
            if (change.key().kind() == SettingKey.Kind.MTU) {
                mtusOfOthers.put(name, Integer.parseInt(now));
            }
        } catch (SettingException e) {
            if (e.isAbsent()) {
                leftAlone.put(name, name + " is not put back to " + change.original() + ": " + e.getMessage());
            } else {
                fail(change, e.getMessage());
            }
        }
        return false;
    }

    /**
     * Those that are refused are tried again for as long as others are written: the kernel refuses a value beyond a
     * bound that is itself put back later.
     *
     * @return the subjects of those that were written
     */
    private Set<String> write(List<Change> changes) {
        Set<String> written = new HashSet<>();
        List<Change> open = changes;
        boolean anyWritten;
        do {
            anyWritten = false;
            for (Change change : open) {
                if (write(change)) {
                    written.add(change.key().subject());
                    anyWritten = true;
                }
            }
            open = open.stream()
                    .filter(change -> refusals.containsKey(change.key()))
                    .toList();
        } while (anyWritten);
        return written;
    }

    /** Whether there may have been anything to write, and it was. */
    private boolean write(Change change) {
        refusals.remove(change.key());
        var setting = settings.apply(change.key());
        try {
            if (!mayHideWhatWasAsked(change) && setting.read().equals(change.original())) {
                return false;
            }
            setting.write(change.original());
            return true;
        } catch (SettingException e) {
            refusals.put(change.key(), e.getMessage());
            return false;
        }
    }

    /** Some drivers tell of flow control what was negotiated: it may be as before, while the card offers another. */
    private static boolean mayHideWhatWasAsked(Change change) {
        return change.key().kind() == SettingKey.Kind.FLOW_CONTROL;
    }

    private void readBack(Change change) {
        try {
            String now = settings.apply(change.key()).read();
            Optional<String> below = isStillTheTuners(change, now) ? heldDownBy(change) : Optional.empty();
            if (below.isPresent()) {
                leftAlone.put(
                        change.key().name(),
                        change.key().name() + " is " + now + " and cannot be put back to " + change.original() + ": "
                                + refusals.get(change.key()) + "; " + below.get() + " is "
                                + mtusOfOthers.get(below.get())
                                + ", which another program has set and which is not restored either");
            } else if (!now.equals(change.original())) {
                // the next attempt finds this value, which no other program has set
                fail(
                        change.reading(now),
                        refusals.getOrDefault(change.key(), "it is " + now + " after it was written"));
            } else if (changed.contains(change.key())) {
                values.put(change.key().name(), now);
            }
        } catch (SettingException e) {
            fail(change, e.getMessage());
        }
    }

    /** Whether it was not put back because that was refused. */
    private boolean isStillTheTuners(Change change, String now) {
        return refusals.containsKey(change.key()) && now.equals(change.set()) && !now.equals(change.original());
    }

    /**
     * The MTU that another program has set and that keeps this one from being raised, as no interface may have a larger
     * one than that below it. To try again would be refused for as long as the other's stays.
     */
    private Optional<String> heldDownBy(Change change) {
        return switch (change.key().kind()) {
            case MTU, IPV6_MTU -> {
                int original = Integer.parseInt(change.original());
                yield mtusOfOthers.entrySet().stream()
                        .filter(other -> other.getValue() < original)
                        .map(Map.Entry::getKey)
                        .min(Comparator.naturalOrder());
            }
            case SYSCTL, TX_QUEUE_LENGTH, FLOW_CONTROL -> Optional.empty();
        };
    }

    private void fail(Change change, String reason) {
        remaining.add(change);
        problems.put(
                change.key().name(),
                change.key().name() + " cannot be put back to " + change.original() + ": " + reason
                        + "; the host's administrator can, with "
                        + settings.apply(change.key()).command(change.original()));
    }

    List<Change> remaining() {
        return List.copyOf(remaining);
    }

    RestoreResult result() {
        return new RestoreResult(values, leftAlone, problems);
    }
}
