package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.StackProtocols;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.testing.mutation.Mutants;
import io.jgbench.testing.mutation.TextMutation;
import io.jgbench.transport.InvalidStackException;
import io.jgbench.transport.Stacks;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a stack's text is: JGroups takes it, or it is refused with one sentence. */
class MutatedStacksTest {
    private static final int SEEDS = 650;
    private static final int MANY_SEEDS = 10_000;

    /** Names of hosts in a stack are looked up, and who answers may be slow. */
    private static final Duration LOOKED_UP = Duration.ofMinutes(1);

    private final Mutants mutants = new Mutants(LOOKED_UP, 256L << 20);

    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp", "udp-encrypted", "jgroups-tcp-nio"})
    void stackIsTakenOrRefused(String name) throws Exception {
        tryStacks(name, SEEDS);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp", "udp-encrypted", "jgroups-tcp-nio"})
    void manyStacksAreTakenOrRefused(String name) throws Exception {
        tryStacks(name, MANY_SEEDS);
    }

    private void tryStacks(String name, int seeds) throws Exception {
        var mutation = new TextMutation(new Stacks().named(name).xml());
        mutants.each(seeds, mutation::make, MutatedStacksTest::isTakenOrRefused);
    }

    private static void isTakenOrRefused(String xml) {
        Stack stack = new Stack("mine", xml);
        StackProtocols.missing(stack).ifPresent(MutatedStacksTest::isASentence);
        try {
            new JGroupsTransport().check(new TransportSpec("jgroups", Optional.of(stack), Map.of(), 0), 1000);
        } catch (IllegalArgumentException e) {
            assertThat(e.getClass()).isIn(InvalidStackException.class, IllegalArgumentException.class);
            isASentence(e.getMessage());
        }
    }

    private static void isASentence(String why) {
        assertThat(why).contains("stack mine").doesNotContain("\n").hasSizeLessThan(2_000);
    }
}
