package io.jgbench.report.stored;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a run or a suite was asked for: all that it takes to do it again.
 *
 * @param command what is typed
 * @param yaml the file of the run or the suite, with what the command line changed in it
 */
public record RunDeclaration(String command, String yaml) {
    /** What the run file is called beside a result. */
    public static final String FILE_NAME = "run.yaml";

    /** What the suite file is called beside its results. */
    public static final String SUITE_FILE_NAME = "suite.yaml";

    private static final String COMMENT = "# ";
    private static final String JGBENCH = "./jgbench";
    private static final List<String> KUBECTL_APPLY = List.of("kubectl", "apply");

    /** Files of users begin with a comment as well. */
    private static final Pattern COMMAND_LINE = Pattern.compile(
            COMMENT + "((?:" + Pattern.quote(JGBENCH) + "|" + String.join(" ", KUBECTL_APPLY) + ") .+)\\R");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+-]+");

    /** What ends a line, and what a terminal acts on. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

    private static final Pattern TO_ESCAPE = Pattern.compile(CONTROL.pattern() + "|[\\\\']");
    private static final HexFormat HEX = HexFormat.of().withPrefix("\\x");

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
        return new RunDeclaration(command(List.of("run", FILE_NAME), options), yaml(BenchmarkRun.KIND, name, spec));
    }

    /**
     * That of a suite on this machine.
     *
     * @param name the suite's name
     * @param spec what was declared: its spec, or the same as it was stored
     * @param options the options of the command line that the file cannot hold; may be empty
     */
    public static RunDeclaration ofSuite(String name, Object spec, List<String> options) {
        return new RunDeclaration(
                command(List.of("suite", SUITE_FILE_NAME, "--results", "results"), options),
                yaml(BenchmarkSuite.KIND, name, spec));
    }

    /**
     * That of two arms of a run, which are measured as a suite: the file is that of the run.
     *
     * @param name the suite's name, which is that of the run or the beginning of it
     * @param spec what was declared
     * @param options the options of the command line
     */
    public static RunDeclaration ofComparison(String name, BenchmarkRunSpec spec, List<String> options) {
        return new RunDeclaration(
                command(List.of("compare", SUITE_FILE_NAME, "--results", "results"), options),
                yaml(BenchmarkRun.KIND, name, spec));
    }

    /**
     * That of a run on a cluster.
     *
     * @param name the run's name
     * @param spec its spec as the cluster has it
     * @param namespace the run's namespace
     */
    public static RunDeclaration ofClusterRun(String name, BenchmarkRunSpec spec, String namespace) {
        return new RunDeclaration(applied(FILE_NAME, namespace), yaml(BenchmarkRun.KIND, name, spec));
    }

    /**
     * That of a suite on a cluster.
     *
     * @param name the suite's name
     * @param spec its spec as the cluster has it
     * @param namespace the suite's namespace
     */
    public static RunDeclaration ofClusterSuite(String name, Object spec, String namespace) {
        return new RunDeclaration(applied(SUITE_FILE_NAME, namespace), yaml(BenchmarkSuite.KIND, name, spec));
    }

    private static String applied(String file, String namespace) {
        return quoted(Stream.concat(KUBECTL_APPLY.stream(), Stream.of("-f", file, "-n", namespace)));
    }

    /**
     * A command of jgbench as a shell takes it.
     *
     * @param words the command's name and what stands behind it
     * @param options more of it; may be empty
     */
    public static String command(List<String> words, List<String> options) {
        return quoted(
                Stream.of(Stream.of(JGBENCH), words.stream(), options.stream()).flatMap(Function.identity()));
    }

    private static String quoted(Stream<String> words) {
        return words.map(RunDeclaration::quoted).collect(Collectors.joining(" "));
    }

    private static String yaml(String kind, String name, Object spec) {
        return RunDocument.write(
                RunDocument.yaml(),
                new Declared(
                        BenchmarkRun.GROUP + "/" + BenchmarkRun.VERSION, kind, new RunDocument.Metadata(name), spec));
    }

    /** As a shell takes it for one word. */
    private static String quoted(String word) {
        if (PLAIN.matcher(word).matches()) {
            return word;
        }
        return CONTROL.matcher(word).find() ? escaped(word) : "'" + word.replace("'", "'\\''") + "'";
    }

    /** In one line, as Bash and Zsh read it; a plain {@code sh} may not. */
    private static String escaped(String word) {
        Matcher characters = TO_ESCAPE.matcher(word);
        return "$'" + characters.replaceAll(each -> Matcher.quoteReplacement(escape(each.group()))) + "'";
    }

    private static String escape(String character) {
        return switch (character) {
            case "\\" -> "\\\\";
            case "'" -> "\\'";
            case "\n" -> "\\n";
            case "\r" -> "\\r";
            case "\t" -> "\\t";
            // byte by byte, which a shell reads alike in every locale
            default -> HEX.formatHex(character.getBytes(StandardCharsets.UTF_8));
        };
    }

    /** The run file with the command as its first line. */
    public String fileText() {
        return COMMENT + command + "\n" + yaml;
    }

    /**
     * Reads what {@link #fileText} wrote; empty where the first line is no such command, or the file is of another run
     * or suite.
     *
     * @param name of the run or the suite beside whose result the file lies
     */
    public static Optional<RunDeclaration> ofFileText(String text, String name) {
        Matcher command = COMMAND_LINE.matcher(text);
        return command.lookingAt() && name(text).equals(Optional.of(name))
                ? Optional.of(new RunDeclaration(command.group(1), text.substring(command.end())))
                : Optional.empty();
    }

    /** Empty where it has none, or is no YAML. */
    private static Optional<String> name(String text) {
        try {
            return Optional.ofNullable(RunDocument.yaml()
                    .readTree(text)
                    .path("metadata")
                    .path("name")
                    .asText(null));
        } catch (JsonProcessingException _) {
            return Optional.empty(); // a file of anybody's
        }
    }

    private record Declared(String apiVersion, String kind, RunDocument.Metadata metadata, Object spec) {}
}
