package io.jgbench.runfile;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.resolve.RunTimes;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** A run file: a {@link BenchmarkRun} in YAML, and where in the file each of its fields stands. */
public final class RunFile {
    private final String name;
    private final BenchmarkRun run;
    private final FieldLines lines;

    private RunFile(String name, BenchmarkRun run, FieldLines lines) {
        this.name = name;
        this.run = run;
        this.lines = lines;
    }

    /**
     * Reads a file.
     *
     * @throws RunFileException if it cannot be read or does not hold a run
     */
    public static RunFile read(Path file) throws RunFileException {
        return of(YamlText.read(file, FileKind.RUN));
    }

    /**
     * Reads a stream to its end and leaves it open.
     *
     * @param in the YAML
     * @param name what messages call it
     * @throws RunFileException if it cannot be read or does not hold a run
     */
    public static RunFile read(InputStream in, String name) throws RunFileException {
        return of(YamlText.read(in, name, FileKind.RUN));
    }

    private static RunFile of(YamlText text) throws RunFileException {
        Node root = text.compose();
        var problems = new Problems(text.name());
        RunFileContent.checkKind(root, FileKind.RUN, problems);
        problems.throwIfAny();
        var reader = new ObjectReader(problems);
        Optional<RunFileContent> document = reader.read(root, RunFileContent.class);
        problems.throwIfAny();
        return new RunFile(text.name(), document.orElseThrow().run(), new FieldLines(reader.lines()));
    }

    /** The run as the file declares it; what it does not say is null. */
    public BenchmarkRun run() {
        return run;
    }

    /**
     * Resolves the run as the file declares it, to be begun now.
     *
     * @throws RunFileException if its values contradict each other or a bound, or it cannot be over in its time; with
     *     the line of each
     */
    public RunSpec resolve(RunSpecResolver resolver) throws RunFileException {
        return resolve(resolver, run, Map.of());
    }

    /**
     * Resolves a run that was made from this file's by changing some fields.
     *
     * @param options the command line's options that changed it, by the path of the field
     * @throws RunFileException if its values contradict each other or a bound, or it cannot be over in its time; with
     *     the option of each, or else its line in this file
     */
    public RunSpec resolve(RunSpecResolver resolver, BenchmarkRun changed, Map<String, String> options)
            throws RunFileException {
        try {
            RunSpec spec = resolver.resolve(changed.getMetadata().getName(), changed.getSpec());
            RunTimes.check(spec);
            return spec;
        } catch (InvalidSpecException e) {
            List<String> told = e.problems().stream()
                    .map(problem -> Optional.ofNullable(options.get(problem.path()))
                                    .orElseGet(() -> name + ":" + lines.of(problem.path()))
                            + ": " + problem.sentence())
                    .toList();
            throw new RunFileException(told);
        }
    }

    @Override
    public String toString() {
        ObjectMeta metadata = run.getMetadata();
        return name + " (" + metadata.getName() + ")";
    }
}
