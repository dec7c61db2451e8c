package io.jgbench.operator.reconcile.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.operator.pod.HostTuning;
import io.jgbench.operator.reconcile.state.RunState.Abandoned;
import io.jgbench.operator.reconcile.state.RunState.Awaited;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunState.LetGo;
import io.jgbench.operator.reconcile.state.RunState.Unseen;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The transitions alone; those of runs with members are in the tests of the steps. */
class RunStateTest {
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");
    private static final Waiting WAITING = Waiting.first(false, StatusAsRead.NOTHING);

    @Test
    void timeOfWaitingCountsFromItsBeginAndAnewForSomethingElse() {
        Waiting nodes = WAITING.awaits(Awaited.What.NODES, NOW).awaits(Awaited.What.NODES, NOW.plusSeconds(60));
        assertThat(nodes.hasAwaited(Duration.ofSeconds(60), NOW.plusSeconds(60)))
                .isTrue();
        assertThat(nodes.hasAwaited(Duration.ofSeconds(61), NOW.plusSeconds(60)))
                .isFalse();

        Waiting stack = nodes.awaits(Awaited.What.STACK, NOW.plusSeconds(60));
        assertThat(stack.hasAwaited(Duration.ofSeconds(1), NOW.plusSeconds(60))).isFalse();
        assertThat(stack.saidStackIsMissing()).isTrue();
        assertThat(stack.awaitsNothing().hasAwaited(Duration.ZERO, NOW)).isFalse();
    }

    @Test
    void runWhoseOutcomeStandsThoughItNeverBeganIsAbandoned() {
        assertThat(WAITING.seeing(published(true, true))).isEqualTo(new Abandoned(PodTermination.NOT_YET));
        assertThat(WAITING.seeing(published(false, true))).isEqualTo(WAITING);
    }

    @Test
    void nothingFollowsFromAStatusBeforeTheRecordWasLookedFor() {
        var unseen = new Unseen(true, false);

        assertThat(unseen.seeing(published(true, true))).isSameAs(unseen);
    }

    @Test
    void runThatIsClearedOwesAWordAsLongAsItsStatusNamesNodes() {
        Cleared said = Cleared.of(published(true, false));
        Cleared unsaid = Cleared.of(published(true, true));

        assertThat(said.saysNodes()).isFalse();
        assertThat(unsaid.saysNodes()).isTrue();
        assertThat(unsaid.seeing(published(true, false))).isEqualTo(said);
        assertThat(said.seeing(published(true, true))).isEqualTo(unsaid);
    }

    @Test
    void whatIsLeftToDoOfARunThatIsClearedIsWhatItsStatusSays() {
        var unrestored = new StatusAsRead.Hosts(false, false, true, Optional.of(NOW));
        var published = new StatusAsRead(true, true, false, true, false, true, unrestored);

        assertThat(Cleared.of(StatusAsRead.NOTHING)).isEqualTo(new Cleared(false, false, false, false));
        assertThat(Cleared.of(published)).isEqualTo(new Cleared(false, true, true, false));
        assertThat(new Abandoned(PodTermination.NOT_YET).clear(published)).isEqualTo(Cleared.of(published));
    }

    @Test
    void operatorSaysOnceThatLeasesWereRemovedUnlessThatMayNotBeWritten() {
        Cleared said = Cleared.of(StatusAsRead.NOTHING).withRemovedLeasesTold(true);

        assertThat(said.seeing(StatusAsRead.NOTHING)).isEqualTo(said);
        assertThat(said.withRemovedLeasesTold(false)).isEqualTo(Cleared.of(StatusAsRead.NOTHING));
    }

    @Test
    void podsThatRestoreNodesAreLookedForUntilItIsKnownThatThereAreNone() {
        Waiting some = WAITING.restoringNodes();
        Waiting none = some.restoringNone();

        assertThat(some.mayRestoreNodes()).isTrue();
        assertThat(some.seeing(StatusAsRead.NOTHING)).isEqualTo(some);
        assertThat(none.awaits(Awaited.What.NODES, NOW).awaitsNothing().mayRestoreNodes())
                .isFalse();
        assertThat(none.seeing(StatusAsRead.NOTHING)).isEqualTo(none);
        assertThat(none).isEqualTo(WAITING);
    }

    @Test
    void deletedRunKeepsCountingWhereItsPodsWereToldToEndBefore() {
        var since = new PodTermination(OptionalLong.of(5), false);

        assertThat(new Abandoned(since).letGo()).isEqualTo(LetGo.of(since, Optional.empty()));
        assertThat(LetGo.of(since, Optional.empty()).letGo()).isEqualTo(LetGo.of(since, Optional.empty()));
        assertThat(WAITING.letGo()).isEqualTo(LetGo.of(PodTermination.NOT_YET, Optional.empty()));
        assertThat(since.at(9)).isEqualTo(since);
        assertThat(since.lasting(9)).isEqualTo(Duration.ofNanos(4));
        assertThat(PodTermination.NOT_YET.at(9).lasting(9)).isZero();
    }

    @Test
    void hostThatFailedOnceHasFailedUntilTheNextRepetition() {
        var failed = new HostTuning.Failed(ConditionReason.MISMATCH, "mtu is 1500.");
        KnownHosts hosts = KnownHosts.NONE.saw("member-0", failed).saw("member-0", new HostTuning.Restored());

        assertThat(hosts.byMember()).containsEntry("member-0", failed);
        assertThat(new KnownHosts(hosts.byMember(), true, true).again())
                .isEqualTo(new KnownHosts(Map.of(), false, true));
    }

    @Test
    void failureThatStandsFromAnEarlierRepetitionIsNotOfThisOne() {
        var before = untuned(NOW.minusSeconds(1));
        var since = untuned(NOW);

        assertThat(KnownHosts.of(before, NOW).hasFailedBefore()).isFalse();
        assertThat(KnownHosts.of(since, NOW).hasFailedBefore()).isTrue();
    }

    private static StatusAsRead published(boolean isFinished, boolean hasNodes) {
        return new StatusAsRead(isFinished, false, hasNodes, false, false, false, StatusAsRead.Hosts.NOTHING);
    }

    private static StatusAsRead untuned(Instant since) {
        var hosts = new StatusAsRead.Hosts(false, false, false, Optional.of(since));
        return new StatusAsRead(false, false, true, false, false, false, hosts);
    }
}
