package io.jgbench.coordination.environment;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one member's host and JVM said of themselves, read once while the member joined. What could not be read has no
 * value but the reason: the text {@code unknown: REASON}.
 *
 * @param texts by the name of the fact; see {@link HostFact}
 */
public record HostSnapshot(SortedMap<String, String> texts) {
    /** What is said of a value that nobody tells. */
    public static final String UNKNOWN = "unknown";

    private static final String UNKNOWN_AS = UNKNOWN + ": ";

    /** Copies the texts. */
    public HostSnapshot {
        texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
    }

    /** The snapshot that a report holds. */
    public static HostSnapshot of(Map<String, String> texts) {
        return new HostSnapshot(new TreeMap<>(texts));
    }

    /**
     * The text of what could not be read.
     *
     * @param reason why, without a full stop
     */
    public static String absent(String reason) {
        return UNKNOWN_AS + reason;
    }

    /** Whether a text is a value, and no reason why there is none. */
    public static boolean isKnown(String text) {
        return !text.equals(UNKNOWN) && !text.startsWith(UNKNOWN_AS);
    }

    /** The value of a fact; empty where it could not be read. */
    public Optional<String> value(HostFact fact) {
        return Optional.ofNullable(texts.get(fact.label())).filter(HostSnapshot::isKnown);
    }

    /** Values that should be equal in runs whose figures are compared, by name; what could not be read is left out. */
    public SortedMap<String, String> lasting() {
        var lasting = new TreeMap<>(texts);
        lasting.values().removeIf(text -> !isKnown(text));
        lasting.keySet().removeIf(name -> !isLasting(name));
        return lasting;
    }

    /** Whether what has this name should be equal in runs whose figures are compared. */
    public static boolean isLasting(String name) {
        return HostFact.of(name).map(fact -> fact.whyItMayDiffer().isEmpty()).orElse(false);
    }
}
