package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jgroups.Event;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.junit.jupiter.api.Test;

class DigestRehearsalTest {
    private final AtomicLong questions = new AtomicLong();

    private final class Answering extends Protocol {
        @Override
        public Object down(Event event) {
            assertThat(event.getType()).isEqualTo(Event.GET_DIGEST);
            questions.incrementAndGet();
            return null;
        }
    }

    @Test
    void protocolBelowStableIsAskedAgainAndAgain() {
        var stable = new STABLE();
        stable.setDownProtocol(new Answering());
        try (var rehearsal = new DigestRehearsal(List.of(new UNICAST3(), stable))) {
            rehearsal.begin();

            await().untilAsserted(() -> assertThat(questions).hasValueGreaterThan(10));
        }
    }

    @Test
    void nothingIsAskedOnceItIsClosed() {
        var stable = new STABLE();
        stable.setDownProtocol(new Answering());
        try (var rehearsal = new DigestRehearsal(List.of(stable))) {
            rehearsal.begin();
            await().untilAsserted(() -> assertThat(questions).hasPositiveValue());
        }
        long asked = questions.get();

        await().during(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(questions).hasValueLessThanOrEqualTo(asked + 1));
    }
}
