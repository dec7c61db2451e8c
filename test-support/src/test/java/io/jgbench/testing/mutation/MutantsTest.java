package io.jgbench.testing.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MutantsTest {
    private final Mutants mutants = new Mutants(Duration.ofSeconds(5), 1 << 20);

    @Test
    void sameSeedSpoilsATextAlike() throws Exception {
        var mutation = new TextMutation("one: 1\ntwo: [2, 3]\n");
        Set<String> made = new HashSet<>();

        mutants.each(1000, mutation::make, made::add);

        assertThat(made).hasSizeGreaterThan(800);
        assertThat(mutation.make(new Random(7))).isEqualTo(mutation.make(new Random(7)));
    }

    @Test
    void tryThatFailsIsToldWithItsSeed() {
        assertThatThrownBy(() -> mutants.each(10, Random::nextInt, _ -> {
                    throw new IllegalStateException("of the test");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 0 failed with java.lang.IllegalStateException: of the test");
    }

    @Test
    void tryThatTakesMuchMemoryFails() {
        assertThatThrownBy(() -> mutants.each(
                        1, Random::nextInt, _ -> assertThat(new byte[2 << 20]).isNotNull()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 0 took");
    }
}
