package io.jgbench.helm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of rights in docs/CHART.md: of each account, where it may do what, and for what. A resource is named as
 * {@code kubectl auth can-i --list} names it, such as {@code leases.coordination.k8s.io}.
 */
record DocumentedRights(List<Row> rows) {
    static final String CLUSTER = "the cluster";
    static final String WHERE_BOUND = "where it is bound";

    private static final Path PAGE = Path.of("../docs/CHART.md");
    private static final String SECTION = "\n## What it grants\n";
    private static final int COLUMNS = 5;

    /** A row: several resources and verbs that one reason holds for. */
    record Row(String account, String where, List<String> resources, List<String> verbs, String reason) {

        private Stream<String> rights() {
            return resources.stream().flatMap(resource -> verbs.stream().map(verb -> resource + ": " + verb));
        }

        private static Row of(String line) {
            List<String> cells = Arrays.stream(
                            line.substring(1, line.length() - 1).split("\\|", -1))
                    .map(cell -> cell.replace("`", "").strip())
                    .toList();
            if (cells.size() != COLUMNS) {
                throw new IllegalStateException("a row of rights must have 5 cells, got: " + line);
            }
            return new Row(cells.get(0), cells.get(1), words(cells.get(2)), words(cells.get(3)), cells.get(4));
        }

        private static List<String> words(String cell) {
            return List.of(cell.split(", ", -1));
        }
    }

    static DocumentedRights read() {
        try {
            String page = Files.readString(PAGE);
            int start = page.indexOf(SECTION);
            if (start < 0) {
                throw new IllegalStateException("expected the section 'What it grants' in " + PAGE);
            }
            return new DocumentedRights(page.substring(start + SECTION.length())
                    .lines()
                    .takeWhile(line -> !line.startsWith("## "))
                    .filter(line -> line.startsWith("| `"))
                    .map(Row::of)
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + PAGE, e);
        }
    }

    /** All rows in one set, as {@code account, where, resource: verb}. */
    Set<String> all() {
        return rows.stream()
                .flatMap(row -> row.rights().map(right -> row.account() + ", " + row.where() + ", " + right))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What an account may do in these places, as {@code resource: verb}. */
    Set<String> of(String account, String... places) {
        return rows.stream()
                .filter(row -> row.account().equals(account))
                .filter(row -> List.of(places).contains(row.where()))
                .flatMap(Row::rights)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** How many rights the rows name, one that two of them name counted twice. */
    long count() {
        return rows.stream().flatMap(Row::rights).count();
    }
}
