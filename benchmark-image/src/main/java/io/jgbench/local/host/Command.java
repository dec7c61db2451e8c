package io.jgbench.local.host;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Runs a tool to its end. */
final class Command {

    private Command() {}

    /**
     * Runs it and gives what it wrote to its standard output.
     *
     * @throws IOException if it cannot be started or fails, with what it said
     */
    static String run(List<String> command, String input) throws IOException {
        var process = new ProcessBuilder(command).start();
        var errors = CompletableFuture.supplyAsync(() -> readAll(process.errorReader(StandardCharsets.UTF_8)));
        var output = CompletableFuture.supplyAsync(() -> readAll(process.inputReader(StandardCharsets.UTF_8)));
        try (var stdin = process.outputWriter(StandardCharsets.UTF_8)) {
            stdin.write(input);
        } catch (IOException e) {
            // it ended without reading all; its exit code and what it said tell why
            errors = errors.thenApply(said -> said + e.getMessage());
        }
        int code = process.onExit().join().exitValue();
        if (code != 0) {
            throw new IOException("\"" + String.join(" ", command) + "\" failed (" + new ProcessExit(code) + "): "
                    + oneLine(errors.join()));
        }
        return output.join();
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
