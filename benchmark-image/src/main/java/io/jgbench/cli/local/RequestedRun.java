package io.jgbench.cli.local;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.cli.exit.BadInputException;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.runfile.IgnoredSettings;
import io.jgbench.runfile.RunFile;
import io.jgbench.runfile.RunFileException;
import io.jgbench.transport.Stacks;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the user asks for: the run file with what the command line changes.
 *
 * @param declared the run as the file declares it, with what the command line changes
 * @param spec the run, resolved
 * @param notApplied what the file asks for and a local run does not do, one sentence each
 */
public record RequestedRun(BenchmarkRunSpec declared, RunSpec spec, List<String> notApplied) {

    /**
     * Reads and resolves it.
     *
     * @param stack in place of the file's
     * @param repetitions in place of the file's
     * @throws BadInputException if it cannot be read or run, with one sentence
     */
    public static RequestedRun read(Path file, Optional<String> stack, Optional<Integer> repetitions)
            throws BadInputException {
        try {
            RunFile runFile = RunFile.read(file);
            BenchmarkRun run = runFile.run();
            Optional<Stack> given = stack.map(new Stacks()::load);
            Map<String, String> changes = new HashMap<>();
            if (given.isPresent()) {
                run.setSpec(run.getSpec()
                        .withStack(declared(
                                given.get(), Optional.ofNullable(run.getSpec().stack()))));
                changes.put("spec.stack", "--stack");
            }
            repetitions.ifPresent(number -> {
                run.setSpec(run.getSpec().withRepetitions(number));
                changes.put("spec.repetitions", "--repetitions");
            });
            RunSpec spec = runFile.resolve(new RunSpecResolver(stacks(given)), run, changes);
            return new RequestedRun(run.getSpec(), spec, IgnoredSettings.of(run.getSpec()));
        } catch (RunFileException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /**
     * What a file says that has the stack. One that is known by its name keeps it, as flow control goes by that; any
     * other is written out.
     *
     * @param before what the file says, of which the window stays where the other stack has one
     */
    public static StackSource declared(Stack stack, Optional<StackSource> before) {
        if (!Stacks.isName(stack.name())) {
            return StackSource.inlined(stack.xml());
        }
        Optional<ByteQuantity> window =
                before.map(StackSource::window).filter(_ -> StackSource.WITH_WINDOW.contains(stack.name()));
        return new StackSource(stack.name(), null, null, window.orElse(null));
    }

    /** Finds the stacks that a file may name on this machine. */
    public static Function<StackSource, Stack> stacks() {
        return RequestedRun::load;
    }

    private static Function<StackSource, Stack> stacks(Optional<Stack> given) {
        return source -> given.orElseGet(() -> load(source));
    }

    private static Stack load(StackSource source) {
        if (source.name() != null) {
            return new Stacks().named(source.name());
        }
        if (source.inline() != null) {
            return Stacks.inline(source.inline());
        }
        throw new IllegalArgumentException(
                "stack.configMapKeyRef needs a cluster; in a local run name a stack, write it inline or give --stack"
                        + " FILE");
    }
}
