package io.jgbench.coordination.spec;

import java.time.Duration;
import java.util.Objects;

/** Range checks whose message names the setting, the rule and the value found. */
final class Checks {
    private Checks() {}

    static void atLeast(String setting, long least, long found) {
        if (found < least) {
            throw new IllegalArgumentException(setting + " must be at least " + least + ", got: " + found);
        }
    }

    static void between(String setting, long least, long most, long found) {
        if (found < least || found > most) {
            throw new IllegalArgumentException(
                    setting + " must be between " + least + " and " + most + ", got: " + found);
        }
    }

    static void positive(String setting, Duration found) {
        Objects.requireNonNull(found, setting);
        if (found.isNegative() || found.isZero()) {
            throw new IllegalArgumentException(setting + " must be positive, got: " + found);
        }
    }
}
