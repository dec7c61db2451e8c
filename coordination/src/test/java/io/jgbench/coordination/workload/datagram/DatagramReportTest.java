package io.jgbench.coordination.workload.datagram;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.PairLoss;
import io.jgbench.coordination.workload.datagram.DatagramReport.SearchTrial;
import io.jgbench.coordination.workload.datagram.DatagramReport.Socket;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DatagramReportTest {
    private static final int SELF = 0;
    private static final int PACKET_BYTES = 1000;

    @Test
    void searchTellsWhatArrivedInAllItsTrials() {
        var first = trial(new PairLoss(SELF, 50, 50), new PairLoss(1, 100, 60), new PairLoss(2, 100, 100));
        var last = trial(new PairLoss(SELF, 50, 50), new PairLoss(1, 80, 80), new PairLoss(2, 80, 80));

        assertThat(report(List.of(first, last)).bytesFromOthers(SELF)).isEqualTo((60 + 100 + 80 + 80) * PACKET_BYTES);
    }

    @Test
    void runWithoutASearchTellsWhatArrivedInIt() {
        assertThat(report(List.of()).bytesFromOthers(SELF)).isEqualTo((80 + 80) * PACKET_BYTES);
    }

    private static SearchTrial trial(PairLoss... pairs) {
        return new SearchTrial(1_000_000, 1_000_000, true, List.of(pairs));
    }

    private static Inbound inbound(int publisher, long received) {
        return DatagramReportInboundBuilder.builder()
                .publisher(publisher)
                .sent(received)
                .received(received)
                .bytes(received * PACKET_BYTES)
                .build();
    }

    private static DatagramReport report(List<SearchTrial> trials) {
        return DatagramReportBuilder.builder()
                .packetBytes(PACKET_BYTES)
                .outbound(List.of())
                .inbound(List.of(inbound(SELF, 50), inbound(1, 80), inbound(2, 80)))
                .openLoop(Optional.empty())
                .socket(new Socket("nio", 0, 0, 0, 0, 0))
                .samples(List.of())
                .trials(trials)
                .build();
    }
}
