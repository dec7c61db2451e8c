package io.jgbench.e2e.faults;

import static org.awaitility.Awaitility.await;

import io.jgbench.e2e.Command;
import io.jgbench.e2e.KindNode;
import java.time.Duration;

/**
 * An admission policy by which the API server denies, to everybody, what is written of one run: its pods and its
 * ConfigMaps, made or changed, and its status. It denies neither to delete them nor what kubelets say of pods.
 *
 * <p>API servers look for new policies about once a second, and some stages last no longer. So the policy is there
 * before the run, and holds in a namespace with a label, which is seen at once.
 *
 * @param run its name
 * @param namespace where it is
 * @param kubectl an administrator's
 */
record RefusedWrites(String run, String namespace, Kubectl kubectl) {
    private static final String LABEL = "jgbench.test/fault";

    /** The run's name follows. */
    private static final String REFUSES = "jgbench.test/refuses-";

    private static final String KINDS = "validatingadmissionpolicybindings,validatingadmissionpolicies";

    private static final Duration TAKES_EFFECT_WITHIN = Duration.ofMinutes(1);

    private static final Duration LOOK = Duration.ofMillis(200);

    /** Runs kubectl. */
    @FunctionalInterface
    interface Kubectl {
        /** It reads the input to its end. */
        Command.Output run(String input, String... arguments);
    }

    /** By the cluster's own kubectl. */
    RefusedWrites(String run, String namespace) {
        this(run, namespace, KindNode::kubectl);
    }

    /**
     * Makes the policy, which denies nothing yet. A round that was killed has left the label on the namespace, which
     * outlives the chart; with it the policy would deny at once.
     */
    void prepare() {
        unlabel();
        kubectl.run(yaml(), "apply", "--filename", "-").orFail();
    }

    /** Takes the policy away. */
    void remove() {
        kubectl.run("", "delete", KINDS, policy(), "--ignore-not-found").orFail();
    }

    /** Returns once the API server refuses; {@link #end} has to be called also where this fails. */
    void begin() {
        kubectl.run("", "label", "namespace", namespace, REFUSES + run + "=planted", "--overwrite")
                .orFail();
        await("that the API server refuses what is written of " + run)
                .atMost(TAKES_EFFECT_WITHIN)
                .pollInterval(LOOK)
                .until(() -> tried().text().contains("denied request"));
    }

    /** Returns once the API server takes it again. */
    void end() {
        unlabel();
        await("that the API server takes what is written of " + run)
                .atMost(TAKES_EFFECT_WITHIN)
                .pollInterval(LOOK)
                .until(() -> tried().status() == 0);
    }

    private void unlabel() {
        kubectl.run("", "label", "namespace", namespace, REFUSES + run + "-").orFail();
    }

    /** Nobody stores it. */
    private Command.Output tried() {
        return kubectl.run(
                """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: %1$s-tried, labels: {jgbench.io/run: %1$s}}
            """.formatted(run), "create", "--dry-run=server", "--namespace", namespace, "--filename", "-");
    }

    /** The policy and its binding. */
    String yaml() {
        return """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: %1$s, labels: {jgbench.test/fault: writes-refused}}
            spec:
              failurePolicy: Fail
              matchConstraints:
                resourceRules:
                - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods, configmaps]}
                - {apiGroups: [jgbench.io], apiVersions: [v1alpha1], operations: [UPDATE],
                   resources: [benchmarkruns/status]}
              validations:
              - expression: >-
                  request.name != '%2$s' && !(has(object.metadata.labels)
                  && 'jgbench.io/run' in object.metadata.labels && object.metadata.labels['jgbench.io/run'] == '%2$s')
                message: a round of faults has the API server refuse this
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: %1$s, labels: {jgbench.test/fault: writes-refused}}
            spec:
              policyName: %1$s
              validationActions: [Deny]
              matchResources:
                namespaceSelector: {matchLabels: {%3$s: planted}}
            """.formatted(policy(), run, REFUSES + run);
    }

    private String policy() {
        return "jgbench-test-refuses-" + run;
    }

    /** Takes away what rounds have left that were killed: it could strike the runs of these names again. */
    static void removeAll() {
        KindNode.kubectl("", "delete", KINDS, "--selector", LABEL, "--ignore-not-found")
                .orFail();
    }
}
