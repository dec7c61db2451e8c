package io.jgbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.selftest.Planting.Place;
import io.jgbench.transport.Stacks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
    private static final FaultTargets AT = new FaultTargets(2, 0, 4);

    @Test
    void eachHasANameOfItsOwn() {
        assertThat(Faults.all()).extracting(Fault::name).doesNotHaveDuplicates();
    }

    @Test
    void eachThatCanBePlantedHasAnAnswerThatIsRight() {
        assertThat(Faults.all())
                .allSatisfy(fault ->
                        assertThat(fault.right().isEmpty()).isEqualTo(fault.planting() instanceof Planting.NoWay));
    }

    @Test
    void stepOfAClockIsListedAndNeverPlanted() {
        var step = Faults.named("clock-step").orElseThrow();

        assertThat(Planter.missing(step.planting()))
                .hasValueSatisfying(why ->
                        assertThat(why).contains("a time namespace shifts its monotonic clock before the start only"));
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
    void linkGoesDownAtTheSwitchAndComesUpAgain() {
        assertThat(changes("link-down")).singleElement().satisfies(change -> {
            assertThat(change.where()).isEqualTo(new Place.Switch());
            assertThat(change.plant()).endsWith("down");
            assertThat(change.remove()).endsWith("up");
        });
    }

    @ParameterizedTest
    @CsvSource({"deaf, INPUT", "mute, OUTPUT", "large-blocked, INPUT"})
    void whatIsCutOffInOneDirectionIsCutOffInThatAlone(String fault, String chain) {
        assertThat(changes(fault)).singleElement().satisfies(change -> {
            assertThat(change.where()).isEqualTo(new Place.Member(2));
            assertThat(change.plant()).contains("-A", chain);
            assertThat(change.remove()).contains("-D", chain);
        });
    }

    @Test
    void wrongNeighbourIsOfThePairAlone() {
        assertThat(changes("wrong-neighbour")).singleElement().satisfies(change -> {
            assertThat(change.where()).isEqualTo(new Place.Member(2));
            assertThat(change.plant()).contains("10.0.0.1", "lladdr");
            assertThat(change.remove()).containsExactly("ip", "neigh", "del", "10.0.0.1", "dev", "eth0");
        });
    }

    @Test
    void smallTcpBuffersAreThoseOfOneNamespace() {
        assertThat(changes("small-tcp-buffer")).singleElement().satisfies(change -> {
            assertThat(change.where()).isEqualTo(new Place.Member(2));
            assertThat(change.plant()).last().asString().endsWith("> /proc/sys/net/ipv4/tcp_rmem");
        });
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
    void smallWindowIsThatOfAllMembersAndOfNoneAlone() {
        var small = Faults.named("small-window").orElseThrow();

        assertThat(small.isNamedBy(window(Optional.empty()), AT)).isTrue();
        assertThat(small.isNamedBy(window(Optional.of("member-2")), AT)).isFalse();
    }

    private static FirstCause window(Optional<String> member) {
        return new FirstCause.Held(new Bottleneck(BottleneckType.FLOW_CONTROL_WINDOW, member, false, "evidence"));
    }

    @Test
    void largeWindowIsTenTimesTheReceiveBuffersOfAllMembers() {
        assertThat(otherStack("large-window", new Stacks().named("udp")).inline())
                .contains("mcast_recv_buf_size=\"200000\"", "ucast_recv_buf_size=\"200000\"")
                .contains("<MFC max_credits=\"2000000\"", "<UFC max_credits=\"2000000\"");
    }

    @Test
    void lossesAtAllMembersAreRightOfALargeWindow() {
        var large = Faults.named("large-window").orElseThrow();
        var loss = new Bottleneck(BottleneckType.LOSS, Optional.of("member-0 and 3 more"), true, "evidence");
        var drops = new FirstCause.Found(Reason.RECEIVE_DROPS.found("member-0 12, member-1 9"));
        var busy = new Bottleneck(BottleneckType.HOST_CPU, Optional.empty(), false, "evidence");

        assertThat(large.isNamedBy(new FirstCause.Held(loss), AT)).isTrue();
        assertThat(large.isNamedBy(drops, AT)).isTrue();
        assertThat(large.isNamedBy(new FirstCause.Held(busy), AT)).isFalse();
        assertThat(large.hasNoMeaningOver("tcp")).isPresent();
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

    @Test
    void cleanRunsWarmUpUntilSteadyAndLetNothingWarn() {
        var clean = Faults.named("clean").orElseThrow();

        assertThat(clean.course().warm()).isTrue();
        assertThat(clean.right()).containsExactly(new Answer.NothingWrong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mtu", "fragments-blocked", "unicast-blocked", "multicast-blocked", "duplicate-address"})
    void whatIsWrongBeforeMembersJoinHasToBeFoundBefore(String fault) {
        assertThat(Faults.named(fault).orElseThrow().right())
                .singleElement()
                .satisfies(answer -> assertThat(answer)
                        .isInstanceOfSatisfying(
                                Answer.Failed.class,
                                failed -> assertThat(failed.reason()).isEqualTo(FailureReason.PREFLIGHT_FAILED)));
    }

    @Test
    void partitionIsNamedWithItsMemberAlone() {
        var partition = Faults.named("partition").orElseThrow();
        var view = new FirstCause.Found(Reason.VIEW_CHANGED.found("The view changed: member-2 3 viewChanges."));
        var viewOfAll = new FirstCause.Found(
                Reason.VIEW_CHANGED.found("The view changed: member-0 1, member-1 1, member-2 1, member-3 1."));

        assertThat(partition.isNamedBy(view, AT)).isTrue();
        assertThat(partition.isNamedBy(viewOfAll, AT)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void runOfEachFaultIsOneThatCanBeRun(SelfTestWorkload workload) {
        assertThat(Faults.all()).allSatisfy(fault -> {
            var run = new PlantedRun(1, "udp", workload, fault, AT, Duration.ofSeconds(2));

            var spec = SelfTest.spec(run, Duration.ofSeconds(6));

            assertThat(spec.members()).isEqualTo(4);
            assertThat(spec.stallTimeout()).isEqualTo(fault.course().stallTimeout());
            assertThat(spec.workload().workloadType().name()).isEqualTo(workload.name());
        });
    }

    @Test
    void faultWithoutMeaningWithAWorkloadSaysWhy() {
        var run = new PlantedRun(
                1,
                "udp",
                SelfTestWorkload.DATAGRAM,
                Faults.named("small-window").orElseThrow(),
                AT,
                Duration.ZERO);

        assertThat(run.meaningless()).contains("packets of the workload Datagram do not go through the stack");
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
