package io.jgbench.coordination.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.control.ProtocolJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PortReportTest {

    @Test
    void portOfAMemberThatDoesNotTellOfDropsIsReadAsOneWithoutAny() throws Exception {
        String before = """
                {"user": "the workload", "number": 9999, "open": true, "fullBytes": 0, "sent": [0, 1], "sentFull": [],
                 "received": [0, 1], "receivedFull": [], "failures": []}
                """;

        var port = ProtocolJson.readAnswer(before.getBytes(StandardCharsets.UTF_8), PortReport.class);

        assertThat(port.receiveDrops()).isZero();
        assertThat(port.sentTo(1)).isEqualTo(1);
    }
}
