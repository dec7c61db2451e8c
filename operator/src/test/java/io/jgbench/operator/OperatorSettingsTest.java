package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.operator.pod.PodSettings;
import io.jgbench.operator.storage.StorageSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorSettingsTest {
    private static final Path OPERATOR_PAGE = Path.of("..", "docs", "OPERATOR.md");
    private static final Pattern ROW = Pattern.compile("^\\| (`[A-Z][^|]*`) \\| ([^|]*) \\|");
    private static final Pattern VARIABLE = Pattern.compile("`([A-Z0-9_]+)`");
    private static final Pattern VALUE = Pattern.compile("`([^`]*)`");

    /** Where none is named Kubernetes takes its own default, which the page has. */
    private static final Set<String> OF_KUBERNETES = Set.of("JGBENCH_MEMBER_SERVICE_ACCOUNT");

    private static final Map<String, String> BUCKET = Map.of(
            "JGBENCH_RESULTS_STORAGE",
            "S3",
            "JGBENCH_RESULTS_S3_BUCKET",
            "bench",
            "AWS_ACCESS_KEY_ID",
            "an-access-key",
            "AWS_SECRET_ACCESS_KEY",
            "its-secret");

    private static StorageSettings storage(Map<String, String> told) {
        Map<String, String> environment = new HashMap<>(told);
        environment.put("JGBENCH_NAMESPACE", "jgbench-system");
        environment.put("JGBENCH_MEMBER_IMAGE", "member:1");
        return OperatorSettings.of(environment).storage();
    }

    @Test
    void resultsAreStoredNowhereUnlessThatIsAskedFor() {
        assertThat(storage(Map.of())).isEqualTo(new StorageSettings.None());
    }

    @Test
    void probesAndMetricsHaveDifferentPorts() {
        var environment = Map.of(
                "JGBENCH_NAMESPACE", "jgbench-system",
                "JGBENCH_MEMBER_IMAGE", "member:1",
                "JGBENCH_HTTP_PORT", "8081");

        assertThatThrownBy(() -> OperatorSettings.of(environment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("JGBENCH_HEALTH_PORT must be another port than JGBENCH_HTTP_PORT, got: 8081 for both");
    }

    @Test
    void volumeIsWhereTheChartMountsIt() {
        assertThat(storage(Map.of("JGBENCH_RESULTS_STORAGE", "Volume")))
                .isEqualTo(new StorageSettings.Volume(Path.of("/var/lib/jgbench/results")));
    }

    @Test
    void textOfABucketsSettingsTellsNothingSecret() {
        assertThat(storage(BUCKET).toString())
                .contains("bench")
                .doesNotContain("an-access-key")
                .doesNotContain("its-secret");
    }

    @Test
    void podsOfMembersAreGivenWhatTheAdminSays() {
        var environment = Map.of(
                "JGBENCH_NAMESPACE", "jgbench-system",
                "JGBENCH_MEMBER_IMAGE", "member:1",
                "JGBENCH_MEMBER_PRIORITY_CLASS", "lab-high",
                "JGBENCH_MEMBER_ANNOTATIONS", "{\"example.com/team\": \"lab\"}");

        assertThat(OperatorSettings.of(environment).members().pods())
                .isEqualTo(new PodSettings(Optional.of("lab-high"), Map.of("example.com/team", "lab")));
    }

    @Test
    void pageHasEachVariableWithItsDefault() throws IOException {
        Map<String, String> documented = documentedDefaults();
        Set<String> asked = new TreeSet<>();
        for (Map<String, String> environment : environments()) {
            var settings = OperatorSettings.of(noting(environment, asked));
            documented.forEach((variable, otherwise) -> {
                Matcher value = VALUE.matcher(otherwise);
                if (value.matches() && !environment.containsKey(variable) && !OF_KUBERNETES.contains(variable)) {
                    Map<String, String> told = new HashMap<>(environment);
                    told.put(variable, value.group(1));
                    assertThat(OperatorSettings.of(told))
                            .as("the default of %s", variable)
                            .isEqualTo(settings);
                }
            });
        }

        assertThat(documented.keySet()).isEqualTo(asked);
    }

    @Test
    void pageSaysWhichVariablesAreRequired() throws IOException {
        Map<String, String> all = environments().getLast();
        documentedDefaults().forEach((variable, otherwise) -> {
            Map<String, String> without = new HashMap<>(all);
            without.remove(variable);
            if (otherwise.equals("required")) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> OperatorSettings.of(without))
                        .withMessageContaining(variable + " must be set");
            } else {
                assertThatCode(() -> OperatorSettings.of(without)).doesNotThrowAnyException();
            }
        });
    }

    /** What must be told, for each storage. */
    private static List<Map<String, String>> environments() {
        Map<String, String> none = Map.of(
                "JGBENCH_NAMESPACE", "jgbench-system", "JGBENCH_MEMBER_IMAGE", "member:1", "HOSTNAME", "operator-0");
        Map<String, String> volume = new HashMap<>(none);
        volume.put("JGBENCH_RESULTS_STORAGE", "Volume");
        Map<String, String> bucket = new HashMap<>(none);
        bucket.putAll(BUCKET);
        return List.of(none, volume, bucket);
    }

    /** The column "default" of the page's first table, by variable. */
    private static Map<String, String> documentedDefaults() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        Files.readAllLines(OPERATOR_PAGE).stream()
                .dropWhile(line -> !line.equals("## Environment"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .map(ROW::matcher)
                .filter(Matcher::find)
                .forEach(row -> VARIABLE.matcher(row.group(1))
                        .results()
                        .forEach(variable -> defaults.put(variable.group(1), row.group(2))));
        return defaults;
    }

    private static Map<String, String> noting(Map<String, String> environment, Set<String> asked) {
        return new AbstractMap<>() {
            @Override
            public String get(Object name) {
                asked.add(name.toString());
                return environment.get(name);
            }

            @Override
            public Set<Entry<String, String>> entrySet() {
                return environment.entrySet();
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "JGBENCH_MEMBER_IMAGE_PULL_POLICY, Sometimes, 'must be Always, IfNotPresent or Never, got: Sometimes'",
        "JGBENCH_RESULTS_STORAGE, Tape, 'must be None, Volume or S3, got: Tape'",
        "JGBENCH_RESULTS_S3_BUCKET, '', JGBENCH_RESULTS_S3_BUCKET must be set",
        "AWS_SECRET_ACCESS_KEY, '', AWS_SECRET_ACCESS_KEY must be set",
        "JGBENCH_RESULTS_S3_PREFIX, ../other, 'JGBENCH_RESULTS_S3_PREFIX: a name'",
        "JGBENCH_RESULTS_S3_PATH_STYLE, maybe, must be true or false",
        "JGBENCH_RESULTS_RUN_LIMIT, much, 'JGBENCH_RESULTS_RUN_LIMIT must be a whole number of bytes'",
        "JGBENCH_MEMBER_ANNOTATIONS, '[]', 'must be a JSON object of texts'",
        "JGBENCH_MEMBER_ANNOTATIONS, '{\"team\": null}', 'must be a JSON object of texts'",
        "JGBENCH_TTL_AFTER_FINISHED, a week, 'JGBENCH_TTL_AFTER_FINISHED must be a duration such as 2m'",
        "JGBENCH_RESULTS_S3_ENDPOINT, s3.lab:9000, must be the URL of a server",
        "JGBENCH_RESULTS_S3_ENDPOINT, ftp://s3.lab, must be the URL of a server",
        "JGBENCH_RESULTS_S3_ENDPOINT, http://s3 lab, must be the URL of a server",
    })
    void whatIsWrongIsNamed(String variable, String value, String said) {
        Map<String, String> told = new HashMap<>(BUCKET);
        told.put(variable, value);

        assertThatIllegalArgumentException().isThrownBy(() -> storage(told)).withMessageContaining(said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"tunning\": {}} | Unrecognized field \"tunning\"",
                "{\"limits\": {\"activeDeadline\": \"soon\"}} | limits.activeDeadline must be a duration",
                "{\"images\": [\"\"]} | a pattern of names must have a character",
                "yes | Unrecognized token",
            })
    void policyThatCannotBeReadIsNotTakenForNone(String policy, String said) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> storage(Map.of("JGBENCH_POLICY", policy)))
                .withMessageContaining("JGBENCH_POLICY must be the chart's value policy as JSON: ")
                .withMessageContaining(said);
    }

    @Test
    void endpointWithAPasswordIsRefusedAndNotTold() {
        Map<String, String> told = new HashMap<>(BUCKET);
        told.put("JGBENCH_RESULTS_S3_ENDPOINT", "https://me:hidden@s3.lab");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> storage(told))
                .withMessageContaining("without a user")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("hidden"));
    }
}
