package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.transport.DirectSender;
import io.jgbench.transport.TransportException;
import io.jgbench.workload.KindedLong;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Member 1 passes on to member 2 what member 0 sends, and answers when member 2 has. */
class RelayTest {
    private static final int BYTES = 100;
    private static final long STAMP = 77;

    private final List<byte[]> sent = new ArrayList<>();
    private final TrafficCount out = new TrafficCount();
    private final TrafficCount responsesOut = new TrafficCount();
    private final DirectSender transport =
            (to, buffer, offset, length) -> sent.add(Arrays.copyOfRange(buffer, offset, offset + length));
    private final Responder responder = new Responder(transport, BYTES);
    private final Relay relay = relay(transport);

    @AfterEach
    void close() {
        responder.close();
    }

    @Test
    void requestIsAnsweredOnceAndWhenTheOneItWasPassedOnToHasAnswered() {
        long request = BusHeader.of(BusHeader.REQUEST, 0, 1, BusHeader.MEASURED, 3, 9);
        pass(relay, request);
        long passedOn = BusHeader.header(sent.getFirst(), 0);
        assertThat(BusHeader.stream(passedOn)).isEqualTo(BusHeader.FIRST_RELAY_STREAM);
        assertThat(BusHeader.stamp(sent.getFirst(), 0)).isEqualTo(STAMP);
        assertThat(responsesOut.messages()).isZero();

        relay.answered(KindedLong.withKind(passedOn, BusHeader.RESPONSE), STAMP, BYTES);
        relay.answered(KindedLong.withKind(passedOn, BusHeader.RESPONSE), STAMP, BYTES);

        assertThat(sent).hasSize(2);
        assertThat(BusHeader.header(sent.get(1), 0)).isEqualTo(KindedLong.withKind(request, BusHeader.RESPONSE));
        assertThat(responsesOut.messages()).isEqualTo(1);
        assertThat(out.messages()).isEqualTo(1);
    }

    @Test
    void whatCannotBePassedOnIsCounted() {
        Relay broken = relay((_, _, _, _) -> {
            throw new TransportException("the connection is gone");
        });

        pass(broken, BusHeader.of(BusHeader.MESSAGE, 0, 1, BusHeader.MEASURED, 0, 0));

        assertThat(broken.failed()).isEqualTo(1);
        assertThat(out.messages()).isZero();
    }

    private Relay relay(DirectSender to) {
        return new Relay(true, 1, _ -> 2, BusHeader.MEASURED, to, responder, BYTES, out, responsesOut);
    }

    private static void pass(Relay relay, long header) {
        byte[] message = new byte[BYTES];
        BusHeader.write(message, 0, header, STAMP);
        relay.pass(0, 2, header, STAMP, message, 0, BYTES);
    }
}
