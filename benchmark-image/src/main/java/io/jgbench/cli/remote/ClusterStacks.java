package io.jgbench.cli.remote;

import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.cli.local.RequestedRun;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.report.stored.ConfigMapEntry;
import io.jgbench.report.stored.StoredResultException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Finds the stacks of suites on a cluster; those in ConfigMaps are downloaded. */
final class ClusterStacks implements Function<StackSource, Stack> {

    private final Kubectl kubectl;
    private final Map<ConfigMapKeyRef, Stack> found = new HashMap<>();
    private final Set<String> missing = new TreeSet<>();

    ClusterStacks(Kubectl kubectl) {
        this.kubectl = kubectl;
    }

    @Override
    public Stack apply(StackSource source) {
        return source.configMapKeyRef() == null
                ? RequestedRun.stacks().apply(source)
                : found.computeIfAbsent(source.configMapKeyRef(), this::download);
    }

    /** What was measured stands, whatever became of the ConfigMap since. */
    private Stack download(ConfigMapKeyRef ref) {
        String name = ref.name() + "/" + ref.key();
        try {
            Optional<byte[]> text = ConfigMapEntry.of(kubectl.json("configmap", ref.name()), ref.key());
            if (text.isPresent()) {
                return new Stack(name, new String(text.get(), StandardCharsets.UTF_8));
            }
            missing.add("no published figure stands beside the cells of stack " + name + ": it is not there");
        } catch (IOException | StoredResultException e) {
            missing.add("no published figure stands beside the cells of stack " + name + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalArgumentException("interrupted while downloading the stack " + name, e);
        }
        return Stack.ofUnknownText(name);
    }

    /** Those that are not there, one sentence each. */
    List<String> missing() {
        return List.copyOf(missing);
    }
}
