package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.cluster.PlayedPods;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.metrics.MemberMetrics;
import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.pod.MemberSettings;
import io.jgbench.operator.pod.PodSettings;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.status.StatusDraft;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StorageSettings;
import io.jgbench.operator.time.SteadyClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run from the first look at it to its end, whose operator is killed at its first, its second, … request to the API
 * server: what it knew is gone, and the next one has what is stored.
 */
@Tag("slow")
@Tag("beside")
class OperatorKilledAtAnyRequestTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration WORKLOAD = Duration.ofMillis(100);
    private static final RunRef REF = new RunRef("lab", "run", "uid");
    private static final int MEMBERS = 2;
    private static final int MESSAGES = 1000;

    /** Many more than there are; a run that needs more goes in a circle. */
    private static final int REQUESTS_AT_MOST = 200;

    /** Where a run is, as its status says it. */
    private final Set<ConditionReason> struckIn = EnumSet.noneOf(ConditionReason.class);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nextOneBringsTheRunToItsEndAndNothingIsDoneTwice(boolean afterTheEffect) throws Exception {
        int request = 1;
        while (isStruck(request, afterTheEffect)) {
            request++;
            assertThat(request).isLessThan(REQUESTS_AT_MOST);
        }

        assertThat(request).as("requests of a run").isGreaterThan(20);
        assertThat(struckIn)
                .as("what the runs did when their operators were killed")
                .contains(
                        ConditionReason.STARTING,
                        ConditionReason.JOINING,
                        ConditionReason.ARMED,
                        ConditionReason.RUNNING,
                        ConditionReason.COLLECTING,
                        ConditionReason.PASSED);
    }

    /** To an operator that continues from a record without the end, members that are gone would be lost. */
    @Test
    void membersStayUntilTheEndOfTheirRunIsStored() throws Exception {
        try (var lab = new Lab(0)) {
            await("the workload").atMost(PATIENCE).until(() -> {
                lab.look();
                return lab.run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING);
            });
            lab.api.refuse("configmaps/" + REF.runId(), "PATCH", 403);
            lab.api.refuse("benchmarkruns/" + REF.name(), "PUT", 403);
            await("what the members measured").atMost(PATIENCE).until(() -> {
                lab.look();
                return lab.api.names("configmaps").stream().anyMatch(name -> name.contains("-1-evidence-"));
            });
            await("members that are asked again").during(Duration.ofSeconds(1)).until(() -> {
                lab.look();
                return lab.pods.ended().isEmpty();
            });

            lab.killOperator();
            lab.api.allow("configmaps/" + REF.runId());
            lab.api.allow("benchmarkruns/" + REF.name());
            await("the end of the run").atMost(PATIENCE).until(lab::comesToItsEnd);

            assertThat(lab.run.isTrue(ConditionType.VALID))
                    .as("%s", lab.run.getStatus().conditions())
                    .isTrue();
            assertThat(lab.run.getStatus().members().reported()).isEqualTo(MEMBERS);
            assertThat(lab.pods.started()).hasSize(MEMBERS);
        }
    }

    /** Whether the run had as many requests. */
    private boolean isStruck(int request, boolean afterTheEffect) throws Exception {
        try (var lab = new Lab(request)) {
            lab.api.killAt(request, afterTheEffect);
            await("the run whose operator is killed at request " + request)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(lab::comesToItsEnd);
            lab.struckIn.ifPresent(struckIn::add);

            BenchmarkRunStatus status = lab.run.getStatus();
            assertThat(lab.run.isTrue(ConditionType.VALID))
                    .as("killed at request %d: %s", request, status.conditions())
                    .isTrue();
            assertThat(status.members().reported()).isEqualTo(MEMBERS);
            assertThat(status.perMember())
                    .hasSize(MEMBERS)
                    .allSatisfy(member -> assertThat(member.messagesReceived()).isEqualTo(MEMBERS * MESSAGES));
            assertThat(lab.api.made("pods"))
                    .as("pods, killed at request %d", request)
                    .hasSize(MEMBERS)
                    .doesNotHaveDuplicates();
            assertThat(lab.pods.started()).hasSize(MEMBERS).doesNotHaveDuplicates();
            List<String> made = new ArrayList<>(lab.api.made("configmaps"));
            // what was stored of an attempt that made no pod is replaced by the next one's
            boolean isMadeAgain = lab.wasKilledBeforeThePods && Collections.frequency(made, REF.runId()) == 2;
            if (isMadeAgain) {
                made.remove(REF.runId());
            }
            assertThat(made)
                    .as("record, evidence and result, killed at request %d", request)
                    .contains(REF.runId())
                    .doesNotHaveDuplicates();
            assertThat(lab.api.names("configmaps")).doesNotContain(REF.runId());
            assertThat(lab.api.names("leases")).isEmpty();
            assertThat(lab.api.names("secrets")).isEmpty();
            return lab.isKilled;
        }
    }

    /** A run of two members on two nodes, and the operator that sees to it. */
    private static final class Lab implements AutoCloseable {
        private final FakeApiServer api = new FakeApiServer();
        private final PlayedPods pods = new PlayedPods(api.aside(), WORKLOAD);
        private final List<NodeView> nodes;
        private final EpochClock clock = EpochClock.system();
        private final Clock instants = new SteadyClock(clock);
        private final ResultArchive archive = ResultArchive.of(
                new StorageSettings.None(), new ResultStore(api.client()), ReportMemory.ofProcess(), Clock.systemUTC());
        private Session session = new Session();
        private StateSteps steps = steps();
        private BenchmarkRun run;
        private Optional<ConditionReason> struckIn = Optional.empty();
        private boolean isKilled;
        private boolean wasKilledBeforeThePods;

        Lab(int number) {
            nodes = IntStream.range(0, MEMBERS)
                    .mapToObj(node -> new NodeView(
                            "node-" + node,
                            Map.of(),
                            List.of(),
                            false,
                            Optional.of(PlayedPods.address(MEMBERS * number + node)),
                            Optional.empty()))
                    .toList();
            BenchmarkRun declared = RunYaml.parsed(REF.name(), "members: 2, messages: 1000, messageSize: 1k");
            declared.getMetadata().setNamespace(REF.namespace());
            declared.getMetadata().setUid(REF.uid());
            declared.getMetadata().setGeneration(1L);
            declared.getMetadata().setCreationTimestamp(instants.instant().toString());
            run = api.aside().resource(declared).create();
        }

        private StateSteps steps() {
            var registry = new SimpleMeterRegistry();
            return ReconcilerPartsBuilder.builder()
                    .client(api.client())
                    .leaseNamespace("operator")
                    .isWatched(_ -> true)
                    .members(new MemberSettings(
                            "lab/member:1",
                            "IfNotPresent",
                            List.of(),
                            Optional.empty(),
                            "1",
                            Optional.empty(),
                            "1Gi",
                            "@/app/cp",
                            RunPolicy.defaults(),
                            PodSettings.NONE))
                    .ports(new PortAssignment(7800, 27_800))
                    .wallClock(Clock.systemUTC())
                    .steadyClock(clock)
                    .executor(Runnable::run)
                    .runMetrics(new RunMetrics(registry))
                    .memberMetrics(new MemberMetrics(registry))
                    .archive(archive)
                    .memory(ReportMemory.ofProcess())
                    .suites(_ -> Optional.empty())
                    .budget(ResultBudget.DEFAULT)
                    .timeToLive(Optional.empty())
                    .build()
                    .steps();
        }

        /** Everybody looks once. What the API server refuses is tried again the next time. */
        void look() throws Exception {
            pods.look();
            try {
                reconcile();
            } catch (KubernetesClientException e) {
                assertThat(e.getCode()).isEqualTo(403);
            }
        }

        /** Whether nothing is left to do, after everybody has looked once. */
        boolean comesToItsEnd() throws Exception {
            pods.look();
            try {
                reconcile();
            } catch (RuntimeException e) {
                if (!api.hasBroken()) {
                    throw e;
                }
            }
            if (api.hasBroken()) {
                killOperator();
            }
            return session.state() instanceof RunState.Cleared
                    && run.hasReason(ConditionType.NODES_RESERVED, ConditionReason.RELEASED);
        }

        /** As the reconciler does it: what the steps come to is written when they have ended. */
        private void reconcile() throws Exception {
            session.become(session.state(), session.state().seeing(StatusAsRead.of(run)));
            var view = new RunView(
                    run,
                    REF,
                    session,
                    api.aside().pods().list().getItems(),
                    () -> nodes,
                    () -> List.of(run),
                    instants.instant(),
                    new StatusDraft(run.getStatus(), 1, instants.instant()));
            view.draft().runId(REF.runId());
            steps.take(view);
            BenchmarkRunStatus status = view.draft().build();
            if (!status.equals(run.getStatus())) {
                BenchmarkRun written = RunYaml.parsed(REF.name(), "members: 2, messages: 1000, messageSize: 1k");
                written.setMetadata(run.getMetadata());
                written.setStatus(status);
                run = api.client().resource(written).update();
            }
        }

        /** The next one finds what is stored. */
        private void killOperator() {
            isKilled = true;
            wasKilledBeforeThePods = api.made("pods").isEmpty();
            struckIn = run.condition(ConditionType.SUCCEEDED).flatMap(StatusCondition::knownReason);
            session.letGo();
            session = new Session();
            steps = steps();
            api.mend();
            run = api.aside().resource(run).require();
        }

        @Override
        public void close() {
            session.letGo();
            pods.close();
            archive.close();
            api.close();
        }
    }
}
