package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatagramTestReportsTest {
    private final List<String> reported = new ArrayList<>();
    private final DatagramTestReports lines =
            new DatagramTestReports((nanos, packets) -> reported.add((long) packets + " in " + nanos));

    @Test
    void onlyTheTimeSinceTheLastReportCounts() throws IOException {
        print(
                "iiiiiiiiiIiiiiiiiiiILifetime:",
                "Rx from publisher: /195.0.0.2:9999",
                "             elapsed: 8770ms",
                "          throughput: 96 MB/sec",
                "                      68415 packets/sec",
                "            received: 600000 of 611400",
                "Now:",
                "Rx from publisher: /195.0.0.2:9999",
                "             elapsed: 1431ms",
                "            received: 100000 of 100000",
                "Lifetime:",
                "             elapsed: 9000ms",
                "            received: 700000 of 711400");

        assertThat(reported).containsExactly("100000 in 1431000000");
    }

    @Test
    void aReportOnOneLineIsRead() throws IOException {
        print("Now: Rx from publisher: /195.0.0.2:9999 elapsed: 500ms packet size: 1468 received: 50000 of 50000");

        assertThat(reported).containsExactly("50000 in 500000000");
    }

    @Test
    void aReportThatCoversNoTimeIsPassedOver() throws IOException {
        print("Now:", "elapsed: 0ms", "received: 10 of 10");

        assertThat(reported).isEmpty();
    }

    private void print(String... printed) throws IOException {
        for (String line : printed) {
            lines.printed(line);
        }
    }
}
