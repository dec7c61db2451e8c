package io.jgbench.report;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a run was asked for: all that it takes to do it again.
 *
 * @param command what is typed
 * @param yaml the run file, with what the command line changed in it
 */
public record RunDeclaration(String command, String yaml) {
    /** What the run file is called beside a result. */
    public static final String FILE_NAME = "run.yaml";

    private static final String COMMENT = "# ";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+-]+");

    /** Refuses nulls and a command of several lines. */
    public RunDeclaration {
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(yaml, "yaml");
        if (command.lines().count() != 1) {
            throw new IllegalArgumentException("a command must be one line, got: " + command);
        }
    }

    /**
     * That of a run on this machine.
     *
     * @param name the run's name
     * @param spec what was declared, with what the command line changed
     * @param options the options of the command line that the file cannot hold; may be empty
     */
    public static RunDeclaration of(String name, BenchmarkRunSpec spec, List<String> options) {
        String command = Stream.concat(Stream.of("./jgbench", "run", FILE_NAME), options.stream())
                .map(RunDeclaration::quoted)
                .collect(Collectors.joining(" "));
        return new RunDeclaration(command, RunDocument.write(RunDocument.yaml(), new Declared(name, spec)));
    }

    /** As a shell takes it for one word. */
    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** The run file with the command as its first line. */
    public String fileText() {
        return COMMENT + command + "\n" + yaml;
    }

    /** Reads what {@link #fileText} wrote; empty where the first line is no command. */
    public static Optional<RunDeclaration> ofFileText(String text) {
        int end = text.indexOf('\n');
        return text.startsWith(COMMENT) && end > COMMENT.length()
                ? Optional.of(new RunDeclaration(text.substring(COMMENT.length(), end), text.substring(end + 1)))
                : Optional.empty();
    }

    private record Declared(String apiVersion, String kind, RunDocument.Metadata metadata, BenchmarkRunSpec spec) {

        Declared(String name, BenchmarkRunSpec spec) {
            this(
                    BenchmarkRun.GROUP + "/" + BenchmarkRun.VERSION,
                    BenchmarkRun.KIND,
                    new RunDocument.Metadata(name),
                    spec);
        }
    }
}
