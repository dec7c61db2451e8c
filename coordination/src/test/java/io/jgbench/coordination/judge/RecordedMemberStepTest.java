package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.stalls.ActivitySeries;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Four members on two cores as they were recorded, steady and without a fault. */
class RecordedMemberStepTest {
    private static final List<String> STACKS = List.of("udp", "tcp", "jgroups-udp", "jgroups-tcp");

    /** When the last of the four recordings is steady. */
    private static final int STEADY_SECOND = 76;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private record Recording(List<Member> members) {}

    private record Member(String name, long beganAtEpochNanos, Activity activity) {}

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60})
    void noSteadyMemberIsToldToHaveSteppedBesideTheOthers(int seconds) throws Exception {
        assertThat(stretches(seconds, 1))
                .hasSizeGreaterThan(100)
                .allSatisfy(members -> assertThat(evidence(members)).isEmpty());
    }

    /** It takes an eighth of the rate of all four members, which no rule for that tells. */
    @ParameterizedTest
    @ValueSource(ints = {40, 60})
    void memberThatReceivesHalfForAThirdOfTheTimeIsNamedInMostOfThem(int seconds) throws Exception {
        List<double[][]> stretches = stretches(seconds, 7);

        long named = stretches.stream()
                .map(members -> halved(members, 2, seconds / 3, 2 * seconds / 3))
                .filter(members -> evidence(members).stream().anyMatch(told -> told.contains(" member-2 received ")))
                .count();

        assertThat(named).isGreaterThan(stretches.size() * 9L / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {Activity.PROGRESS, Activity.SENT})
    void membersOfACleanRunOfRpcAreNotToldToHaveStepped(String count) throws Exception {
        assertThat(evidence(rates("clean-rpc-udp", count, 15), MemberStepRule.COMPETITORS_APART))
                .isEmpty();
    }

    private static List<String> evidence(double[][] members) {
        return evidence(new Rates(
                names(members.length),
                SECOND,
                LongStream.range(0, members[0].length).map(i -> i * SECOND).toArray(),
                members));
    }

    private static List<String> evidence(Rates rates) {
        return evidence(rates, CourseRule.LEVELS_APART);
    }

    private static List<String> evidence(Rates rates, double apart) {
        return new MemberStepRule(rates, "received", "messages", apart, (_, _, _) -> Optional.empty())
                .evidence().stream().toList();
    }

    private static List<String> names(int members) {
        return IntStream.range(0, members).mapToObj(i -> "member-" + i).toList();
    }

    private static double[][] halved(double[][] members, int member, int from, int to) {
        double[][] changed = Arrays.stream(members).map(double[]::clone).toArray(double[][]::new);
        for (int i = from; i < to; i++) {
            changed[member][i] /= 2;
        }
        return changed;
    }

    /** All of this length, of all recordings: the rates of each member. */
    private static List<double[][]> stretches(int seconds, int every) throws Exception {
        List<double[][]> stretches = new ArrayList<>();
        for (String stack : STACKS) {
            double[][] rates = rates(stack);
            for (int from = 0; from + seconds <= rates[0].length; from += every) {
                int begin = from;
                stretches.add(Arrays.stream(rates)
                        .map(member -> Arrays.copyOfRange(member, begin, begin + seconds))
                        .toArray(double[][]::new));
            }
        }
        return stretches;
    }

    /** By member and second. */
    private static double[][] rates(String stack) throws Exception {
        var stream = Objects.requireNonNull(
                RecordedMemberStepTest.class.getResourceAsStream("/io/jgbench/coordination/steady/" + stack + ".csv"),
                stack);
        try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            // milliseconds and units of each member, in all
            List<double[][]> readings = lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(STEADY_SECOND)
                    .map(line -> Stream.of(line.split(";", -1))
                            .map(text -> Stream.of(text.split(",", -1))
                                    .mapToDouble(Double::parseDouble)
                                    .toArray())
                            .toArray(double[][]::new))
                    .toList();
            return IntStream.range(0, readings.getFirst().length)
                    .mapToObj(member -> IntStream.range(1, readings.size())
                            .mapToDouble(i -> {
                                double[] now = readings.get(i)[member];
                                double[] before = readings.get(i - 1)[member];
                                return (now[1] - before[1]) * 1000 / (now[0] - before[0]);
                            })
                            .toArray())
                    .toArray(double[][]::new);
        }
    }

    /** In intervals of the length that a run of this many seconds has. */
    private static Rates rates(String recording, String count, int seconds) throws Exception {
        long interval = 2 * Activity.INTERVAL.toNanos();
        long to = (seconds - 1) * SECOND;
        List<Member> members = recording(recording).members();
        double[][] rates = members.stream()
                .map(member -> ActivitySeries.of(member.activity(), member.beganAtEpochNanos())
                        .rises(count, SECOND, to, interval))
                .toArray(double[][]::new);
        long[] begins = LongStream.range(0, rates[0].length)
                .map(i -> SECOND + i * interval)
                .toArray();
        return new Rates(members.stream().map(Member::name).toList(), interval, begins, rates);
    }

    private static Recording recording(String name) throws Exception {
        try (var in = Objects.requireNonNull(RecordedMemberStepTest.class.getResourceAsStream(
                "/io/jgbench/coordination/stalls/" + name + ".json"))) {
            return ProtocolJson.readRequest(in.readAllBytes(), Recording.class);
        }
    }
}
