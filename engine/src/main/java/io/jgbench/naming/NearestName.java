package io.jgbench.naming;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the name that somebody meant. */
public final class NearestName {
    private NearestName() {}

    /**
     * The one of the names that takes the fewest edits to become, the first of them where several do.
     *
     * @throws java.util.NoSuchElementException if there are no names
     */
    public static String of(String written, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(written, name)))
                .orElseThrow();
    }

    /** How many letters must be put in, taken out or replaced (Levenshtein); capitals count as small letters. */
    public static int distance(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
