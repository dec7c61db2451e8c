package io.jgbench.e2e.faults;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.e2e.faults.plan.Ending;
import io.jgbench.e2e.faults.plan.FaultRound;
import io.jgbench.e2e.faults.plan.Stage;
import io.jgbench.e2e.operator.Lab;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;

/** Carries out one round and looks at all that has to be as before. */
final class RoundRunner {
    /** The run's own deadlines together: its active deadline, and fetching its reports. */
    private static final Duration ENDS_WITHIN = Duration.ofMinutes(5);

    /** Pods are waited for for a minute; the rest is room for a busy machine. */
    private static final Duration CLEARED_WITHIN = Duration.ofMinutes(2);

    /** A node that comes back is looked at every 30 s, and its JVM that restores it may start late. */
    private static final Duration CLEARED_AFTER_A_RESTART_WITHIN = Duration.ofMinutes(4);

    /** Hosts that are not put back by now stay as they are. */
    private static final Duration HOSTS_FOLLOW_WITHIN = Duration.ofSeconds(90);

    private static final Duration LOOK = Duration.ofMillis(200);

    private final RoundSite site;
    private final FaultRound round;
    private final FaultedRun run;
    private final FaultInjector injector;
    private final Leftovers leftovers;
    private final Evidence evidence;
    private final RoundFindings findings;

    private RoundRunner(RoundSite site, RoundFindings findings) {
        this.site = site;
        this.findings = findings;
        this.round = site.round();
        this.run = new FaultedRun(site);
        this.injector = new FaultInjector(site);
        this.leftovers = new Leftovers(site);
        this.evidence = new Evidence(site.lab(), round.run());
    }

    /**
     * Carries it out; whatever goes wrong stands in the outcome.
     *
     * @param place among the rounds that take place at once, from 0
     */
    static RoundOutcome run(Lab lab, long seed, FaultRound round, int place) {
        String begun = Instant.now().toString();
        var findings = new RoundFindings();
        try {
            new RoundRunner(RoundSite.of(lab, round, place), findings).runAndKeepEvidence();
        } catch (ConditionTimeoutException e) {
            findings.object("What was waited for did not come: " + e.getMessage());
        } catch (RuntimeException | AssertionError e) {
            findings.object("The round could not be carried out: " + e);
        }
        return RoundOutcome.of(begun, System.getProperty("jgbench.faults.build"), seed, round, findings);
    }

    private void runAndKeepEvidence() {
        try (PlantedFault _ = injector.prepare()) {
            run();
        } catch (RuntimeException | AssertionError e) {
            try {
                evidence.keep();
            } catch (RuntimeException | AssertionError unkept) {
                e.addSuppressed(unkept);
            }
            throw e;
        }
    }

    private void run() {
        Map<String, HostSnapshot> before = HostSnapshot.of(site.nodeNames());
        OperatorStart operator = OperatorStart.of(site.operator());
        run.bringToStage();
        // the moment in the stage is a part of the plan
        await().pollDelay(Duration.ofMillis(round.delayMillis())).until(() -> true);
        Set<Stage> stages = EnumSet.noneOf(Stage.class);
        run.stage().ifPresent(stages::add);
        Instant struck;
        Optional<BenchmarkRun> ended;
        try (PlantedFault _ = plant(stages)) {
            struck = Instant.now();
            run.dequeue();
            ended = isRemoved() ? run.awaitRemoval(ENDS_WITHIN) : run.awaitEnd(ENDS_WITHIN);
        }
        judgeEnding(ended, stages);
        awaitNothing("of the finished run", leftovers::ofFinishedRun);
        findings.end(told(ended), Duration.between(struck, Instant.now()));
        compareHosts(before);
        if (findings.verdict() == Verdict.FAILED) {
            evidence.keep();
        }
        run.delete();
        awaitNothing("of the deleted run", leftovers::ofDeletedRun);
        judgeOperator(operator);
    }

    private boolean isRemoved() {
        return round.fault().removesTheRun() && findings.struck().isPresent();
    }

    /** A stage may be over before the fault can strike. */
    private PlantedFault plant(Set<Stage> stages) {
        if (stages.isEmpty()) {
            return PlantedFault.OVER;
        }
        PlantedFault planted;
        try {
            planted = injector.plant();
        } catch (ConditionTimeoutException | KubernetesClientException | AssertionError e) {
            if (run.stage().filter(now -> now != Stage.CLEARING).isPresent()) {
                throw e;
            }
            findings.leaveUnplanted(e.toString());
            return PlantedFault.OVER;
        }
        findings.strike(stages.iterator().next());
        try {
            // a run that is finished by now may be so because of the fault
            untilTheApiServerAnswers(run::stage)
                    .filter(stage -> stage != Stage.CLEARING)
                    .ifPresent(stages::add);
        } catch (RuntimeException e) {
            planted.close();
            throw e;
        }
        return planted;
    }

    private static <T> T untilTheApiServerAnswers(Callable<T> question) {
        return await("an answer of the API server")
                .atMost(CLEARED_WITHIN)
                .pollInterval(LOOK)
                .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .until(question, _ -> true);
    }

    /** The fault struck somewhere between the first and the last of these stages. */
    private void judgeEnding(Optional<BenchmarkRun> ended, Set<Stage> stages) {
        Optional<Ending> ending = ended.isEmpty() ? Optional.of(Ending.DELETED) : Ending.of(ended.get());
        Set<Ending> right = EnumSet.noneOf(Ending.class);
        if (findings.verdict() == Verdict.MISSED) {
            right.add(Ending.REPORTED);
        }
        stages.forEach(stage -> right.addAll(round.fault().endings(stage)));
        if (ending.filter(right::contains).isEmpty()) {
            findings.object("Expected the run to end as one of " + right + ", found " + told(ended) + ".");
        }
        if (ended.isPresent() && ending.filter(Ending::isAboutAMember).isPresent()) {
            judgeMember(ended.get());
        }
        if (ended.isPresent() && ending.filter(Ending::hasAllReports).isPresent()) {
            judgeReports(ended.get(), ending.get());
        }
    }

    private void judgeMember(BenchmarkRun ended) {
        String expected = round.fault().strikesOneMember() ? round.victimName() : "member-";
        judgeName(expected, message(ended, ConditionType.SUCCEEDED));
    }

    private void judgeReports(BenchmarkRun ended, Ending ending) {
        Counts.objections(ended.getStatus(), FaultRound.MEMBERS, ending != Ending.REPORTED_UNSTORED)
                .forEach(findings::object);
        if (ending == Ending.REPORTED_UNTUNED) {
            judgeName("Node " + victimNode() + ":", message(ended, ConditionType.TUNING_VERIFIED));
        }
    }

    private void judgeName(String expected, String message) {
        if (!message.contains(expected)) {
            findings.object("Expected " + expected + " to be named, found: " + message);
        }
    }

    private String victimNode() {
        return site.victim().getMetadata().getName();
    }

    private void compareHosts(Map<String, HostSnapshot> before) {
        Set<String> restarted = round.fault().nodeBootsAgain() ? Set.of(victimNode()) : Set.of();
        List<String> changed = HostSnapshot.differences(before, restarted);
        if (changed.isEmpty()) {
            findings.compare(RoundOutcome.Hosts.AS_BEFORE);
            return;
        }
        boolean follow = isTrueWithin(
                HOSTS_FOLLOW_WITHIN,
                () -> HostSnapshot.differences(before, restarted).isEmpty());
        findings.compare(follow ? RoundOutcome.Hosts.LATE : RoundOutcome.Hosts.CHANGED);
        findings.object("When the run's nodes were free, these were not as before"
                + (follow ? " (and were later): " : ": ") + String.join("; ", changed));
    }

    private void judgeOperator(OperatorStart before) {
        if (round.fault().mayEndTheOperator()) {
            // the kubelet lets one that dies often wait
            site.lab().installation().replaceOperatorPod();
            return;
        }
        OperatorStart now = OperatorStart.of(site.lab().installation().operatorPod());
        if (!now.equals(before)) {
            findings.object("The operator was restarted: expected " + before + ", found " + now + ".");
        }
    }

    private void awaitNothing(String what, Callable<List<String>> left) {
        Duration limit = round.fault().nodeBootsAgain() ? CLEARED_AFTER_A_RESTART_WITHIN : CLEARED_WITHIN;
        boolean isNothing = isTrueWithin(limit, () -> left.call().isEmpty());
        if (!isNothing) {
            findings.object("This is left " + what + ": " + String.join(", ", untilTheApiServerAnswers(left)) + ".");
        }
    }

    private static boolean isTrueWithin(Duration limit, Callable<Boolean> condition) {
        try {
            await().atMost(limit)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(LOOK)
                    .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                    .until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private static String told(Optional<BenchmarkRun> ended) {
        return ended.map(run ->
                        Ending.of(run).map(Ending::name).orElse("other") + ": " + message(run, ConditionType.SUCCEEDED))
                .orElse(Ending.DELETED.name());
    }

    private static String message(BenchmarkRun run, ConditionType type) {
        return run.condition(type).map(StatusCondition::message).orElse("");
    }

    /**
     * Which process the operator is.
     *
     * @param pod the uid of its pod
     * @param restarts of its container
     */
    private record OperatorStart(String pod, int restarts) {
        static OperatorStart of(Pod pod) {
            return new OperatorStart(
                    pod.getMetadata().getUid(),
                    pod.getStatus().getContainerStatuses().getFirst().getRestartCount());
        }
    }
}
