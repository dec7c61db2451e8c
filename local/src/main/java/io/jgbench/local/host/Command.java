package io.jgbench.local.host;

import io.jgbench.coordination.spec.ReadableDuration;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Runs a tool to its end. */
public final class Command {
    /** No tool that is run here takes a second. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private Command() {}

    /**
     * Runs it and gives what it wrote to its standard output.
     *
     * @throws IOException if it cannot be started or fails, with what it said, takes too long or is waited for by a
     *     thread that is interrupted
     */
    public static String run(List<String> command, String input) throws IOException {
        return run(command, input, LIMIT);
    }

    static String run(List<String> command, String input, Duration limit) throws IOException {
        var process = new ProcessBuilder(command).start();
        Executor readers = readers(command.getFirst());
        var errors = CompletableFuture.supplyAsync(() -> readAll(process.errorReader(StandardCharsets.UTF_8)), readers);
        var output = CompletableFuture.supplyAsync(() -> readAll(process.inputReader(StandardCharsets.UTF_8)), readers);
        try (var stdin = process.outputWriter(StandardCharsets.UTF_8)) {
            stdin.write(input);
        } catch (IOException e) {
            // it ended without reading all; its exit code and what it said tell why
            errors = errors.thenApply(said -> said + e.getMessage());
        }
        int code = exitCode(process, command, limit);
        if (code != 0) {
            throw new IOException("\"" + String.join(" ", command) + "\" failed (" + new ProcessExit(code) + "): "
                    + oneLine(errors.join()));
        }
        return output.join();
    }

    /**
     * A thread for each output: a tool that has filled one pipe waits until that is read. On two CPUs the common pool
     * has one worker, which would read the second output after the first. A virtual thread that reads from a pipe
     * blocks its carrier, of which there is one for each CPU.
     */
    private static Executor readers(String tool) {
        return reading -> Thread.ofPlatform().daemon().name(tool + "-output").start(reading);
    }

    private static int exitCode(Process process, List<String> command, Duration limit) throws IOException {
        try {
            if (process.waitFor(limit)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw interrupted("\"" + String.join(" ", command) + "\"", e);
        }
        process.destroyForcibly();
        throw new IOException("\"" + String.join(" ", command) + "\" did not end within " + ReadableDuration.of(limit));
    }

    /** What a thread throws that was interrupted while it waited for a tool; it stays interrupted. */
    static IOException interrupted(String what, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException(what + " was interrupted", e);
    }

    static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    private static String readAll(Reader reader) {
        try (reader) {
            return reader.readAllAsString();
        } catch (IOException e) {
            return "its output could not be read: " + e.getMessage();
        }
    }
}
