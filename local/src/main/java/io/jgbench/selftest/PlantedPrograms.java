package io.jgbench.selftest;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Programs that run beside the members: shells, each of which ends by itself when this process is gone. */
final class PlantedPrograms implements PlantedFault {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Uses all it gets of one CPU; checks now and then whether its parent lives. */
    private static final String BUSY_LOOP = """
            while kill -0 "$1" 2>/dev/null; do
              i=0
              while [ $i -lt 100000 ]; do i=$((i + 1)); done
            done
            """;

    /** Stops and continues a process. A stop that is interrupted is taken back. */
    private static final String STOPS = """
            trap 'kill -CONT "$2" 2>/dev/null; exit 0' TERM INT HUP EXIT
            while kill -0 "$1" 2>/dev/null && kill -STOP "$2" 2>/dev/null; do
              sleep "$3"
              kill -CONT "$2" 2>/dev/null || exit 0
              sleep "$4"
            done
            """;

    /** Gives a process one CPU alone and uses that as well; at the end it may use all that it might before. */
    private static final String SHARED_CPU = """
            might=$(taskset -c -p "$2" | sed 's/.*: //')
            trap 'taskset -a -c -p "$might" "$2" >/dev/null 2>&1; exit 0' TERM INT HUP
            taskset -a -c -p "$3" "$2" >/dev/null && taskset -c -p "$3" $$ >/dev/null || exit 1
            while kill -0 "$1" 2>/dev/null; do
              i=0
              while [ $i -lt 10000 ]; do i=$((i + 1)); done
            done
            """;

    private final Supplier<List<List<String>>> commands;
    private final List<Process> running = new ArrayList<>();

    private PlantedPrograms(Supplier<List<List<String>>> commands) {
        this.commands = commands;
    }

    static PlantedPrograms busyLoops(int programs) {
        return new PlantedPrograms(() -> Collections.nCopies(programs, shell(BUSY_LOOP, List.of())));
    }

    /**
     * Stops processes.
     *
     * @param pids those that live when it is planted
     */
    static PlantedPrograms stops(Planting.Stops stops, Supplier<List<Long>> pids) {
        return new PlantedPrograms(() -> pids.get().stream()
                .map(pid ->
                        shell(STOPS, List.of(Long.toString(pid), seconds(stops.standing()), seconds(stops.running()))))
                .toList());
    }

    /**
     * Has a process share one CPU with a busy program.
     *
     * @param cpu its number
     * @param pids those that live when it is planted
     */
    static PlantedPrograms sharedCpu(String cpu, Supplier<List<Long>> pids) {
        return new PlantedPrograms(() -> pids.get().stream()
                .map(pid -> shell(SHARED_CPU, List.of(Long.toString(pid), cpu)))
                .toList());
    }

    @Override
    public void plant() throws IOException {
        for (var command : commands.get()) {
            running.add(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        }
    }

    /** A program that failed before was no fault. */
    @Override
    public void remove() throws IOException {
        OptionalInt failed = running.stream()
                .filter(program -> !program.isAlive())
                .mapToInt(Process::exitValue)
                .filter(status -> status != 0)
                .findFirst();
        running.forEach(Process::destroy);
        for (var program : running) {
            end(program);
        }
        running.clear();
        if (failed.isPresent()) {
            throw new IOException("a program that was to disturb the run failed with status " + failed.getAsInt());
        }
    }

    @Override
    public void close() throws IOException {
        remove();
    }

    private static void end(Process program) throws IOException {
        try {
            if (!program.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                program.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            program.destroyForcibly();
            throw new IOException("ending a program beside the run was interrupted", e);
        }
    }

    private static List<String> shell(String script, List<String> arguments) {
        var command = new ArrayList<>(List.of(
                "sh",
                "-c",
                script,
                "jgbench-selftest",
                Long.toString(ProcessHandle.current().pid())));
        command.addAll(arguments);
        return command;
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1000.0);
    }
}
