package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.CompressedDigest;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.e2e.KindNode;
import io.jgbench.e2e.PodContainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is taken away from a suite on a cluster while its visits are made. No visit is lost, and none is made twice. */
@OperatorTest
@Tag("slow")
class SuiteFaultsTest {
    /** Four to six runs of some ten seconds on an idle machine; the rest is room for a busy one. */
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private static final Duration AWAY = Duration.ofSeconds(30);
    private static final int CELLS = 2;
    private static final int ROUNDS = 2;

    private static final String FAULTED = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkSuite
            metadata: {name: faulted}
            spec:
              template:
                members: 2
                messages: 100000
                messageSize: 1k
                warmup: {messages: 10000}
                start: {maxSkew: 1m}
              axes:
              - {name: stack, path: stack.name, values: [udp, tcp]}
              rounds: 2
              onInvalid: {retries: 3}
            """;

    @AfterEach
    void deleteSuite(Lab lab) {
        lab.kubectl("delete", "bsuite", "faulted", "--ignore-not-found", "--cascade=foreground")
                .orFail();
    }

    @Test
    void memberThatIsKilledCostsItsVisitOneAttempt(Lab lab) throws SuiteFormatException {
        lab.applyText(FAULTED).orFail();
        BenchmarkRun struck = awaitRunning(lab, 0);
        String name = struck.getMetadata().getName();

        PodContainer.firstOf(lab.pods(name).getLast()).kill();

        awaitOver(lab);
        List<VisitDigest> digests = digests(lab);
        assertThatNoVisitIsLostOrMadeTwice(digests);
        assertThat(digests)
                .filteredOn(digest -> digest.run().equals(name))
                .singleElement()
                .satisfies(digest -> {
                    assertThat(digest.outcome()).isEqualTo(VisitOutcome.FAILED);
                    assertThat(digest.failure().orElseThrow().message()).contains("member-1");
                });
    }

    @Test
    void apiServerThatIsAwayForHalfAMinuteCostsNoVisit(Lab lab) throws SuiteFormatException {
        lab.applyText(FAULTED).orFail();
        awaitRunning(lab, 1);
        PodContainer server = PodContainer.firstOf(lab.client()
                .pods()
                .inNamespace("kube-system")
                .withName("kube-apiserver-" + KindNode.controlPlane().name())
                .get());

        server.freeze();
        try {
            await().atMost(PATIENCE).pollDelay(AWAY).until(() -> true);
        } finally {
            server.thaw();
        }

        awaitOver(lab);
        assertThatNoVisitIsLostOrMadeTwice(digests(lab));
    }

    @Test
    void operatorThatIsKilledInEachRoundCostsNoVisit(Lab lab) throws SuiteFormatException {
        lab.applyText(FAULTED).orFail();
        for (int visits : List.of(0, CELLS)) {
            awaitRunning(lab, visits);
            PodContainer.firstOf(lab.installation().operatorPod()).kill();
        }

        awaitOver(lab);
        assertThatNoVisitIsLostOrMadeTwice(digests(lab));
        lab.installation().replaceOperatorPod();
    }

    @Test
    void runThatTakesTheNodesMeanwhileCostsNoVisit(Lab lab) throws SuiteFormatException {
        lab.applyText(FAULTED).orFail();
        awaitRunning(lab, 0);

        lab.start("other", "members: 2, messages: 5000, messageSize: 1k, warmup: {messages: 500}");

        awaitOver(lab);
        assertThat(Lab.told(lab.waitUntilFinished("other"), ConditionType.RESULTS_COLLECTED))
                .startsWith("True AllReported");
        assertThatNoVisitIsLostOrMadeTwice(digests(lab));
    }

    /** A run that is measuring after that many visits. */
    private static BenchmarkRun awaitRunning(Lab lab, int visits) {
        awaitSuite(
                lab,
                suite -> suite.getStatus().visits() != null
                        && suite.getStatus().visits().done() >= visits);
        return await("a visit that is under way")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> lab
                                .client()
                                .resources(BenchmarkRun.class)
                                .withLabel("jgbench.io/suite", "faulted")
                                .list()
                                .getItems()
                                .stream()
                                .filter(run -> run.isTrue(ConditionType.STARTED) && !run.isTrue(ConditionType.FINISHED))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static void awaitOver(Lab lab) {
        awaitSuite(lab, suite -> suite.isTrue(SuiteConditionType.FINISHED));
    }

    private static void awaitSuite(Lab lab, Predicate<BenchmarkSuite> expected) {
        await("suite faulted")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .until(
                        () -> lab.client()
                                .resources(BenchmarkSuite.class)
                                .withName("faulted")
                                .require(),
                        suite -> suite.getStatus() != null && expected.test(suite));
    }

    /** On a busy machine an attempt may be not valid, which is no fault of the suite. */
    private static void assertThatNoVisitIsLostOrMadeTwice(List<VisitDigest> digests) {
        for (int cell = 0; cell < CELLS; cell++) {
            for (int round = 1; round <= ROUNDS; round++) {
                assertThatAttemptsAreWhole(cell, round, digests);
            }
        }
    }

    private static void assertThatAttemptsAreWhole(int cell, int round, List<VisitDigest> digests) {
        List<VisitDigest> attempts = digests.stream()
                .filter(digest ->
                        digest.visit().cell() == cell && digest.visit().round() == round)
                .toList();
        Set<Integer> numbers = new HashSet<>();
        attempts.forEach(digest -> numbers.add(digest.visit().attempt()));
        assertThat(attempts).as("cell %d in round %d", cell, round).isNotEmpty();
        assertThat(numbers).as("attempts of cell %d in round %d", cell, round).hasSize(attempts.size());
        assertThat(attempts)
                .as("attempts before the last one gave no valid figures")
                .filteredOn(digest -> digest.visit().attempt() < attempts.size())
                .noneMatch(digest -> digest.outcome() == VisitOutcome.VALID);
    }

    private static List<VisitDigest> digests(Lab lab) throws SuiteFormatException {
        List<VisitDigest> digests = new ArrayList<>();
        for (ConfigMap map : lab.client()
                .configMaps()
                .withLabel("jgbench.io/suite", "faulted")
                .withLabel("jgbench.io/content", "digests")
                .list()
                .getItems()) {
            for (var entry : map.getBinaryData().entrySet()) {
                digests.add(CompressedDigest.read(Base64.getDecoder().decode(entry.getValue()), entry.getKey()));
            }
        }
        return digests;
    }
}
