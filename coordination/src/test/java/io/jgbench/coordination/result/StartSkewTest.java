package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.result.StartSkew.Offset;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartSkewTest {

    @Test
    void beginsAreComparedOnTheControllersClock() {
        var result = TestRun.of(
                        2,
                        1,
                        TestReport.whole(0, 1, 100).beganAt(1_000_000_000L),
                        TestReport.whole(1, 1, 100).beganAt(6_000_200_000L))
                .clock(1, 5_000_000_000L, 0)
                .result();
        assertThat(result.startSkew())
                .contains(new StartSkew(
                        200_000, 0, List.of(new Offset("member-0", 0, 0), new Offset("member-1", 200_000, 0))));
    }

    @Test
    void errorIsTheTwoLargestErrorsTogether() {
        var result = TestRun.of(
                        3, 1, TestReport.whole(0, 1, 100), TestReport.whole(1, 1, 100), TestReport.whole(2, 1, 100))
                .clock(0, 0, 30)
                .clock(1, 0, 10)
                .clock(2, 0, 20)
                .result();
        assertThat(result.startSkew()).hasValueSatisfying(skew -> {
            assertThat(skew.errorNanos()).isEqualTo(50);
            assertThat(skew.offsets()).extracting(Offset::errorNanos).containsExactly(30L, 10L, 20L);
        });
    }

    @Test
    void memberAloneHasNoSkewAndNoError() {
        var result =
                TestRun.of(1, 1, TestReport.whole(0, 1, 100)).clock(0, 0, 30).result();
        assertThat(result.startSkew()).contains(new StartSkew(0, 0, List.of(new Offset("member-0", 0, 30))));
    }

    @Test
    void skewIsUnknownWhenAMemberDidNotBegin() {
        var result = TestRun.of(2, 1, TestReport.whole(0, 1, 100)).result();
        assertThat(result.startSkew()).isEmpty();
    }
}
