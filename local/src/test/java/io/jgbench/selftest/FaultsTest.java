package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.selftest.Planting.Place;
import io.jgbench.transport.Stacks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
    private static final Targets AT = new Targets(2, 0, 4);

    @Test
    void eachHasANameOfItsOwn() {
        assertThat(Faults.all()).extracting(Fault::name).doesNotHaveDuplicates();
    }

    @Test
    void eachHasAnAnswerThatIsRight() {
        assertThat(Faults.all()).allSatisfy(fault -> assertThat(fault.right()).isNotEmpty());
    }

    @Test
    void lossIsARuleAtTheMemberThatIsTakenAwayByTheSameRule() {
        var changes = changes("loss");

        assertThat(changes).singleElement().satisfies(change -> {
            assertThat(change.where()).isEqualTo(new Place.Member(2));
            assertThat(change.plant()).contains("-A", "0.01").endsWith("DROP");
            assertThat(String.join(" ", change.remove()))
                    .isEqualTo(String.join(" ", change.plant()).replace("-A", "-D"));
        });
    }

    @Test
    void unicastsOfAPairAreBlockedInBothDirections() {
        assertThat(changes("unicast-blocked"))
                .extracting(Planting.Change::where)
                .containsExactlyInAnyOrder(new Place.Member(2), new Place.Member(0));
    }

    @Test
    void duplicatesComeFromAllOthers() {
        assertThat(changes("duplicates").stream()
                        .map(change -> String.join(" ", change.plant()))
                        .filter(line -> line.contains("clsact")))
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp", "tcp-nio"})
    void smallWindowIsSetInTheStackOrBesideIt(String name) {
        StackSource source = otherStack("small-window", new Stacks().named(name));

        if (name.equals("udp")) {
            assertThat(source.window().text()).isEqualTo("76000");
        } else {
            assertThat(source.inline())
                    .contains("<MFC max_credits=\"80000\"")
                    .contains("<UFC max_credits=\"80000\"")
                    .doesNotContain("max_credits=\"2M\"");
        }
    }

    @Test
    void senderIsSlowedByAProtocolAboveAllOthers() {
        assertThat(otherStack("slow-sender", new Stacks().named("tcp")).inline().strip())
                .endsWith("<RATE_LIMITER max_bytes=\"${jgbench.selftest.rate:1000000000}\""
                        + " time_period=\"100\"/></config>");
    }

    @Test
    void faultWithoutMeaningOverAStackSaysWhy() {
        var fault = Faults.named("multicast-blocked").orElseThrow();

        assertThat(fault.hasNoMeaningOver("tcp")).contains("no member sends multicasts over TCP");
        assertThat(fault.hasNoMeaningOver("udp")).isEmpty();
    }

    private static StackSource otherStack(String fault, TransportSpec.Stack stack) {
        return Faults.named(fault).orElseThrow().planting() instanceof Planting.OtherStack other
                ? other.stack().apply(stack)
                : null;
    }

    private static List<Planting.Change> changes(String fault) {
        return Faults.named(fault).orElseThrow().planting() instanceof Planting.OnNetwork network
                ? network.changes().of(AT, Map.of(0, "10.0.0.1", 1, "10.0.0.2", 2, "10.0.0.3", 3, "10.0.0.4")::get)
                : List.of();
    }
}
