package io.jgbench.coordination.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.suite.SuiteAction.KeepDigest;
import io.jgbench.coordination.suite.SuiteAction.StartVisit;
import io.jgbench.coordination.suite.VisitObservation.Absent;
import io.jgbench.coordination.suite.VisitObservation.Ended;
import io.jgbench.coordination.suite.VisitObservation.Kept;
import io.jgbench.coordination.suite.VisitObservation.UnderWay;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.constraints.IntRange;

/** What holds for every suite, whatever its runs come to and whenever its controller is killed. */
@PropertyDefaults(tries = 500)
class SuiteMachinePropertiesTest {

    @Property
    void everyCellIsMeasuredInEveryRoundOnceAndNothingIsLost(
            @ForAll @IntRange(min = 1, max = 5) int cells,
            @ForAll @IntRange(min = 1, max = 5) int rounds,
            @ForAll @IntRange(min = 0, max = 3) int retries,
            @ForAll boolean sequential,
            @ForAll long seed) {
        SuiteSpec spec = SuiteFixture.suite(
                cells, rounds, retries, ", seed: " + (seed >>> 1) + (sequential ? ", order: Sequential" : ""));
        var world = new World(spec, new Random(seed));

        SuiteStatus end = world.run();

        assertThat(end.phase()).isEqualTo(SuitePhase.COMPLETED);
        Set<VisitId> made = new HashSet<>();
        for (VisitRecord visit : end.visits()) {
            assertThat(made.add(visit.visit())).as("twice: %s", visit).isTrue();
            assertThat(world.digests).containsEntry(visit.visit().runName("lab"), visit.outcome());
        }
        assertThat(world.digests).hasSize(made.size());
        for (int cell = 0; cell < cells; cell++) {
            for (int round = 1; round <= rounds; round++) {
                checkAttempts(spec, end, VisitId.first(cell, round));
            }
        }
    }

    /** Attempts follow on each other up to the first valid one, or up to the last that is allowed. */
    private static void checkAttempts(SuiteSpec spec, SuiteStatus end, VisitId first) {
        List<VisitRecord> attempts = end.visits().stream()
                .filter(visit ->
                        visit.visit().cell() == first.cell() && visit.visit().round() == first.round())
                .toList();
        for (int i = 0; i < attempts.size(); i++) {
            boolean isLast = i == attempts.size() - 1;
            boolean isValid = attempts.get(i).outcome() == VisitOutcome.VALID;
            assertThat(attempts.get(i).visit().attempt()).isEqualTo(i + 1);
            assertThat(isLast).isEqualTo(isValid || i == spec.retries());
        }
        assertThat(attempts).isNotEmpty();
    }

    @Property
    void roundIsOverBeforeTheNextOneBegins(
            @ForAll @IntRange(min = 1, max = 5) int cells,
            @ForAll @IntRange(min = 1, max = 5) int rounds,
            @ForAll long seed) {
        SuiteSpec spec = SuiteFixture.suite(cells, rounds, 1, ", seed: " + (seed >>> 1));

        SuiteStatus end = new World(spec, new Random(seed)).run();

        assertThat(end.visits().stream().map(visit -> visit.visit().round())).isSorted();
    }

    @Property(tries = 100)
    void ofAnyTwoCellsEachIsAsOftenTheFirst(
            @ForAll @IntRange(min = 2, max = 8) int cells,
            @ForAll @IntRange(min = 1, max = 10) int pairs,
            @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
        var order = new VisitOrder(SuiteFixture.suite(cells, 2 * pairs, 0, ", seed: " + seed));

        int zeroBeforeOne = 0;
        for (int block = 0; block < order.blocks(); block++) {
            List<Integer> visited =
                    order.block(block).stream().map(VisitId::cell).toList();
            assertThat(visited).hasSize(cells).doesNotHaveDuplicates();
            zeroBeforeOne += visited.indexOf(0) < visited.indexOf(1) ? 1 : 0;
        }
        assertThat(zeroBeforeOne).isEqualTo(pairs);
    }

    /** Runs and digests, and a controller that dies at any point and forgets all that it did not store. */
    private static final class World {
        private final SuiteSpec spec;
        private final Random random;
        private final Map<String, Integer> runs = new HashMap<>();
        private final Map<String, VisitOutcome> outcomes = new HashMap<>();
        private final Map<String, VisitOutcome> digests = new HashMap<>();
        private SuiteStatus stored = SuiteStatus.pending();

        World(SuiteSpec spec, Random random) {
            this.spec = spec;
            this.random = random;
        }

        SuiteStatus run() {
            for (int now = 0; now < 10_000 && !stored.phase().isOver(); now++) {
                SuiteStep step = SuiteMachine.step(spec, stored, observed(), now);
                if (dies()) {
                    continue;
                }
                stored = step.status();
                List<SuiteAction> actions = new ArrayList<>(step.actions());
                if (!dies()) {
                    actions.forEach(this::carryOut);
                }
                if (random.nextInt(5) == 0) {
                    actions.forEach(this::carryOut);
                }
                passTime();
            }
            return stored;
        }

        private boolean dies() {
            return random.nextInt(4) == 0;
        }

        private VisitObservation observed() {
            if (stored.current().isEmpty()) {
                return new Absent();
            }
            String run = stored.current().get().runName("lab");
            if (digests.containsKey(run)) {
                return new Kept(digests.get(run), 1);
            }
            if (!runs.containsKey(run)) {
                return new Absent();
            }
            return runs.get(run) > 0 ? new UnderWay() : new Ended();
        }

        private void carryOut(SuiteAction action) {
            switch (action) {
                case StartVisit(var _, var run) -> {
                    assertThat(digests).as("started after its digest was kept").doesNotContainKey(run);
                    assertThat(runs.values()).as("two at once").allMatch(left -> left <= 0 || runs.containsKey(run));
                    runs.putIfAbsent(run, random.nextInt(3));
                    outcomes.putIfAbsent(run, List.of(VisitOutcome.values()).get(random.nextInt(3)));
                }
                case KeepDigest(var _, var run) -> digests.putIfAbsent(run, outcomes.get(run));
            }
        }

        /** Runs go on; at times one is lost before its digest was kept. */
        private void passTime() {
            runs.replaceAll((run, left) -> left - 1);
            if (random.nextInt(10) == 0) {
                runs.keySet().removeIf(run -> !digests.containsKey(run));
            }
        }
    }
}
