package io.jgbench.local.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines of an output, bounded in number and in length. */
final class LastLines {

    private static final int MAX_LINES = 50;
    private static final int MAX_LINE_CHARS = 1000;

    @GuardedBy("this")
    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == MAX_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line.length() <= MAX_LINE_CHARS ? line : line.substring(0, MAX_LINE_CHARS) + "…");
    }

    synchronized List<String> toList() {
        return List.copyOf(lines);
    }
}
