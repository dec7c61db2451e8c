package io.jgbench.operator.reconcile.restore;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How nodes are that are being restored, as one look at their pods tells.
 *
 * @param unconfirmed the nodes that are not restored yet, in alphabetical order, and why
 * @param leftAlone what was left as it is on nodes that are restored, a text for each
 */
public record RestoreLook(Map<String, Unrestored> unconfirmed, List<String> leftAlone) {
    /** There was nothing to look at. */
    public static final RestoreLook NOTHING = new RestoreLook(Map.of(), List.of());

    /** The same with nodes that are not restored either. */
    RestoreLook and(Set<String> nodes, Unrestored why) {
        Map<String, Unrestored> all = new TreeMap<>(unconfirmed);
        nodes.forEach(node -> all.put(node, why));
        return new RestoreLook(all, leftAlone);
    }
}
