package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.mutation.JsonMutation;
import io.jgbench.testing.mutation.Mutants;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a member or its controller is sent: it is read, or it is refused with a sentence. */
class MutatedMessagesTest {
    private static final int SEEDS = 300;
    private static final int MANY_SEEDS = 10_000;

    private final Mutants mutants = new Mutants(Duration.ofSeconds(5), 16L << 20);

    static Stream<Object> messages() {
        return ProtocolJsonTest.records();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageIsReadOrRefused(Object message) throws Exception {
        tryMessages(message, SEEDS);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("messages")
    void manyMessagesAreReadOrRefused(Object message) throws Exception {
        tryMessages(message, MANY_SEEDS);
    }

    private void tryMessages(Object message, int seeds) throws Exception {
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
            assertThat(e.getMessage())
                    .contains("a " + type.getSimpleName())
                    .doesNotContain("\n")
                    .hasSizeLessThan(2_000);
        }
    }

    @FunctionalInterface
    private interface Reading {
        Object read() throws MalformedJsonException;
    }
}
