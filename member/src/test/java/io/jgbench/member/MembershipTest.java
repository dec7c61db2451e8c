package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MembershipTest {
    private final Membership membership = new Membership(List.of("m0", "m1", "m2"));

    @Test
    void isCompleteOnceAllWereSeenTogether() {
        assertThat(membership.changed(List.of("m0", "m1"))).isEmpty();
        assertThat(membership.changed(List.of("m0", "m2"))).isEmpty();
        assertThat(membership.isComplete()).isFalse();
        assertThat(membership.changed(List.of("m2", "m0", "m1"))).isEmpty();
        assertThat(membership.isComplete()).isTrue();
        assertThat(membership.changes()).isZero();
    }

    @Test
    void viewWithAStrangerIsNotCompleteAndSaysSo() {
        membership.changed(List.of("m0", "m1", "x7"));
        assertThat(membership.isComplete()).isFalse();
        assertThat(membership.shortfall()).isEqualTo("m2 not seen, x7 of another run seen; the view is [m0, m1, x7]");
    }

    @Test
    void memberThatLeavesOrJoinsAfterwardsIsNamed() {
        membership.changed(List.of("m0", "m1", "m2"));
        assertThat(membership.changed(List.of("m1"))).hasValue("m0, m2 left the cluster");
        assertThat(membership.changed(List.of("m1", "x7")))
                .hasValue("x7 joined the cluster, which belongs to another run");
        assertThat(membership.changes()).isEqualTo(2);
    }

    @Test
    void otherOrderIsAChangeButNoLoss() {
        membership.changed(List.of("m0", "m1", "m2"));
        assertThat(membership.changed(List.of("m0", "m1", "m2"))).isEmpty();
        assertThat(membership.changes()).isZero();
        assertThat(membership.changed(List.of("m1", "m0", "m2"))).isEmpty();
        assertThat(membership.changes()).isEqualTo(1);
    }
}
