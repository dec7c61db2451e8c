package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many runs for few nodes, and the operator's calm when they are over. */
@OperatorTest
@Tag("slow")
class TwoHundredRunsTest {
    private static final int RUNS = Integer.getInteger("jgbench.many-runs", 200);
    private static final Duration LAST_ONE_WITHIN = Duration.ofHours(1);
    private static final Duration IDLE = Duration.ofSeconds(60);
    private static final long MOST_BYTES = 300L << 20;

    @Test
    void runsThatAreAppliedAtOnceQueueForFourNodesAndAllGetTheirTurn(Lab lab) throws Exception {
        lab.applyText(IntStream.range(0, RUNS).mapToObj(TwoHundredRunsTest::run).collect(Collectors.joining("---\n")))
                .orFail();

        Awaitility.await("the end of all runs")
                .atMost(LAST_ONE_WITHIN)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> allRuns(lab).stream().allMatch(run -> run.isTrue(ConditionType.FINISHED)));

        assertThat(allRuns(lab))
                .hasSize(RUNS)
                .allSatisfy(run -> assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED))
                        .startsWith("True AllReported"));
        lab.waitUntilNodesAreFree();
        try (var operator = OperatorProcess.of(lab.installation().operatorPod(), lab.client())) {
            Awaitility.await("a minute without a reconciliation")
                    .atMost(IDLE.multipliedBy(5))
                    .pollDelay(IDLE)
                    .pollInterval(IDLE)
                    .until(new NothingMore(operator));
            System.out.printf("The operator had %d MiB at most%n", operator.peakBytes() >> 20);
            assertThat(operator.peakBytes()).isLessThan(MOST_BYTES);
            assertThat(operator.restarts())
                    .as("one that was killed for its memory has a peak of its own")
                    .isZero();
        }
    }

    private static String run(int index) {
        return """
                apiVersion: jgbench.io/v1alpha1
                kind: BenchmarkRun
                metadata: {name: many-%03d}
                spec:
                  members: 1
                  messages: 100
                  messageSize: 1k
                  warmup: {messages: 10}
                  start: {maxSkew: 1m, timeout: 5m}
                  placement: {nodeNames: [jgbench-worker%s]}
                """.formatted(index, index % 4 == 0 ? "" : Integer.toString(index % 4 + 1));
    }

    private static List<BenchmarkRun> allRuns(Lab lab) {
        return lab.client().resources(BenchmarkRun.class).list().getItems();
    }

    /** Whether nothing was reconciled since it was asked last. */
    private static final class NothingMore implements Callable<Boolean> {
        private final OperatorProcess operator;
        private double before;

        NothingMore(OperatorProcess operator) throws Exception {
            this.operator = operator;
            this.before = operator.reconciliations();
        }

        @Override
        public Boolean call() throws Exception {
            double now = operator.reconciliations();
            boolean isSame = now == before;
            before = now;
            return isSame;
        }
    }
}
