package io.jgbench.operator.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with the heap that the chart gives the operator with its limit of 300 MiB, which ends when that is full. */
public final class ChildJvm {
    private static final String HEAP = "-Xmx120m";

    private ChildJvm() {}

    /**
     * Starts one.
     *
     * @param output where what it prints goes
     */
    public static Process start(File output, Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
    }
}
