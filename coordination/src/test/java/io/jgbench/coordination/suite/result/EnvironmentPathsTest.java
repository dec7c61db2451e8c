package io.jgbench.coordination.suite.result;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentPathsTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`.*) \\| (.*) \\|$");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
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

    @Test
    void documentationTellsOfEachSettingWhatItCanChange() throws IOException {
        String section = Files.readString(Path.of("..", "docs", "SUITES.md"))
                .split("(?m)^### Which facts may differ$", 2)[1]
                .split("(?m)^### ", 2)[0];
        Map<String, Set<String>> told = new HashMap<>();
        ROW.matcher(section)
                .results()
                .forEach(row -> quoted(row.group(1))
                        .forEach(setting -> told.put(setting.replace("jvm.options", "jvm"), quoted(row.group(2)))));

        assertThat(told)
                .isEqualTo(Arrays.stream(EnvironmentPaths.values())
                        .collect(toMap(
                                EnvironmentPaths::path,
                                path -> path.facts().stream()
                                        .map(HostFact::label)
                                        .collect(toSet()))));
    }

    private static Set<String> quoted(String column) {
        return QUOTED.matcher(column).results().map(word -> word.group(1)).collect(toSet());
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
