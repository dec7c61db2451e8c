package io.jgbench.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A program that is used by its console. It ends with this process: one that reads its standard input, as that stays
 * open as long as this process lives, and any other one, as it is killed when this process is told to end.
 */
final class ConsoleProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final String name;
    private final Process process;
    private final Consumer<String> observer;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread killing = new Thread(this::kill);
    private final Thread reading;
    private String last = "";

    private ConsoleProcess(String name, Process process, Function<Long, Consumer<String>> observer) throws IOException {
        this.name = name;
        this.process = process;
        this.observer = observer.apply(process.pid());
        killAtShutdown();
        reading = Thread.ofPlatform().daemon().name(name + "-console").start(this::read);
    }

    private void killAtShutdown() throws IOException {
        try {
            Runtime.getRuntime().addShutdownHook(killing);
        } catch (IllegalStateException e) {
            // this process ends already, and nothing would end the other one
            kill();
            throw new IOException(name + " was ended, as jgbench was told to end when it started", e);
        }
    }

    static ConsoleProcess start(String name, List<String> command) throws IOException {
        return start(name, command, _ -> _ -> {});
    }

    /**
     * The same with somebody who is told each line as soon as it comes.
     *
     * @param observer made for the process with this id
     */
    static ConsoleProcess start(String name, List<String> command, Function<Long, Consumer<String>> observer)
            throws IOException {
        return new ConsoleProcess(
                name, new ProcessBuilder(command).redirectErrorStream(true).start(), observer);
    }

    /** Its name in what the user reads. */
    String name() {
        return name;
    }

    /** The process' id. */
    long pid() {
        return process.pid();
    }

    private void read() {
        try (var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                observer.accept(line);
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("its output could not be read: " + e.getMessage());
        }
    }

    void type(String keys) throws IOException {
        process.getOutputStream().write((keys + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /**
     * Returns the next line that is looked for, empty if it does not come in time; lines before it are passed over.
     *
     * @throws IOException if the process ends, with the last line that did come
     */
    Optional<String> awaitLine(Predicate<String> wanted, Duration timeout) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (System.nanoTime() < deadline) {
            String line = lines.poll(100, TimeUnit.MILLISECONDS);
            if (line == null && !process.isAlive() && isAllRead()) {
                checkAlive();
            }
            if (line != null && wanted.test(line)) {
                return Optional.of(line);
            }
            last = line == null || line.isBlank() ? last : line;
        }
        return Optional.empty();
    }

    /** What it printed right before its end may still be on its way. */
    private boolean isAllRead() throws InterruptedException {
        reading.join(GRACE);
        return lines.isEmpty();
    }

    /**
     * Checks that it runs.
     *
     * @throws IOException if it has ended, with the last line that was looked at
     */
    void checkAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IOException(name + " ended with exit code " + process.exitValue() + "; it printed last: " + last);
        }
    }

    /** Passes over all lines that have come so far. */
    void skipToNow() {
        lines.clear();
    }

    /** What it printed last, in words. */
    String lastLine() {
        return name + " printed last: " + last;
    }

    /** Ends it at once, without waiting for that. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE)) {
                process.destroyForcibly().waitFor(GRACE);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(killing);
        } catch (IllegalStateException _) {
            // this process ends, and the hook does what was done here
        }
    }
}
