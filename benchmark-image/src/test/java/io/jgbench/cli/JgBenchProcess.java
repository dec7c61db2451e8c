package io.jgbench.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The command line in a JVM of its own, started as the launcher starts it. It is marked by its environment, which all
 * that it starts inherits.
 */
public final class JgBenchProcess implements AutoCloseable {
    private static final String MARK = "JGBENCH_TEST_MARK";
    private static final long DEADLINE_SECONDS = 120;

    private final String mark;
    private final Process process;
    private final Path output;

    private JgBenchProcess(String mark, Process process, Path output) {
        this.mark = mark;
        this.process = process;
        this.output = output;
    }

    /** What it left when it had ended. */
    public record Ended(int status, String out, List<String> errors) {}

    /**
     * Starts it.
     *
     * @param folder its temporary folder, which also takes its output
     * @param wrapper a command that starts another one; may be empty
     */
    public static JgBenchProcess start(Path folder, List<String> wrapper, List<String> arguments) throws IOException {
        var command = new ArrayList<>(wrapper);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx128m"));
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.jgbench.cli.JgBench"));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command);
        String mark = "mark-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        builder.environment().put(MARK, mark);
        Path output = folder.resolve("out.txt");
        return new JgBenchProcess(mark, builder.redirectOutput(output.toFile()).start(), output);
    }

    /** Runs it to its end. */
    public static Ended run(Path folder, List<String> wrapper, List<String> arguments)
            throws IOException, InterruptedException {
        try (var started = start(folder, wrapper, arguments)) {
            return started.await();
        }
    }

    private Ended await() throws IOException, InterruptedException {
        List<String> errors = errors().lines().toList();
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the command does not end; it said: " + errors);
        }
        return new Ended(process.exitValue(), Files.readString(output), errors);
    }

    /** Reads its errors up to a line that begins so; what is said after it is not read. */
    public void awaitError(String beginning) {
        var said = new ArrayList<String>();
        boolean found = errors().lines().peek(said::add).anyMatch(line -> line.startsWith(beginning));
        if (!found) {
            throw new IllegalStateException("it ended without '" + beginning + "' and said: " + said);
        }
    }

    /** Sends it alone the signal of Ctrl-C; returns when it has ended, with what it printed but for its errors. */
    public Ended interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        return await();
    }

    private BufferedReader errors() {
        return new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    }

    /** Kills it with SIGKILL; returns when it is gone. */
    public void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** The living processes that it started itself: the members of a run. */
    public List<Long> children() {
        return process.children().map(ProcessHandle::pid).toList();
    }

    /** It and all living processes that it started, or that these did. */
    public List<Long> pids() {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.filter(entry -> entry.getFileName().toString().matches("\\d+"))
                    .filter(entry -> environment(entry).contains(MARK + "=" + mark + "\0"))
                    .map(entry -> Long.parseLong(entry.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String environment(Path process) {
        try {
            return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // it has ended, or belongs to somebody else
            return "";
        }
    }

    @Override
    public void close() {
        pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        process.destroyForcibly();
    }
}
