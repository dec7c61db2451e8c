package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What members counted in 10 s, each on a host of its own with four CPUs and a link of 1 Gbit/s. */
final class TestLoads {
    static final long SECOND = Duration.ofSeconds(1).toNanos();

    private TestLoads() {}

    static MemberLoad load(int index, Map<String, Long> counters) {
        return new MemberLoad(
                "member-" + index,
                "host-" + index,
                true,
                true,
                false,
                false,
                0,
                10 * SECOND,
                0,
                0,
                Optional.of(4),
                Optional.empty(),
                Optional.empty(),
                Optional.of(1_000_000_000L),
                Optional.empty(),
                Optional.empty(),
                24,
                Layer.UDP,
                1_000_000,
                1_000_000,
                0,
                1,
                1,
                counters);
    }

    static List<MemberLoad> loads(int members, IntFunction<Map<String, Long>> counters) {
        return IntStream.range(0, members)
                .mapToObj(i -> load(i, counters.apply(i)))
                .toList();
    }

    static Map<String, Long> both(Map<String, Long> some, Map<String, Long> others) {
        var all = new HashMap<>(some);
        all.putAll(others);
        return all;
    }

    static Bottleneck bottleneck(List<MemberLoad> members) {
        return bottleneck(members, Optional.empty());
    }

    static Bottleneck bottleneck(List<MemberLoad> members, Optional<RunLoad.Window> window) {
        return BottleneckRule.bottleneck(new RunLoad(
                members, Optional.empty(), Optional.empty(), Optional.empty(), 1, window, Optional.empty()));
    }

    static Bottleneck bottleneck(List<MemberLoad> members, Standstill standstill) {
        return BottleneckRule.bottleneck(new RunLoad(
                members,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Optional.of(standstill)));
    }
}
