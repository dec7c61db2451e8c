package io.jgbench.runfile;

import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** A suite's file: a {@link BenchmarkSuite} in YAML, and where in the file each of its fields stands. */
public final class SuiteFile {
    private final String name;
    private final SuiteFileContent document;
    private final FieldLines lines;

    private SuiteFile(String name, SuiteFileContent document, FieldLines lines) {
        this.name = name;
        this.document = document;
        this.lines = lines;
    }

    /**
     * Reads a file.
     *
     * @throws RunFileException if it cannot be read or does not hold a suite
     */
    public static SuiteFile read(Path file) throws RunFileException {
        YamlText text = YamlText.read(file, FileKind.SUITE);
        Node root = text.compose();
        var problems = new Problems(text.name());
        RunFileContent.checkKind(root, FileKind.SUITE, problems);
        problems.throwIfAny();
        var reader = new ObjectReader(problems);
        Optional<SuiteFileContent> document = reader.read(root, SuiteFileContent.class);
        problems.throwIfAny();
        return new SuiteFile(text.name(), document.orElseThrow(), new FieldLines(reader.lines()));
    }

    /** The suite's name. */
    public String suite() {
        return document.metadata().name();
    }

    /** The suite as the file declares it; what it does not say is null. */
    public BenchmarkSuiteSpec declared() {
        return document.spec();
    }

    /**
     * Resolves the suite and all its cells. The template has to be valid before axes vary it, too, as an API server
     * demands it: the same file runs on one machine and on a cluster.
     *
     * @throws RunFileException if something in it cannot be run; with the line of each
     */
    public SuiteSpec resolve(SuiteResolver resolver) throws RunFileException {
        try {
            SuiteSpec spec = resolver.resolve(suite(), declared());
            List<SpecProblem> problems =
                    SuiteResolver.templateProblems(suite(), declared().template());
            if (!problems.isEmpty()) {
                throw new InvalidSpecException(problems);
            }
            return spec;
        } catch (InvalidSpecException e) {
            throw new RunFileException(e.problems().stream()
                    .map(problem -> name + ":" + lines.of(problem.path()) + ": " + problem.sentence())
                    .toList());
        }
    }
}
