package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.e2e.Command;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class NodeFaultTest {
    private static final List<String> ADDRESSES = List.of("10.0.0.1", "10.0.0.2", "10.0.0.3");

    private final List<String> executed = new ArrayList<>();
    private String failing = "";

    @Test
    void rulesThatAreThereWhenOneFailsAreTakenAway() {
        failing = "-A 10.0.0.2";

        assertThatThrownBy(() -> NodeFault.deafTo(this::execute, ADDRESSES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-A INPUT -s 10.0.0.2");
        assertThat(executed).containsExactly("-A 10.0.0.1", "-A 10.0.0.2", "-D 10.0.0.1");
    }

    @Test
    void eachRuleIsTakenAwayThoughOneCannotBe() {
        NodeFault planted = NodeFault.deafTo(this::execute, ADDRESSES);
        executed.clear();
        failing = "-D 10.0.0.1";

        assertThatThrownBy(planted::close).isInstanceOf(AssertionError.class).hasMessageContaining("10.0.0.1");
        assertThat(executed).containsExactly("-D 10.0.0.1", "-D 10.0.0.2", "-D 10.0.0.3");
    }

    private Command.Output execute(String[] words) {
        String rule = words[2] + " " + words[5];
        executed.add(rule);
        return new Command.Output(Command.of(words), rule.equals(failing) ? 1 : 0, "");
    }
}
