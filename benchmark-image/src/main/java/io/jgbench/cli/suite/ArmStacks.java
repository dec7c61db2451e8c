package io.jgbench.cli.suite;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.cli.local.RequestedRun;
import io.jgbench.transport.Stacks;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Two arms whose stacks are known. {@code stack} stands for {@code stack.name}, or is a file or an address as
 * {@code --stack} takes it: that is read once, and the arm carries the XML itself.
 *
 * @param run what both arms have in common; without a stack where an arm carries its own, as a run has one source of it
 * @param a what the first arm has in place of the file's, by path
 * @param b what the second arm has
 */
record ArmStacks(BenchmarkRunSpec run, Map<String, String> a, Map<String, String> b) {
    private static final String STACK = "stack";

    /**
     * Reads the stacks that are files.
     *
     * @param run as the run file declares it
     * @throws IllegalArgumentException if there is no such stack or it cannot be read, with one sentence
     */
    static ArmStacks read(BenchmarkRunSpec run, Map<String, String> a, Map<String, String> b) {
        boolean areNames = Stream.of(a, b)
                .flatMap(arm -> Stream.ofNullable(arm.get(STACK)))
                .allMatch(Stacks::isName);
        if (areNames) {
            return new ArmStacks(run, named(a), named(b));
        }
        Optional<StackSource> usual = Optional.ofNullable(run.stack());
        return new ArmStacks(run.withStack(null), carrying(a, usual), carrying(b, usual));
    }

    private static Map<String, String> named(Map<String, String> arm) {
        Map<String, String> paths = new TreeMap<>(arm);
        Optional.ofNullable(paths.remove(STACK)).ifPresent(name -> paths.put(STACK + ".name", name));
        return paths;
    }

    private static Map<String, String> carrying(Map<String, String> arm, Optional<StackSource> usual) {
        Map<String, String> paths = new TreeMap<>();
        Optional.ofNullable(arm.get(STACK))
                .map(given -> RequestedRun.declared(new Stacks().load(given), usual))
                .or(() -> usual)
                .ifPresent(source -> paths.putAll(paths(source)));
        paths.putAll(arm);
        paths.remove(STACK);
        return paths;
    }

    private static Map<String, String> paths(StackSource source) {
        Map<String, String> paths = new TreeMap<>();
        put(paths, "name", source.name());
        put(paths, "inline", source.inline());
        put(paths, "window", source.window());
        if (source.configMapKeyRef() != null) {
            put(paths, "configMapKeyRef.name", source.configMapKeyRef().name());
            put(paths, "configMapKeyRef.key", source.configMapKeyRef().key());
        }
        return paths;
    }

    private static void put(Map<String, String> paths, String field, Object value) {
        if (value != null) {
            paths.put(STACK + "." + field, value.toString());
        }
    }
}
