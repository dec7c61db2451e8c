package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.jgbench.operator.pod.PodSettings;
import io.jgbench.operator.storage.StorageSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorSettingsTest {
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

    @ParameterizedTest
    @CsvSource({
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
