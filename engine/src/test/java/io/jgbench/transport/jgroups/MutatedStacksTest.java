package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.spec.StackProtocols;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.testing.mutation.Mutants;
import io.jgbench.testing.mutation.MutationTest;
import io.jgbench.testing.mutation.TextMutation;
import io.jgbench.transport.InvalidStackException;
import io.jgbench.transport.Stacks;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Whatever a stack's text is: JGroups takes it, or it is refused with one sentence. */
@Tag("beside")
class MutatedStacksTest extends MutationTest<String> {
    /** Names of hosts in a stack are looked up, and who answers may be slow. */
    private static final Duration LOOKED_UP = Duration.ofMinutes(1);

    private final Mutants mutants = new Mutants(LOOKED_UP, 256L << 20);

    MutatedStacksTest() {
        super(650, 3_000);
    }

    @Override
    protected Stream<String> originals() {
        return Stream.of("udp", "tcp", "udp-encrypted", "jgroups-tcp-nio");
    }

    @Override
    protected void tryMutants(String name, int seeds) throws Exception {
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
        isOneLine(why);
        assertThat(why).contains("stack mine");
    }
}
