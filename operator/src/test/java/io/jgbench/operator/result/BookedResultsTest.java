package io.jgbench.operator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.StatusResultsRef;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.result.ResultStore.ResultTooLargeException;
import io.jgbench.operator.status.StatusDraft;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BookedResultsTest {
    private static final ResultBudget BUDGET = new ResultBudget(100, 250);

    private final BookedResults booked = new BookedResults(BUDGET);

    @Test
    void runMayTakeItsShareAsLongAsTheNamespaceHasIt() {
        BenchmarkRun run = run("lab", "run", 90);

        assertThat(left(run, run)).isEqualTo(100);
        assertThat(left(run, run, run("lab", "a", 90))).isEqualTo(100);
        assertThat(left(run, run, run("lab", "a", 90), run("lab", "b", 90))).isEqualTo(70);
        assertThat(left(run, run, run("lab", "a", 200), run("lab", "b", 90))).isZero();
    }

    @Test
    void otherNamespacesAndRunsWithoutAResultDoNotCount() {
        BenchmarkRun run = run("lab", "run", 0);
        BenchmarkRun waiting = run("lab", "waiting", 0);
        waiting.setStatus(null);

        assertThat(left(run, run, waiting, run("other", "a", 250))).isEqualTo(100);
    }

    @Test
    void resultsThatAreStoredAtTheSameTimeShareWhatIsLeft() throws Exception {
        BenchmarkRun first = run("lab", "first", 0);
        BenchmarkRun second = run("lab", "second", 0);
        List<BenchmarkRun> all = List.of(first, second, run("lab", "old", 100));

        booked.book(first, all, 90);

        assertThatThrownBy(() -> booked.book(second, all, 90))
                .isInstanceOf(ResultTooLargeException.class)
                .hasMessageContaining("90 bytes compressed, and 60 are left for it");
        booked.book(second, all, 60);
    }

    @Test
    void resultThatStandsInAStatusCountsOnce() throws Exception {
        BenchmarkRun first = run("lab", "first", 0);
        BenchmarkRun second = run("lab", "second", 0);
        booked.book(first, List.of(first, second), 100);

        booked.book(second, List.of(run("lab", "first", 100), second, run("lab", "old", 50)), 100);
    }

    @Test
    void resultThatIsStoredAgainCountsOnce() throws Exception {
        BenchmarkRun run = run("lab", "run", 0);
        List<BenchmarkRun> all = List.of(run, run("lab", "old", 150));

        booked.book(run, all, 100);
        booked.book(run, all, 100);
    }

    @Test
    void whatWasNotStoredAfterAllOrWentWithItsRunIsFree() throws Exception {
        BenchmarkRun first = run("lab", "first", 0);
        BenchmarkRun gone = run("lab", "gone", 0);
        BenchmarkRun last = run("lab", "last", 0);
        booked.book(first, List.of(first, gone, last), 100);
        booked.book(gone, List.of(first, gone, last), 100);
        booked.cancel(first);

        booked.book(last, List.of(first, last, run("lab", "old", 150)), 100);
    }

    @Test
    void resultThatWasStoredInConfigMapsAloneCountsWhereAnOperatorOfBeforeStoredIt() {
        assertThat(ResultBudget.taken(run("old", new StatusResultsRef("configmap/old", "sha256:0", 70L, null))))
                .isEqualTo(70);
    }

    @Test
    void sizeOfACopyInAStorageDoesNotCount() {
        assertThat(ResultBudget.taken(run("old", new StatusResultsRef("/results/old", null, 700L, null))))
                .as("of an operator that did not say what the ConfigMaps take")
                .isEqualTo(0);
        assertThat(ResultBudget.taken(run("new", new StatusResultsRef("/results/new", null, 700L, 70L))))
                .isEqualTo(70);
    }

    private static BenchmarkRun run(String name, StatusResultsRef ref) {
        BenchmarkRun run = run("lab", name, 0);
        run.setStatus(new StatusDraft(null, 1, Instant.EPOCH).resultsRef(ref).build());
        return run;
    }

    private static long left(BenchmarkRun run, BenchmarkRun... all) {
        return BUDGET.left(run, List.of(all), 0);
    }

    private static BenchmarkRun run(String namespace, String name, long bytes) {
        BenchmarkRun run = RunYaml.parsed(name, "members: 1, messages: 1, messageSize: 1k");
        run.getMetadata().setNamespace(namespace);
        run.getMetadata().setUid("uid-of-" + name);
        if (bytes > 0) {
            run.setStatus(new StatusDraft(null, 1, Instant.EPOCH)
                    .resultsRef(new StatusResultsRef("configmap/" + name, "sha256:0", bytes, bytes))
                    .build());
        }
        return run;
    }
}
