package io.jgbench.e2e.faults.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class FaultPlanTest {
    private static final long SEED = 42;

    @Test
    void sameSeedPlansTheSameRounds() {
        assertThat(FaultPlan.of(SEED, 100)).isEqualTo(FaultPlan.of(SEED, 100));
        assertThat(FaultPlan.of(SEED, 100)).isNotEqualTo(FaultPlan.of(SEED + 1, 100));
    }

    @Test
    void longerPlanBeginsWithTheRoundsOfAShorterOne() {
        assertThat(FaultPlan.of(SEED, 150)).startsWith(FaultPlan.of(SEED, 20).toArray(FaultRound[]::new));
    }

    @Test
    void planThatWasEndedGoesOnWithItsNextRounds() {
        assertThat(FaultPlan.of(SEED, 21, 100))
                .isEqualTo(FaultPlan.of(SEED, 120).subList(20, 120));
        assertThatThrownBy(() -> FaultPlan.of(SEED, 0, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected the number of a first round, found 0");
    }

    @Test
    void eachFaultStrikesInEachOfItsStagesBeforeAnyDoesSoAgain() {
        List<FaultRound> all = FaultPlan.of(SEED, FaultPlan.roundsOfAllStrikes());

        assertThat(all.stream().map(round -> round.fault() + " " + round.stage()))
                .doesNotHaveDuplicates();
        for (Fault fault : Fault.values()) {
            assertThat(all.stream()
                            .filter(round -> round.fault() == fault)
                            .map(FaultRound::stage)
                            .collect(Collectors.toSet()))
                    .isEqualTo(fault.stages());
        }
    }

    @Test
    void eachWorkloadTuningAndMemberComesUp() {
        List<FaultRound> all = FaultPlan.of(SEED, FaultPlan.roundsOfAllStrikes());

        assertThat(all.stream().map(FaultRound::workload)).contains(RoundWorkload.values());
        assertThat(all.stream().map(FaultRound::tuning)).contains(RoundTuning.values());
        assertThat(all.stream().map(FaultRound::victim)).contains(0, 1);
    }

    @Test
    void roundsAreNumberedFromOneAndHaveRunsOfTheirOwn() {
        List<FaultRound> rounds = FaultPlan.of(SEED, 100);

        assertThat(rounds.getFirst().number()).isEqualTo(1);
        assertThat(rounds.getLast().number()).isEqualTo(100);
        assertThat(rounds.stream().map(FaultRound::run)).doesNotHaveDuplicates();
    }

    @Test
    void roundsTakePlaceAtOnceWhereTheirFaultsStrikeNoOtherRun() {
        List<FaultRound> rounds = FaultPlan.of(SEED, 100);

        List<List<FaultRound>> groups = FaultPlan.together(rounds, 3);

        assertThat(groups.stream().flatMap(List::stream)).isEqualTo(rounds);
        assertThat(groups).anySatisfy(group -> assertThat(group).hasSize(3));
        assertThat(groups).allSatisfy(group -> {
            assertThat(group).hasSizeLessThanOrEqualTo(3);
            assertThat(group.size() == 1
                            || group.stream().allMatch(round -> round.fault().strikesOneRun()))
                    .isTrue();
        });
        assertThat(FaultPlan.together(rounds, 1)).hasSize(100);
    }

    @Test
    void memberIsNotKilledWhereThereIsNone() {
        assertThatThrownBy(() -> new FaultRound(
                        1, Fault.MEMBER_KILLED, Stage.QUEUED, RoundWorkload.RPC, RoundTuning.IGNORE, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("MEMBER_KILLED strikes nothing in QUEUED");
    }

    @Test
    void tunerIsKilledOnTunedHostsAlone() {
        List<FaultRound> rounds = FaultPlan.of(SEED, 2 * FaultPlan.roundsOfAllStrikes());

        assertThat(rounds)
                .filteredOn(round -> round.fault() == Fault.TUNER_KILLED)
                .isNotEmpty()
                .allSatisfy(round -> assertThat(round.tuning()).isEqualTo(RoundTuning.APPLY));
        assertThatThrownBy(() -> new FaultRound(
                        1, Fault.TUNER_KILLED, Stage.RUNNING, RoundWorkload.RPC, RoundTuning.IGNORE, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("TUNER_KILLED strikes nothing in a run with IGNORE");
    }

    @Test
    void nodeThatIsRestartedHasItsRoundAloneAndItsMemberNamed() {
        assertThat(List.of(Fault.NODE_RESTARTED, Fault.NODE_LOST)).allSatisfy(fault -> {
            assertThat(fault.strikesOneRun()).isFalse();
            assertThat(fault.strikesOneMember()).isTrue();
            assertThat(fault.nodeBootsAgain()).isTrue();
            assertThat(fault.mayEndTheOperator()).isFalse();
        });
        assertThat(Fault.NODE_DRAINED.nodeBootsAgain()).isFalse();
    }

    @Test
    void namespaceGoesInARoundOfItsOwnWithTheRun() {
        assertThat(Fault.NAMESPACE_DELETED.strikesOneRun()).isFalse();
        assertThat(Fault.NAMESPACE_DELETED.mayEndTheOperator()).isTrue();
        assertThat(Arrays.stream(Fault.values()).filter(Fault::removesTheRun))
                .containsExactlyInAnyOrder(Fault.RUN_DELETED, Fault.NAMESPACE_DELETED)
                .allSatisfy(fault -> assertThat(fault.stages())
                        .allSatisfy(stage -> assertThat(fault.endings(stage)).containsExactly(Ending.DELETED)));
    }

    @Test
    void faultsThatStrikeOneRunsObjectsTakePlaceBesideOthers() {
        assertThat(List.of(Fault.WRITES_REFUSED, Fault.CONFIG_MAPS_DELETED, Fault.TUNER_KILLED))
                .allSatisfy(fault -> assertThat(fault.strikesOneRun()).isTrue());
    }

    @Test
    void roundsOfOneFaultStrikeInEachOfItsStages() {
        int stages = Fault.NODE_LOST.stages().size();

        List<FaultRound> rounds = FaultPlan.of(SEED, 1, 2 * stages, "node-lost");

        assertThat(rounds.stream().map(FaultRound::fault)).containsOnly(Fault.NODE_LOST);
        assertThat(rounds.subList(0, stages).stream().map(FaultRound::stage))
                .containsExactlyInAnyOrderElementsOf(Fault.NODE_LOST.stages());
        assertThat(FaultPlan.of(SEED, 3, 4, "node-lost")).isEqualTo(rounds.subList(2, 6));
    }

    @Test
    void roundsMayBeOfOneFaultInOneStage() {
        assertThat(FaultPlan.of(SEED, 1, 3, "TUNER_KILLED:RUNNING")).hasSize(3).allSatisfy(round -> {
            assertThat(round.fault()).isEqualTo(Fault.TUNER_KILLED);
            assertThat(round.stage()).isEqualTo(Stage.RUNNING);
        });
        assertThat(FaultPlan.of(SEED, 1, 4, "tuner_killed:running, tuner_killed:armed").stream()
                        .map(FaultRound::stage))
                .containsExactlyInAnyOrder(Stage.RUNNING, Stage.ARMED, Stage.RUNNING, Stage.ARMED);
    }

    @Test
    void blankChoiceMeansEachFault() {
        assertThat(FaultPlan.of(SEED, 1, 50, " ")).isEqualTo(FaultPlan.of(SEED, 50));
    }

    @Test
    void faultThatDoesNotExistOrStrikesNothingThereIsRefused() {
        assertThatThrownBy(() -> FaultPlan.of(SEED, 1, 1, "node_burnt"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found 'node_burnt'; there are OPERATOR_KILLED:QUEUED, ");
        assertThatThrownBy(() -> FaultPlan.of(SEED, 1, 1, "member_killed:queued"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found 'member_killed:queued'");
        assertThatThrownBy(() -> FaultPlan.of(SEED, 1, 1, "node_lost,"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found ''");
    }

    @Test
    void planWithoutRoundsIsRefused() {
        assertThatThrownBy(() -> FaultPlan.of(SEED, 5, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected at least one round, found 0");
        assertThatThrownBy(() -> FaultPlan.of(SEED, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected at least one round, found 0");
    }
}
