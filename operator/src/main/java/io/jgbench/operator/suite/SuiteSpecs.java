package io.jgbench.operator.suite;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.resolve.RunTimes;
import io.jgbench.coordination.resolve.SpecRules;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.operator.kubernetes.ConfigMapEntry;
import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.kubernetes.WholeSpecs;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.policy.SuiteRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Resolves suites: every cell is made and checked before anything is started. */
final class SuiteSpecs {
    private final KubernetesClient client;
    private final WholeSpecs whole;
    private final SpecRules rules;
    private final SuiteRules limits;

    /**
     * With what suites and the runs of each cell have to keep.
     *
     * @param rules of the cluster, for runs
     * @param limits of the cluster, for suites
     * @param ports that members get
     */
    SuiteSpecs(KubernetesClient client, SpecRules rules, SuiteRules limits, PortAssignment ports) {
        this.client = client;
        this.whole = new WholeSpecs(client);
        this.limits = limits;
        this.rules = (declared, resolved) -> Stream.of(
                        RunTimes.problems(resolved),
                        ports.problems(declared, resolved),
                        rules.problems(declared, resolved))
                .flatMap(List::stream)
                .toList();
    }

    /** What a suite's spec came to. */
    sealed interface Resolution {

        /** It can be run. */
        record Resolved(SuiteSpec spec) implements Resolution {}

        /** The ConfigMap of a stack is not there, or has no text; the sentence names it. */
        record StackMissing(String message) implements Resolution {}

        /** It cannot be run as it stands; a line for each thing that is wrong. */
        record Refused(String message) implements Resolution {}
    }

    /** What is to be measured, with all that it needs. */
    Resolution resolve(BenchmarkSuite suite) {
        String namespace = suite.getMetadata().getNamespace();
        Resolution resolution = resolve(suite, rules, source -> StackTexts.find(source, text(namespace, source)));
        return resolution instanceof Resolution.Resolved(var spec)
                ? refusal(spec).orElse(resolution)
                : resolution;
    }

    private Optional<Resolution> refusal(SuiteSpec spec) {
        List<SpecProblem> problems = limits.problems(spec);
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(new Resolution.Refused(
                        problems.stream().map(SpecProblem::sentence).collect(Collectors.joining("\n"))));
    }

    /**
     * The same of what was measured: it was allowed, and had its stacks, when it was measured. What the cluster allows
     * now is not asked, but for the budget of a suite that names none, and no ConfigMap of a stack is read.
     */
    Resolution measured(BenchmarkSuite suite) {
        return resolve(
                suite,
                SpecRules.NONE,
                source -> source.configMapKeyRef() == null
                        ? StackTexts.find(source, Optional.empty())
                        : Stack.ofUnknownText(StackTexts.name(source.configMapKeyRef())));
    }

    /** What was declared, with the long texts that are not kept in memory. */
    BenchmarkSuiteSpec declared(BenchmarkSuite suite) {
        return whole.read(suite);
    }

    /** Whether stacks of a suite lie in ConfigMaps, which may be removed or changed while it is under way. */
    static boolean readsConfigMaps(SuiteSpec spec) {
        return spec.cells().stream()
                .flatMap(cell -> Stream.ofNullable(cell.declared().stack()))
                .anyMatch(stack -> stack.configMapKeyRef() != null);
    }

    private Resolution resolve(BenchmarkSuite suite, SpecRules rules, Function<StackSource, Stack> stacks) {
        Optional<String> unreadable = UnreadableFields.ofSpec(suite);
        if (unreadable.isPresent()) {
            return new Resolution.Refused(UnreadableFields.refusal("suite", unreadable.get()));
        }
        Map<StackSource, Stack> found = new HashMap<>();
        var runs = new RunSpecResolver(source -> found.computeIfAbsent(source, stacks));
        try {
            return new Resolution.Resolved(limits.withBudget(
                    new SuiteResolver(runs, rules).resolve(suite.getMetadata().getName(), declared(suite))));
        } catch (InvalidSpecException e) {
            return new Resolution.Refused(e.getMessage());
        } catch (StackMissingException e) {
            return new Resolution.StackMissing(e.getMessage());
        }
    }

    private Optional<String> text(String namespace, StackSource source) {
        ConfigMapKeyRef ref = source.configMapKeyRef();
        if (ref == null) {
            return Optional.empty();
        }
        return Optional.of(
                switch (ConfigMapEntry.read(client, namespace, ref)) {
                    case ConfigMapEntry.Text(var content) -> content;
                    case ConfigMapEntry.Binary _ -> throw missing(namespace, ref, ConfigMapEntry.BINARY);
                    case ConfigMapEntry.Absent _ -> throw missing(namespace, ref, "is not there yet");
                });
    }

    private static StackMissingException missing(String namespace, ConfigMapKeyRef ref, String why) {
        return new StackMissingException("A stack is expected under key " + ref.key() + " of ConfigMap " + ref.name()
                + " in namespace " + namespace + ", and " + why + ".");
    }

    private static final class StackMissingException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StackMissingException(String message) {
            super(message);
        }
    }
}
