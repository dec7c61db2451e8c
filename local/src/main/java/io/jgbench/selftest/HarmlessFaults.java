package io.jgbench.selftest;

import io.jgbench.selftest.Answer.NothingWrong;
import io.jgbench.selftest.Fault.Course;
import io.jgbench.selftest.Fault.When;
import java.time.Duration;
import java.util.List;

/** What is to harm nothing. */
final class HarmlessFaults {
    private HarmlessFaults() {}

    static List<Fault> all() {
        return List.of(clean(), clockAhead());
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
}
