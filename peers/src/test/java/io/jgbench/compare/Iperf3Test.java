package io.jgbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class Iperf3Test {
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void whatWasReceivedIsWhatWasSentWithoutWhatWasLost() throws Exception {
        var found = Iperf3.datagrams(JSON.readTree("{\"packets\": 1000, \"lost_packets\": 100, \"seconds\": 3}"));

        assertThat(found).isEqualTo(new Iperf3.Datagrams(300, 1000, 100));
    }

    @Test
    void documentWithoutAFigureIsRefusedAndNotTakenForNothing() {
        assertThatThrownBy(() -> Iperf3.datagrams(JSON.readTree("{\"packets\": 1000, \"lost_packets\": 100}")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("must print a number \"seconds\"");
    }
}
