package io.jgbench.selftest;

import io.jgbench.selftest.Answer.NothingWrong;
import io.jgbench.selftest.Fault.Course;
import io.jgbench.selftest.Fault.When;
import java.time.Duration;
import java.util.List;

/** What is to harm nothing, and the step of a clock, which nobody can plant. */
final class HarmlessFaults {
    private HarmlessFaults() {}

    static List<Fault> all() {
        return List.of(clean(), clockAhead(), clockStep());
    }

    private static Fault clean() {
        return Fault.of(
                        "clean",
                        "nothing is planted, and members warm up until they are steady: nothing may warn",
                        new When.WholeRun(),
                        new Planting.Nothing(),
                        new NothingWrong())
                .going(Course.WARM);
    }

    private static Fault clockAhead() {
        return Fault.of(
                "clock-ahead",
                "one member's monotonic clock is 1,000 s ahead from its start on, which is to harm nothing",
                new When.WholeRun(),
                new Planting.ClockAhead(Duration.ofSeconds(1000)),
                new NothingWrong());
    }

    /** Listed, so that whoever asks for it is told why it is missing. No answer is right, as none was ever seen. */
    private static Fault clockStep() {
        return Fault.of(
                "clock-step",
                "one member's clock is set while it runs; never planted, for want of a way to do it",
                new When.Measured(),
                new Planting.NoWay("there is no way to set the clock of one process while it runs: a time namespace"
                        + " shifts its monotonic clock before the start only, which clock-ahead plants"));
    }
}
