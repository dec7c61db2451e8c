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
    private static final Waiting WAITING = new Waiting(Optional.empty(), Optional.empty(), false, false);

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
        assertThat(WAITING.seeing(published(true, true))).isEqualTo(new Abandoned(PodTermination.NOT_YET, true));
        assertThat(WAITING.seeing(published(false, true))).isEqualTo(WAITING);
    }

    @Test
    void nothingFollowsFromAStatusBeforeTheRecordWasLookedFor() {
        var unseen = new Unseen(true, false);

        assertThat(unseen.seeing(published(true, true))).isSameAs(unseen);
    }

    @Test
    void runThatIsClearedOwesAWordAsLongAsItsStatusNamesNodes() {
        assertThat(new Cleared(true).seeing(published(true, false))).isEqualTo(new Cleared(false));
        assertThat(new Cleared(false).seeing(published(true, true))).isEqualTo(new Cleared(true));
    }

    @Test
    void deletedRunKeepsCountingWhereItsPodsWereToldToEndBefore() {
        var since = new PodTermination(OptionalLong.of(5), false);

        assertThat(new Abandoned(since, true).letGo()).isEqualTo(new LetGo(since, Optional.empty()));
        assertThat(new LetGo(since, Optional.empty()).letGo()).isEqualTo(new LetGo(since, Optional.empty()));
        assertThat(WAITING.letGo()).isEqualTo(new LetGo(PodTermination.NOT_YET, Optional.empty()));
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
        var before = new StatusAsRead(false, false, true, false, false, false, Optional.of(NOW.minusSeconds(1)));
        var since = new StatusAsRead(false, false, true, false, false, false, Optional.of(NOW));

        assertThat(KnownHosts.of(before, NOW).hasFailedBefore()).isFalse();
        assertThat(KnownHosts.of(since, NOW).hasFailedBefore()).isTrue();
    }

    private static StatusAsRead published(boolean isFinished, boolean hasNodes) {
        return new StatusAsRead(isFinished, false, hasNodes, false, false, false, Optional.empty());
    }
}
