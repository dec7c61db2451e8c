package io.jgbench.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemberProcessesTest {
    /** Tells a port once it ignores the request to end. */
    private static final List<String> STUBBORN =
            List.of("sh", "-c", "trap '' TERM; echo '{\"controlPort\": 7800}'; while read -r line; do :; done");

    /** Each would take 2 s alone. */
    private static final int MEMBERS = 5;

    @Test
    void membersThatIgnoreTheRequestToEndAreKilledTogether() throws Exception {
        List<MemberHandle> members = new ArrayList<>();
        long began;
        try (var processes = new MemberProcesses()) {
            for (int i = 0; i < MEMBERS; i++) {
                members.add(processes.start("member-" + i, STUBBORN, ""));
            }
            members.forEach(member -> member.controlPort().join());
            began = System.nanoTime();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);

        assertThat(members)
                .allSatisfy(member -> assertThat(member.exit().join()).hasToString("killed by signal 9 (SIGKILL)"));
        assertThat(took).isLessThan(Duration.ofSeconds(7));
    }
}
