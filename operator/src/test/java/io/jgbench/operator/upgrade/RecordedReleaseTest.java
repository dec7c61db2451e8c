package io.jgbench.operator.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.operator.drive.RunRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What earlier releases wrote, read by this one. */
class RecordedReleaseTest {

    static Stream<ReleaseFiles> releases() {
        return ReleaseFiles.all().stream();
    }

    @Test
    void thereIsAReleaseToUpgradeFrom() {
        assertThat(ReleaseFiles.all()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void recordOfEachStageIsRead(ReleaseFiles release) throws Exception {
        for (RecordedStage stage : RecordedStage.values()) {
            List<JsonNode> records = RecordedRun.read(release.run(stage)).records();

            assertThat(records).as(stage.toString()).hasSize(stage == RecordedStage.QUEUED ? 0 : 1);
            for (JsonNode data : records) {
                byte[] record = data.get("record.json").asText().getBytes(StandardCharsets.UTF_8);
                assertThat(data.get("version").asText()).isEqualTo("1");
                assertThat(ProtocolJson.readStored(record, RunRecord.class)
                                .plan()
                                .names())
                        .containsExactly("member-0", "member-1");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void digestIsRead(ReleaseFiles release) throws Exception {
        var digest = SuiteJson.digest(Files.readAllBytes(release.digest()), "the digest of " + release);

        assertThat(digest.run()).isEqualTo(StagedSuite.NAME + "-c1-r1");
        assertThat(digest.figures()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void answersOfItsMembersAreRead(ReleaseFiles release) throws Exception {
        var messages = RecordedMessages.read(release.messages());

        assertThat(messages.paths()).contains("/v1/state", "/v1/join", "/v1/start", "/v1/report");
        for (String path : messages.paths()) {
            assertThat(ProtocolJson.readAnswer(messages.answer(path), RecordedMessages.typeOf(path)))
                    .as(path)
                    .isNotNull();
        }
    }

    /** A member's pod that is made after the upgrade gets what was written before. */
    @ParameterizedTest
    @MethodSource("releases")
    void memberReadsWhatItsOperatorGaveIt(ReleaseFiles release) throws Exception {
        var messages = RecordedMessages.read(release.messages());

        assertThat(ProtocolJson.readRequest(messages.config(), MemberConfig.class)
                        .name())
                .isEqualTo("member-0");
    }
}
