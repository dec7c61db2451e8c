package io.jgbench.testing.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * One of the runs in {@code examples/}.
 *
 * @param text its YAML
 */
public record ExampleFile(String text) {
    private static final Path FOLDER = Path.of("../examples");
    private static final Pattern LONG = Pattern.compile("\\bduration: \\d\\ds\\b");
    private static final String SHORT_WARMUP = "  warmup: {atMost: 10s}\n  start: {maxSkew: 1s}\n";

    /**
     * Reads one.
     *
     * @param name its file's name without {@code .yaml}
     * @throws IOException if there is no such file
     */
    public static ExampleFile named(String name) throws IOException {
        return new ExampleFile(Files.readString(FOLDER.resolve(name + ".yaml")));
    }

    /**
     * The same with members that warm up for 10 s and measure for 5 s at most. That decides how exact a figure is and
     * what warns of it, and not how the run ends: members that still compile may begin a second apart. Datagrams have
     * no warm-up of this kind.
     */
    public ExampleFile shortened() {
        String shorter = LONG.matcher(text).replaceAll("duration: 5s");
        boolean hasWarmup = text.contains("warmup:") || text.contains("type: Datagram");
        return new ExampleFile(hasWarmup ? shorter : shorter.stripTrailing() + "\n" + SHORT_WARMUP);
    }
}
