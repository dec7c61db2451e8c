package io.jgbench.operator.storage;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of the storage, by the names from the storage's root to it. No name leads out of the folder above it.
 *
 * @param names at least one; letters, digits, dots, hyphens and underscores, with a letter or digit at both ends
 */
public record StoragePath(List<String> names) {
    /** File systems take 255 bytes. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,253}[A-Za-z0-9])?");

    /** Copies the names, and refuses others. */
    public StoragePath {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a path of the storage must have a name, got none");
        }
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("a name in the storage must be 1 to 255 letters, digits, '.', '-' or"
                        + " '_' that begin and end with a letter or digit, got: " + name);
            }
        }
    }

    /** The folder of these names. */
    public static StoragePath of(String... names) {
        return new StoragePath(List.of(names));
    }

    /** The folder that a text with slashes names, as {@code lab/jgbench}. */
    public static StoragePath parse(String text) {
        return new StoragePath(Arrays.asList(text.split("/", -1)));
    }

    /** A folder below this one. */
    public StoragePath below(StoragePath inner) {
        return new StoragePath(
                Stream.concat(names.stream(), inner.names.stream()).toList());
    }

    /** With slashes between the names, and none at the ends. */
    @Override
    public String toString() {
        return String.join("/", names);
    }
}
