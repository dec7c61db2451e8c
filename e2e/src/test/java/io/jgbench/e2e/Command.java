package io.jgbench.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program of this machine.
 *
 * @param words the program and its arguments
 * @param environment variables beside those of this process
 */
public record Command(List<String> words, Map<String, String> environment) {

    /** Copies the collections. */
    public Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /** A program and its arguments. */
    public static Command of(String... words) {
        return new Command(List.of(words), Map.of());
    }

    /** The same with an environment variable. */
    public Command with(String variable, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(variable, value);
        return new Command(words, more);
    }

    /** Runs it without input. */
    public Output run() {
        return run("");
    }

    /** Runs it; it reads the input to its end. */
    public Output run(String input) {
        try {
            ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
            builder.environment().putAll(environment);
            Process process = builder.start();
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Output(this, process.waitFor(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(String.join(" ", words), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while '" + String.join(" ", words) + "' ran", e);
        }
    }

    /**
     * What is left of a program that has ended.
     *
     * @param command what was run
     * @param status its exit status
     * @param text what it wrote to standard output and standard error
     */
    public record Output(Command command, int status, String text) {

        /**
         * What it wrote, without blanks around.
         *
         * @throws AssertionError if it failed, with what it said
         */
        public String orFail() {
            if (status != 0) {
                throw new AssertionError(
                        "'" + String.join(" ", command.words()) + "' ended with status " + status + ": " + text);
            }
            return text.strip();
        }
    }
}
