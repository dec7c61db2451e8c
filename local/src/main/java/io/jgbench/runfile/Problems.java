package io.jgbench.runfile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;

/** Collects the problems of a file and reports them in the order of its lines. */
final class Problems {
    private final String name;
    private final List<Problem> found = new ArrayList<>();

    Problems(String name) {
        this.name = name;
    }

    void add(Node where, String rule, String got, String advice) {
        int line = where.getStartMark().getLine() + 1;
        found.add(new Problem(line, name + ":" + line + ": " + rule + ", got: " + got + "; " + advice));
    }

    void throwIfAny() throws RunFileException {
        if (!found.isEmpty()) {
            throw new RunFileException(found.stream()
                    .sorted(Comparator.comparingInt(Problem::line))
                    .map(Problem::text)
                    .toList());
        }
    }

    private record Problem(int line, String text) {}
}
