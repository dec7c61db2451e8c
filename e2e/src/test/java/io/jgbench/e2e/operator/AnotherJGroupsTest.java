package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Members with the JGroups that their run asks for. */
@OperatorTest
class AnotherJGroupsTest {
    private static final String BUILT_WITH = System.getProperty("jgbench.jgroups");
    private static final String CARRIED = System.getProperty("jgbench.jgroups-carried");
    private static final String SMALL =
            "members: 2, messages: 5000, messageSize: 1k, warmup: {messages: 500}, start: {maxSkew: 1m}";

    @Test
    void membersRunWithTheVersionThatTheRunNamesAndWithTheirOwnOtherwise(Lab lab) throws IOException {
        lab.start("own", SMALL + on("jgbench-worker", "jgbench-worker2"));
        lab.start(
                "carried", SMALL + on("jgbench-worker3", "jgbench-worker4") + ", jgroups: {version: " + CARRIED + "}");

        assertThatAllWasMeasuredWith(BUILT_WITH, lab, "own");
        assertThatAllWasMeasuredWith(CARRIED, lab, "carried");
    }

    @Test
    void versionThatTheImageDoesNotCarryIsAnsweredWithThoseItCarries(Lab lab) {
        lab.start("missing", SMALL + ", jgroups: {version: 5.4.99.Final}");

        BenchmarkRun run = lab.waitUntilFinished("missing");

        assertThat(Lab.told(run, ConditionType.MEMBERS_READY))
                .startsWith("False JGroupsMissing: ")
                .contains("does not carry JGroups 5.4.99.Final", "it carries " + CARRIED + ", " + BUILT_WITH + ".");
        assertThat(Lab.told(run, ConditionType.SUCCEEDED))
                .startsWith("False Failed: ")
                .contains("5.4.99.Final");
    }

    private static String on(String first, String second) {
        return ", placement: {nodeNames: [" + first + ", " + second + "]}";
    }

    private static void assertThatAllWasMeasuredWith(String version, Lab lab, String name) throws IOException {
        BenchmarkRun run = lab.waitUntilFinished(name);

        assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
        assertThat(run.getStatus().perMember())
                .hasSize(2)
                .allSatisfy(member -> assertThat(member.messagesReceived()).isEqualTo(10_000));
        // "5.5.6.Final" calls itself "5.5.6", or "5.5.6 (Name)"
        assertThat(FullResult.of(lab, name).hostFacts("jgroups.version"))
                .hasSize(2)
                .allSatisfy(told -> assertThat(told.replaceFirst(" .*", "")).isEqualTo(version.replace(".Final", "")));
    }
}
