package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.mutation.JsonMutation;
import io.jgbench.testing.mutation.Mutants;
import io.jgbench.testing.mutation.MutationTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Whatever a member or its controller is sent: it is read, or it is refused with a sentence. */
@Tag("beside")
class MutatedMessagesTest extends MutationTest<Object> {
    private final Mutants mutants = new Mutants(Duration.ofSeconds(5), 16L << 20);

    MutatedMessagesTest() {
        super(300, 3_000);
    }

    @Override
    protected Stream<Object> originals() {
        return ProtocolJsonTest.records();
    }

    @Override
    protected void tryMutants(Object message, int seeds) throws Exception {
        Class<?> type = message.getClass();
        var mutation = JsonMutation.of(ProtocolJson.write(message));
        mutants.each(seeds, mutation::make, mutant -> {
            byte[] json = mutant.getBytes(StandardCharsets.UTF_8);
            isReadOrRefused(() -> ProtocolJson.readRequest(json, type), type);
            isReadOrRefused(() -> ProtocolJson.readAnswer(json, type), type);
            isReadOrRefused(() -> ProtocolJson.readStored(json, type), type);
        });
    }

    private static void isReadOrRefused(Reading reading, Class<?> type) {
        try {
            assertThat(reading.read()).isInstanceOf(type);
        } catch (MalformedJsonException e) {
            isOneLine(e.getMessage());
            assertThat(e.getMessage()).contains("a " + type.getSimpleName());
        }
    }

    @FunctionalInterface
    private interface Reading {
        Object read() throws MalformedJsonException;
    }
}
