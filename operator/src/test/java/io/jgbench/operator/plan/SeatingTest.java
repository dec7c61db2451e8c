package io.jgbench.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeatingTest {
    private static final NodeView A = new NodeView("a", Map.of(), List.of(), false, Optional.of("10.0.0.1"));
    private static final NodeView B = new NodeView("b", Map.of(), List.of(), false, Optional.of("10.0.0.2"));

    private final Seating seating = new Seating(7800, 27_800);

    @Test
    void membersOnNodesOfTheirOwnHaveTheSamePorts() {
        assertThat(seating.seats(List.of(A, B), 0))
                .containsExactly(
                        new Seat(0, "member-0", "a", "10.0.0.1", 7800, 27_800),
                        new Seat(1, "member-1", "b", "10.0.0.2", 7800, 27_800));
    }

    @Test
    void membersOnOneNodeHaveOnePortAfterTheOther() {
        assertThat(seating.seats(List.of(A, B, A), 9000))
                .extracting(Seat::port, Seat::controlPort)
                .containsExactly(tuple(9000, 27_800), tuple(9000, 27_800), tuple(9001, 27_801));
    }

    @Test
    void repetitionsHaveTheSameSeatsAndGroupsOfTheirOwn() {
        var first = Plan.of("run-1", seating.seats(List.of(A, B), 0));
        var second = first.forRepetition("run-2");

        assertThat(second.seats()).isEqualTo(first.seats());
        assertThat(second.multicastAddress()).startsWith("239.255.").isNotEqualTo(first.multicastAddress());
    }
}
