package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.TuningReport.Bond;
import io.jgbench.coordination.protocol.TuningReport.Setting;
import io.jgbench.coordination.protocol.TuningReport.TuningOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuningFactsTest {
    @TempDir
    private Path folder;

    @Test
    void whatTheTunerSaidStandsAmongTheFactsOfTheHost() throws Exception {
        Path report = folder.resolve("report");
        Files.write(
                report,
                ProtocolJson.write(new TuningReport(
                        "run-1",
                        TuningOutcome.VERIFIED,
                        Optional.of("bond0"),
                        Optional.of(new Bond("802.3ad", List.of("a", "b"))),
                        List.of(
                                setting("bond0 mtu", "1500", Optional.of("9000")),
                                setting("net.core.rmem_max", "26214400", Optional.empty())),
                        List.of())));

        assertThat(new TuningFacts(new FixedHostProbe(Map.of("cpus", "2")), report).facts())
                .isEqualTo(Map.of(
                        "cpus", "2",
                        "bond", "802.3ad: a, b",
                        "tuning bond0 mtu", "9000 (before: 1500)",
                        "tuning net.core.rmem_max", "26214400"));
    }

    @Test
    void reportThatCannotBeReadIsAFactAsWell() {
        assertThat(new TuningFacts(new FixedHostProbe(Map.of("cpus", "2")), folder.resolve("none"))
                        .facts()
                        .get("tuning"))
                .startsWith("its report cannot be read: ");
    }

    private static Setting setting(String name, String found, Optional<String> set) {
        return new Setting(name, Optional.of(found), set, set, Optional.empty(), Optional.empty());
    }
}
