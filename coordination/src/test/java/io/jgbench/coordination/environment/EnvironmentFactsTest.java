package io.jgbench.coordination.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.EnvironmentFacts.Difference;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentFactsTest {
    private static final Map<String, String> HOST = Map.of(
            "kernel", "6.8", "jdk", "25.0.1", "net.core.rmem_max", "1", "net.core.wmem_max", "2", "hostName", "lab-1");

    @Test
    void equalHostsCountOnceHoweverManyThereAre() {
        assertThat(facts(List.of(HOST, HOST, HOST))).isEqualTo(facts(List.of(HOST)));
        assertThat(facts(List.of(HOST)).differences(facts(List.of(HOST, HOST)))).isEmpty();
    }

    @Test
    void whatDiffersIsNamedAndWhatMayDifferIsNot() {
        assertThat(facts(List.of(HOST))
                        .differences(facts(List.of(Map.of(
                                "kernel", "6.1", "jdk", "25.0.1", "net.core.rmem_max", "9", "hostName", "lab-2")))))
                .containsExactly(new Difference("kernel", false, false), new Difference("net.*", false, false));
    }

    @Test
    void hostsThatDifferAmongThemselvesAreSaidTo() {
        Map<String, String> other = Map.of("kernel", "6.1", "jdk", "25.0.1");

        assertThat(facts(List.of(HOST, other)).differences(facts(List.of(HOST))))
                .containsExactly(new Difference("kernel", true, false), new Difference("net.*", true, false));
    }

    /** A value cannot look like an entry, and an empty text is no environment that differs. */
    @Test
    void textIsTheSameWhateverValuesHold() {
        assertThat(facts(List.of(Map.of("kernel", "6.8 jdk=1"))).text()).matches("kernel=[0-9a-f]{8}");
        assertThat(new EnvironmentFacts("").differences(facts(List.of()))).isEmpty();
    }

    private static EnvironmentFacts facts(List<Map<String, String>> hosts) {
        return EnvironmentFacts.of(hosts.stream().map(HostSnapshot::of).toList());
    }
}
