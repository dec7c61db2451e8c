package io.jgbench.coordination.flowwindow;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.spec.FlowWindow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowRuleTest {
    private static final long RMEM_MAX = 26_214_400;
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    @Test
    void windowIsAMembersShareOfTheReceiveBufferWhereNothingIsKnownOfTheLinks() {
        FlowWindow window = WindowRule.choose(new WindowFacts(4, OptionalLong.of(4_194_304), UNKNOWN, UNKNOWN));

        assertThat(window.bytes()).isEqualTo(1_048_576);
        assertThat(window.roomBytes()).hasValue(1_048_576);
        assertThat(window.reason())
                .isEqualTo("a member's share of the receive buffer, 4,194,304 bytes (net.core.rmem_max), among 4");
    }

    @Test
    void bufferCountsAsFarAsJGroupsAsksForIt() {
        FlowWindow window = WindowRule.choose(new WindowFacts(5, OptionalLong.of(RMEM_MAX), UNKNOWN, UNKNOWN));

        assertThat(window.bytes()).isEqualTo(1_000_000);
        assertThat(window.reason()).contains("5,000,000 bytes (what JGroups asks for)");
    }

    @Test
    void nothingIsGainedWithMoreThanTheMost() {
        FlowWindow window = WindowRule.choose(new WindowFacts(1, OptionalLong.of(RMEM_MAX), UNKNOWN, UNKNOWN));

        assertThat(window.bytes()).isEqualTo(2_000_000);
        assertThat(window.roomBytes()).hasValue(5_000_000);
        assertThat(window.reason()).isEqualTo("the most that was seen to gain anything");
    }

    @Test
    void smallReceiveBufferMakesTheWindowNoSmallerThanTheStacksOwn() {
        FlowWindow window = WindowRule.choose(new WindowFacts(4, OptionalLong.of(212_992), UNKNOWN, UNKNOWN));

        assertThat(window.bytes()).isEqualTo(125_000);
        assertThat(window.roomBytes()).hasValue(53_248);
        assertThat(window.reason())
                .isEqualTo(
                        "the least that keeps links busy; less would be 53,248, a member's share of the receive buffer,"
                                + " 212,992 bytes (net.core.rmem_max), among 4");
    }

    @Test
    void stackKeepsItsOwnWhereNoKernelTells() {
        FlowWindow window = WindowRule.choose(new WindowFacts(4, UNKNOWN, UNKNOWN, UNKNOWN));

        assertThat(window.bytes()).isEqualTo(125_000);
        assertThat(window.roomBytes()).isEmpty();
    }

    /** What was measured as good; see docs/lab/cold-comparisons.md. */
    @ParameterizedTest
    @CsvSource({"50, 50", "100, 50", "100, 500"})
    void slowLinksOfFourMembersKeepTheWindowThatWasMeasuredAsGood(long megabits, long queueMillis) {
        assertThat(shaped(4, megabits, queueMillis).bytes()).isEqualTo(125_000);
    }

    @Test
    void fastLinksWhoseQueuesAreKnownGetALargerWindow() {
        FlowWindow window = shaped(4, 1000, 50);

        assertThat(window.bytes()).isEqualTo(1_250_000);
        assertThat(shaped(10, 1000, 50).bytes()).isEqualTo(416_667);
        assertThat(shaped(10, 1000, 50).reason()).isEqualTo("a sender's share of 30 ms of a line of 1 Gbit/s, among 9");
    }

    @Test
    void windowsOfAllOthersFitTheQueueOfAPort() {
        FlowWindow window = shaped(4, 100, 20);

        assertThat(window.bytes()).isEqualTo(100_000);
        assertThat(window.roomBytes()).hasValue(100_000);
        assertThat(window.reason()).isEqualTo("what the queue of a port, 250,000 bytes, holds of each of 3 senders");
    }

    @Test
    void fragmentsHaveToBeLessThanTheShareOfTheWindowAtWhichCreditsAreSent() {
        FlowWindow window = shaped(10, 100, 10);

        assertThat(window.bytes()).isEqualTo(FlowWindow.LEAST_BYTES);
        assertThat(window.reason()).startsWith("the least that the stack's fragments allow; less would be 16,667, ");
        assertThat(FlowWindow.LEAST_BYTES * 4 / 10).isGreaterThan(30_000);
    }

    @ParameterizedTest
    @CsvSource({"1, 4, 125000", "10, 2, 1250000", "10, 4, 416667", "10, 10, 138889", "25, 4, 1041667", "100, 4, 1250000"
    })
    void portOfAClusterIsExpectedToHoldAMillisecondOfItsLine(long gigabits, int members, long bytes) {
        FlowWindow window = WindowRule.choose(new WindowFacts(
                members, OptionalLong.of(RMEM_MAX), OptionalLong.of(gigabits * 1_000_000_000), UNKNOWN));

        assertThat(window.bytes()).isEqualTo(bytes);
        assertThat(window.roomBytes()).as("what is only expected is no room").hasValue(5_000_000 / members);
    }

    @Test
    void reasonSaysThatThePortsAreNotKnown() {
        var gigabit = new WindowFacts(4, OptionalLong.of(RMEM_MAX), OptionalLong.of(1_000_000_000), UNKNOWN);

        assertThat(WindowRule.choose(gigabit).reason())
                .isEqualTo(
                        "the least that keeps links busy; less would be 41,667, a sender's share of 1 ms of a line of"
                                + " 1 Gbit/s, among 3, as it is not known what the switch's ports hold");
    }

    @Test
    void singleMemberHasNoLine() {
        assertThat(shaped(1, 100, 50).bytes()).isEqualTo(2_000_000);
    }

    @Test
    void weakestHostCountsAndWhatIsNotKnownIsLeftOut() {
        var facts = WindowFacts.of(
                List.of(
                        new HostNetwork(OptionalLong.of(26_214_400), OptionalLong.of(10_000_000_000L)),
                        new HostNetwork(OptionalLong.of(212_992), UNKNOWN),
                        new HostNetwork(UNKNOWN, OptionalLong.of(1_000_000_000))),
                Optional.empty());

        assertThat(facts)
                .isEqualTo(new WindowFacts(3, OptionalLong.of(212_992), OptionalLong.of(1_000_000_000), UNKNOWN));
        assertThat(WindowFacts.of(List.of(HostNetwork.UNKNOWN), Optional.empty()))
                .isEqualTo(new WindowFacts(1, UNKNOWN, UNKNOWN, UNKNOWN));
    }

    @Test
    void declaredLineRateStandsForTheHostsThatDoNotTellAndIsNamedAsDeclared() {
        var told = new HostNetwork(OptionalLong.of(RMEM_MAX), OptionalLong.of(10_000_000_000L));
        var untold = new HostNetwork(OptionalLong.of(RMEM_MAX), UNKNOWN);
        Optional<Long> declared = Optional.of(1_000_000_000L);

        var window = WindowRule.choose(WindowFacts.of(List.of(untold, untold), declared));
        assertThat(window.bytes()).isEqualTo(125_000);
        assertThat(window.reason()).contains("a line of 1 Gbit/s as placement.lineRate has it");
        assertThat(WindowFacts.of(List.of(told, untold), declared).lineRateBitsPerSecond())
                .hasValue(1_000_000_000L);
        assertThat(WindowFacts.of(List.of(told, told), declared).lineRateBitsPerSecond())
                .hasValue(10_000_000_000L);
    }

    private static FlowWindow shaped(int members, long megabits, long queueMillis) {
        return WindowRule.choose(new WindowFacts(
                members,
                OptionalLong.of(RMEM_MAX),
                OptionalLong.of(megabits * 1_000_000),
                OptionalLong.of(megabits * 125 * queueMillis)));
    }
}
