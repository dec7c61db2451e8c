package io.jgbench.coordination.spec;

import java.time.Duration;
import java.util.Objects;

/** Range checks whose message names the setting, the rule and the value found. */
public final class Checks {
    private Checks() {}

    /** Refuses less than the least. */
    public static void atLeast(String setting, long least, long found) {
        if (found < least) {
            throw new IllegalArgumentException(setting + " must be at least " + least + ", got: " + found);
        }
    }

    /** Refuses less than the least and more than the most. */
    public static void between(String setting, long least, long most, long found) {
        if (found < least || found > most) {
            throw new IllegalArgumentException(
                    setting + " must be between " + least + " and " + most + ", got: " + found);
        }
    }

    /** Refuses nothing, less than nothing and null. */
    public static void positive(String setting, Duration found) {
        Objects.requireNonNull(found, setting);
        if (found.isNegative() || found.isZero()) {
            throw new IllegalArgumentException(setting + " must be positive, got: " + found);
        }
    }
}
