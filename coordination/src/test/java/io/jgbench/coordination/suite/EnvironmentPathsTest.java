package io.jgbench.coordination.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.environment.HostSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentPathsTest {
    private static final Map<String, String> HOST =
            Map.of("kernel", "6.8", "jdk", "25", "jgroups.version", "5.5.6", "mtu", "1500", "jvmOptions", "-Xmx1g");

    @ParameterizedTest
    @CsvSource({
        "jvm.options, jvmOptions",
        "jgroups.version, jgroups.version",
        "jgroups.image, jdk",
        "tuning.mtu, mtu",
        "tuning.mode, mtu",
        "members, jvmOptions"
    })
    void settingMayChangeItsOwnFactsAndNoOther(String setting, String fact) {
        assertThat(notMeant(Set.of(setting), Map.of(fact, "other"))).isEmpty();
        assertThat(notMeant(Set.of(setting), Map.of(fact, "other", "kernel", "6.1")))
                .containsExactly("kernel");
        assertThat(notMeant(Set.of("stack.name"), Map.of(fact, "other"))).containsExactly(fact);
    }

    /** With more members other hosts may take part; equal hosts that all became others have been changed. */
    @Test
    void moreMembersMayStandOnOtherHostsWhereTheHostsDiffer() {
        Map<String, String> other = with(Map.of("kernel", "6.1"));

        assertThat(EnvironmentPaths.notMeant(Set.of("members"), facts(List.of(HOST)), facts(List.of(HOST, other))))
                .isEmpty();
        assertThat(EnvironmentPaths.notMeant(Set.of("members"), facts(List.of(HOST)), facts(List.of(other, other))))
                .containsExactly("kernel");
    }

    /** A transport without JGroups does not tell its version. */
    @Test
    void versionOfJGroupsMayBeMissingWhereTheTransportIsAnotherOne() {
        Map<String, String> without = new HashMap<>(HOST);
        without.remove("jgroups.version");

        assertThat(EnvironmentPaths.notMeant(Set.of("transport.name"), facts(List.of(HOST)), facts(List.of(without))))
                .isEmpty();
        assertThat(EnvironmentPaths.notMeant(Set.of("stack.name"), facts(List.of(HOST)), facts(List.of(without))))
                .containsExactly("jgroups.version");
        assertThat(notMeant(Set.of("transport.name"), Map.of("jgroups.version", "5.5.7")))
                .containsExactly("jgroups.version");
    }

    private static List<String> notMeant(Set<String> varied, Map<String, String> changed) {
        return EnvironmentPaths.notMeant(varied, facts(List.of(HOST)), facts(List.of(with(changed))));
    }

    private static Map<String, String> with(Map<String, String> changed) {
        Map<String, String> host = new HashMap<>(HOST);
        host.putAll(changed);
        return host;
    }

    private static EnvironmentFacts facts(List<Map<String, String>> hosts) {
        return EnvironmentFacts.of(hosts.stream().map(HostSnapshot::of).toList());
    }
}
