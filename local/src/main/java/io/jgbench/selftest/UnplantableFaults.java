package io.jgbench.selftest;

import io.jgbench.selftest.Fault.When;
import java.util.List;

/**
 * What there is no way to plant. Listed, so that whoever asks for it is told why it is missing. No answer is right, as
 * none was ever seen.
 */
final class UnplantableFaults {
    private UnplantableFaults() {}

    static List<Fault> all() {
        return List.of(clockStep());
    }

    private static Fault clockStep() {
        return Fault.of(
                "clock-step",
                "one member's clock is set while it runs; never planted, for want of a way to do it",
                new When.Measured(),
                new Planting.NoWay("there is no way to set the clock of one process while it runs: a time namespace"
                        + " shifts its monotonic clock before the start only, which clock-ahead plants"));
    }
}
