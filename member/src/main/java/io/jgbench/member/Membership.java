package io.jgbench.member;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who is expected and who is seen. Not thread-safe; {@link SharedMemberState} guards it. */
final class Membership {
    private final List<String> expected;
    private List<String> view = List.of();
    private boolean complete;
    private long changesSinceComplete;

    Membership(List<String> expected) {
        this.expected = List.copyOf(expected);
    }

    /** Records a new view. Returns what is wrong with it if all members had joined before. */
    Optional<String> changed(List<String> names) {
        if (names.equals(view)) {
            return Optional.empty();
        }
        List<String> before = view;
        view = List.copyOf(names);
        if (!complete) {
            complete = Set.copyOf(view).equals(Set.copyOf(expected));
            return Optional.empty();
        }
        changesSinceComplete++;
        List<String> left = without(before, view);
        if (!left.isEmpty()) {
            return Optional.of(String.join(", ", left) + " left the cluster");
        }
        List<String> joined = without(view, before);
        return joined.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(", ", joined) + " joined the cluster, which belongs to another run");
    }

    /** Whether all expected members, and nobody else, have been seen at one time. */
    boolean isComplete() {
        return complete;
    }

    /** Whether one of those expected is not seen. */
    boolean lacksAny() {
        return !without(expected, view).isEmpty();
    }

    int seen() {
        return view.size();
    }

    List<String> view() {
        return view;
    }

    /** Changes since all had been seen. */
    long changes() {
        return changesSinceComplete;
    }

    /** What keeps the view from being complete, for a sentence. */
    String shortfall() {
        List<String> missing = without(expected, view);
        List<String> strangers = without(view, expected);
        String text = missing.isEmpty() ? "" : String.join(", ", missing) + " not seen";
        if (!strangers.isEmpty()) {
            text += (text.isEmpty() ? "" : ", ") + String.join(", ", strangers) + " of another run seen";
        }
        return text + "; the view is " + view;
    }

    private static List<String> without(List<String> names, List<String> others) {
        var rest = new LinkedHashSet<>(names);
        others.forEach(rest::remove);
        return new ArrayList<>(rest);
    }
}
