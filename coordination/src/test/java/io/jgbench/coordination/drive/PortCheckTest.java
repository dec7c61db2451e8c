package io.jgbench.coordination.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.PortReport;
import io.jgbench.coordination.protocol.PortReport.ConnectFailure;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortCheckTest {
    private static final PortCheck CHECK = new PortCheck(2);

    @Test
    void portsOfThisRunAreNoProblem() {
        assertThat(CHECK.problem(
                        List.of(port(List.of(0, 12)), connecting(List.of(new ConnectFailure("refused", List.of(1)))))))
                .isEmpty();
    }

    @Test
    void countsOfMoreMembersThanTheRunHasAreAProblem() {
        assertThat(CHECK.problem(List.of(port(List.of(0, 12, 12)))))
                .hasValue("a port must have at most one count for each of the run's 2 members");
        var many = Collections.nCopies(3, new ConnectFailure("refused", List.of(1)));
        assertThat(CHECK.problem(List.of(connecting(many)))).isPresent();
    }

    @Test
    void connectionsToMembersThatTheRunDoesNotHaveAreAProblem() {
        assertThat(CHECK.problem(List.of(connecting(List.of(new ConnectFailure("refused", List.of(2)))))))
                .hasValue("a port's connections must be to the run's 2 members");
        assertThat(CHECK.problem(List.of(connecting(List.of(new ConnectFailure("refused", List.of(-1)))))))
                .isPresent();
    }

    @Test
    void negativeCountsAreAProblem() {
        assertThat(CHECK.problem(List.of(port(List.of(0, -1)))))
                .hasValue("the counts and sizes of a port must be at least 0, got: -1");
        var dropping =
                new PortReport("the workload", 1, true, 0, List.of(), List.of(), List.of(), List.of(), -7, List.of());
        assertThat(CHECK.problem(List.of(dropping)))
                .hasValue("the counts and sizes of a port must be at least 0, got: -7");
    }

    @Test
    void morePortsThanAnyRunHasAreAProblem() {
        assertThat(CHECK.problem(Collections.nCopies(17, port(List.of()))))
                .hasValue("it must tell of at most 16 ports, got: 17");
    }

    private static PortReport port(List<Integer> sent) {
        return new PortReport("the workload", 9999, true, 1028, sent, List.of(), List.of(), List.of(), 0, List.of());
    }

    private static PortReport connecting(List<ConnectFailure> failures) {
        return new PortReport("FD_SOCK2", 7900, true, 0, List.of(), List.of(), List.of(), List.of(), 0, failures);
    }
}
