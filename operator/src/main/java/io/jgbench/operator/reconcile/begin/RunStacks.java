package io.jgbench.operator.reconcile.begin;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.RunSpecBuilder;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.operator.kubernetes.ConfigMapEntry;
import io.jgbench.operator.kubernetes.LeftOutTexts;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.WholeSpecs;
import io.jgbench.operator.plan.StackTexts;
import java.net.HttpURLConnection;
import java.util.Optional;

/**
 * The stacks of runs that wait. Thousands may, so that no text of a stack is kept meanwhile: it is read when the run is
 * resolved, and again when the run begins.
 */
public final class RunStacks {
    private final KubernetesClient client;
    private final WholeSpecs specs;

    /** A run that begins has its Leases, and does not wait until others are resolved. */
    private final WholeSpecs ofBeginning;

    /** Read through this client. */
    public RunStacks(KubernetesClient client) {
        this.client = client;
        this.specs = new WholeSpecs(client);
        this.ofBeginning = new WholeSpecs(client);
    }

    /** What a run declares, with the text of a stack that stands in it. */
    BenchmarkRunSpec declared(BenchmarkRun run) {
        return specs.read(run);
    }

    /** The ConfigMap that a run's stack is in, where it is in one. */
    static Optional<ConfigMapKeyRef> configMap(BenchmarkRun run) {
        return Optional.ofNullable(run.getSpec().stack()).map(StackSource::configMapKeyRef);
    }

    /** What stands there now. */
    ConfigMapEntry entry(RunRef run, ConfigMapKeyRef ref) {
        return ConfigMapEntry.read(client, run.namespace(), ref);
    }

    /** The spec without the text of its stack, unless it is short. */
    static RunSpec withoutText(RunSpec spec) {
        return spec.transport()
                .stack()
                .map(stack -> with(spec, stack, LeftOutTexts.standIn(stack.xml())))
                .orElse(spec);
    }

    /**
     * A spec that was resolved, with the text of its stack.
     *
     * @throws KubernetesClientException if it cannot be read; a conflict, which passes, if it is another one by now or
     *     many runs begin at once
     */
    RunSpec withText(BenchmarkRun run, RunSpec resolved) {
        return resolved.transport()
                .stack()
                .filter(stack -> LeftOutTexts.isStandIn(stack.xml()))
                .map(stack -> with(resolved, stack, text(run, stack)))
                .orElse(resolved);
    }

    private static RunSpec with(RunSpec spec, Stack stack, String xml) {
        TransportSpec transport = spec.transport();
        return RunSpecBuilder.builder(spec)
                .transport(new TransportSpec(
                        transport.name(),
                        Optional.of(new Stack(stack.name(), xml, stack.window())),
                        transport.options(),
                        transport.bindPort()))
                .build();
    }

    private String text(BenchmarkRun run, Stack stack) {
        RunRef ref = RunRef.of(run);
        return found(run, stack)
                .filter(xml -> LeftOutTexts.standIn(xml).equals(stack.xml()))
                .orElseThrow(() -> new KubernetesClientException(
                        "the stack " + stack.name() + " of run " + ref.path()
                                + " was changed since the operator has read it; it is read again",
                        HttpURLConnection.HTTP_CONFLICT,
                        null));
    }

    private Optional<String> found(BenchmarkRun run, Stack stack) {
        Optional<ConfigMapKeyRef> ref = configMap(run);
        if (ref.isPresent()) {
            return entry(RunRef.of(run), ref.get()).text();
        }
        // the one that was taken where none is declared is a bundled one
        return Optional.ofNullable(ofBeginning.read(run).stack())
                .map(StackSource::inline)
                .or(() -> Optional.of(StackTexts.find(StackSource.named(stack.name()), Optional.empty())
                        .xml()));
    }
}
