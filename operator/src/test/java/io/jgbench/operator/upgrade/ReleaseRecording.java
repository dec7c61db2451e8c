package io.jgbench.operator.upgrade;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writes down what this release leaves in a cluster, so that the next one can be held to continue from it; see
 * CONTRIBUTING.md. No test: it is run by its name, with {@code -Djgbench.release=NAME}.
 */
@ApiServerTest
class ReleaseRecording {
    private final ReleaseFiles files = ReleaseFiles.of(System.getProperty("jgbench.release", "unnamed"));

    @ParameterizedTest
    @EnumSource(RecordedStage.class)
    void runInStage(RecordedStage stage, ApiServer server, KubernetesClient client) throws Exception {
        try (var staged = StagedRun.bring(server, client, stage)) {
            RecordedRun.of(client, stage.run()).write(files.run(stage));
            if (stage == RecordedStage.COLLECTING) {
                var config = RecordedMessages.config(client);
                staged.goOn();
                try (var operator = TestOperator.start(server, client)) {
                    operator.awaitReleased(stage.run());
                }
                RecordedMessages.of(config, staged.exchanges()).write(files.messages());
            }
        }
    }

    @Test
    void digestOfASuite(ApiServer server, KubernetesClient client) throws Exception {
        try (var suite = StagedSuite.bring(server, client)) {
            Files.createDirectories(files.digest().getParent());
            Files.writeString(files.digest(), suite.digest());
        }
    }
}
