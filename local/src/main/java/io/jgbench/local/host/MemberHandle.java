package io.jgbench.local.host;

import io.jgbench.coordination.protocol.ControlPortLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The process of one member, seen from its parent. It is bound to this one: its standard input stays open as long as
 * this process lives, and its end tells the member to exit.
 */
public final class MemberHandle implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(2);

    private final String name;
    private final Process process;
    private final CompletableFuture<ProcessExit> exit;
    private final CompletableFuture<Integer> controlPort = new CompletableFuture<>();
    private final CompletableFuture<Void> stdoutEnd = new CompletableFuture<>();
    private final CompletableFuture<Void> stderrEnd = new CompletableFuture<>();
    private final CompletableFuture<Void> lastWords;
    private final LastLines lastLines = new LastLines();

    private MemberHandle(String name, Process process) {
        this.name = name;
        this.process = process;
        this.exit = process.onExit().thenApply(ended -> new ProcessExit(ended.exitValue()));
        this.lastWords = exit.thenCompose(_ -> CompletableFuture.allOf(stdoutEnd, stderrEnd)
                .completeOnTimeout(null, GRACE.toNanos(), TimeUnit.NANOSECONDS));
    }

    static MemberHandle start(String name, List<String> command, String config) throws IOException {
        if (config.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("the configuration of " + name + " must be one line");
        }
        var member = new MemberHandle(name, new ProcessBuilder(command).start());
        member.readOutputs();
        member.configure(config);
        return member;
    }

    /** The name of the host that it runs on. */
    public String name() {
        return name;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /**
     * The port of its control server, once it has told it. Fails with an {@link IOException} that says how the process
     * ended, and what it said last, if it ends before.
     */
    public CompletableFuture<Integer> controlPort() {
        return controlPort.copy();
    }

    /** Completes at once when the process has ended, with how it did. */
    public CompletableFuture<ProcessExit> exit() {
        return exit.copy();
    }

    /**
     * Completes when the process has ended and all that it wrote is among its last lines; {@code 2 s} after its end in
     * any case, as a program that it started may hold its output open.
     */
    public CompletableFuture<Void> lastWords() {
        return lastWords.copy();
    }

    /** The last lines that it wrote, for messages; bounded. */
    public List<String> lastLines() {
        return lastLines.toList();
    }

    /** Ends the process: politely first, by force after {@code 2 s}. Returns when it is gone. */
    @Override
    public void close() {
        terminate();
        awaitEnd(endOfGrace());
    }

    /** Until when a process that is asked to end now has time for it, on the clock of {@link System#nanoTime}. */
    static long endOfGrace() {
        return System.nanoTime() + GRACE.toNanos();
    }

    /** Asks it to end and returns. */
    void terminate() {
        // unlike the process itself its handle leaves the pipes open, so that its last words are still read
        process.toHandle().destroy();
    }

    /**
     * Waits until it has ended; kills it when that takes too long.
     *
     * @param deadlineNanos when it is killed, on the clock of {@link System#nanoTime}
     */
    void awaitEnd(long deadlineNanos) {
        boolean interrupted = false;
        while (process.isAlive()) {
            long leftNanos = deadlineNanos - System.nanoTime();
            if (leftNanos <= 0) {
                process.toHandle().destroyForcibly();
            }
            try {
                process.waitFor(leftNanos > 0 ? leftNanos : GRACE.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
                process.toHandle().destroyForcibly();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void configure(String config) {
        try {
            var stdin = process.getOutputStream();
            stdin.write((config + "\n").getBytes(StandardCharsets.UTF_8));
            stdin.flush();
        } catch (IOException e) {
            // it has died already: controlPort tells how, which this exception does not
            lastLines.add("its configuration could not be written: " + e.getMessage());
        }
    }

    private void readOutputs() {
        reader("stderr", process.getErrorStream(), lastLines::add, stderrEnd);
        reader("stdout", process.getInputStream(), this::stdoutLine, stdoutEnd);
        var _ = lastWords.thenRun(this::endedWithoutPort);
    }

    private void stdoutLine(String line) {
        var told = ControlPortLine.read(line);
        // the JVM may write warnings before, also to the standard output
        if (!controlPort.isDone() && told.isPresent()) {
            controlPort.complete(told.getAsInt());
        } else {
            lastLines.add(line);
        }
    }

    private void endedWithoutPort() {
        var how = exit.join();
        var said = lastLines.toList();
        controlPort.completeExceptionally(new IOException(name + " ended before its control server stood (" + how + ")"
                + (said.isEmpty() ? "" : ": " + String.join(" | ", said))));
    }

    private void reader(String output, InputStream stream, Consumer<String> lines, CompletableFuture<Void> end) {
        Thread.ofPlatform().daemon().name(name + "-" + output).start(() -> {
            try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.accept(line);
                }
            } catch (IOException e) {
                lines.accept(output + " could not be read: " + e.getMessage());
            }
            end.complete(null);
        });
    }
}
