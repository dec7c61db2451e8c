package io.jgbench.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PortAssignmentTest {
    private static final NodeView A =
            new NodeView("a", Map.of(), List.of(), false, Optional.of("10.0.0.1"), Optional.empty());
    private static final NodeView B =
            new NodeView("b", Map.of(), List.of(), false, Optional.of("10.0.0.2"), Optional.empty());

    private final PortAssignment ports = new PortAssignment(7800, 27_800);

    @Test
    void membersOnNodesOfTheirOwnHaveTheSamePorts() {
        assertThat(ports.assignments(List.of(A, B), 0))
                .containsExactly(
                        new Assignment(0, "member-0", "a", "10.0.0.1", 7800, 27_800),
                        new Assignment(1, "member-1", "b", "10.0.0.2", 7800, 27_800));
    }

    @Test
    void membersOnOneNodeHaveOnePortAfterTheOther() {
        assertThat(ports.assignments(List.of(A, B, A), 9000))
                .extracting(Assignment::port, Assignment::controlPort)
                .containsExactly(tuple(9000, 27_800), tuple(9000, 27_800), tuple(9001, 27_801));
    }

    @Test
    void portsAreThereAndApartFromThoseOfControlServers() {
        assertThat(ports.problem(256, 0)).isEmpty();
        assertThat(ports.problem(1, 27_799)).isEmpty();
        assertThat(ports.problem(1, 27_801)).isEmpty();
        assertThat(ports.problem(1, 65_535)).isEmpty();
        assertThat(ports.problem(1, 27_800))
                .hasValue("The ports of members that may share a node must be at most 65535 and not those of their"
                        + " control servers, 27800, got: 27800; write another spec.placement.bindPort.");
        assertThat(ports.problem(2, 27_799))
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("control servers, 27800 to 27801, got: 27799 to 27800"));
        assertThat(ports.problem(2, 27_801)).isPresent();
        assertThat(ports.problem(2, 65_535)).isPresent();
    }

    @Test
    void repetitionsHaveTheSameSeatsAndGroupsOfTheirOwn() {
        var first = Plan.of("run-1", ports.assignments(List.of(A, B), 0));
        var second = first.forRepetition("run-2");

        assertThat(second.assignments()).isEqualTo(first.assignments());
        assertThat(second.multicastAddress()).startsWith("239.255.").isNotEqualTo(first.multicastAddress());
    }
}
