package io.jgbench.selftest;

import static io.jgbench.selftest.Answer.Who.PAIR;
import static io.jgbench.selftest.Answer.Who.VICTIM;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.selftest.Answer.Held;
import io.jgbench.selftest.Fault.When;
import java.time.Duration;
import java.util.List;

/** Members that receive or send more slowly than the others. */
final class SpeedFaults {
    private static final String RATE = "jgbench.selftest.rate";

    private SpeedFaults() {}

    static List<Fault> all() {
        return List.of(slowReceiver(), slowReceivers(), interpreted(), slowSender());
    }

    private static Fault slowReceiver() {
        return Fault.of(
                "slow-receiver",
                "the process of one member is stopped for 3/4 of the time, 300 ms at a time",
                new When.Measured(),
                new Planting.Stops(Duration.ofMillis(300), Duration.ofMillis(100), 1),
                new Held(BottleneckType.RECEIVER, VICTIM));
    }

    private static Fault slowReceivers() {
        return Fault.of(
                "slow-receivers",
                "the processes of two members are stopped for 3/4 of the time each",
                new When.Measured(),
                new Planting.Stops(Duration.ofMillis(300), Duration.ofMillis(100), 2),
                new Held(BottleneckType.RECEIVER, PAIR));
    }

    /** It needs many times the CPU time of the others for each message, be it one that it receives or one it sends. */
    private static Fault interpreted() {
        return Fault.of(
                "interpreted",
                "the JVM of one member compiles nothing",
                new When.WholeRun(),
                new Planting.InOneJvm(List.of("-Xint")),
                new Held(BottleneckType.RECEIVER, VICTIM),
                new Held(BottleneckType.SENDER, VICTIM),
                new Held(BottleneckType.HOST_CPU, VICTIM));
    }

    private static Fault slowSender() {
        return Fault.of(
                        "slow-sender",
                        "one member hands 1 MB/s to its stack at the most",
                        new When.WholeRun(),
                        new Planting.OtherStack(
                                stack -> StackSource.inlined(withRateLimit(stack.xml())),
                                List.of("-D" + RATE + "=100000")),
                        new Held(BottleneckType.SENDER, VICTIM))
                .notWith(
                        "rpc",
                        "who sends slowly answers slowly, and others wait for its answers as for a slow receiver's")
                .notWith("datagram", StackChanges.BESIDE_THE_STACK);
    }

    private static String withRateLimit(String xml) {
        return StackChanges.before(
                xml, "</config>", "<RATE_LIMITER max_bytes=\"${" + RATE + ":1000000000}\" time_period=\"100\"/>");
    }
}
