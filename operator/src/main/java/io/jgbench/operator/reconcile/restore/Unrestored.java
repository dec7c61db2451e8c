package io.jgbench.operator.reconcile.restore;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * Why a node is not restored.
 *
 * @param why in a few words
 * @param isAwaited whether that may be over in a moment
 */
public record Unrestored(String why, boolean isAwaited) {

    /** That may be over in a moment. */
    static Unrestored awaited(String why) {
        return new Unrestored(why, true);
    }

    /** Its node has to come back first. */
    public static Unrestored unreachable(String why) {
        return new Unrestored(why, false);
    }

    /** Each node with what keeps it from being restored. */
    public static String told(Map<String, Unrestored> unconfirmed) {
        return unconfirmed.entrySet().stream()
                .map(node -> node.getKey() + " (" + node.getValue().why() + ")")
                .collect(Collectors.joining(", "));
    }
}
