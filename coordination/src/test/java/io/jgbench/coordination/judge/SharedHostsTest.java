package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.TestReport;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedHostsTest {
    @Test
    void membersOfOneHostInNamespacesOfTheirOwnAreOnVirtualInterfaces() {
        assertThat(said(3, on("boot-1", "net:[1]"), on("boot-1", "net:[2]"), on("boot-1", "net:[3]")))
                .containsExactly("All 3 members share one host and its CPUs: what they send each other goes over"
                        + " virtual interfaces and crosses no wire.");
    }

    @Test
    void membersOfOneNetworkNamespaceLoopBack() {
        assertThat(said(3, on("boot-1", "net:[1]"), on("boot-1", "net:[1]"), on("boot-2", "net:[1]")))
                .containsExactly("member-0, member-1 share one host and its CPUs: what they send each other goes over"
                        + " the loopback interface and crosses no wire.");
    }

    @Test
    void memberThatIsAloneGetsItsOwnMessagesOnly() {
        assertThat(said(1, on("boot-1", "net:[1]")))
                .containsExactly("member-0 is alone: all that it received came from itself and crossed no wire.");
    }

    @Test
    void membersWithAHostEachShareNone() {
        assertThat(said(2, on("boot-1", "net:[1]"), on("boot-2", "net:[1]"))).isEmpty();
    }

    @Test
    void hostsThatDoNotTellAreNotGuessedToBeOne() {
        assertThat(said(2, TestReport.whole(0, 1, 10), TestReport.whole(1, 1, 10)))
                .isEmpty();
    }

    private static List<String> said(int members, TestReport... reports) {
        for (int index = 0; index < reports.length; index++) {
            reports[index].at(index);
        }
        List<MemberReport> written =
                Arrays.stream(reports).map(TestReport::report).toList();
        return new SharedHosts(members, written)
                .finding().stream().map(Finding::evidence).toList();
    }

    private static TestReport on(String boot, String namespace) {
        return TestReport.whole(0, 1, 10)
                .host(HostFact.BOOT.label(), boot)
                .host(HostFact.NETWORK_NAMESPACE.label(), namespace);
    }
}
