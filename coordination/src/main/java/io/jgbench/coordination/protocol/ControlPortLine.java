package io.jgbench.coordination.protocol;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The line {@code {"controlPort": N}} by which a member tells its parent where its control server listens. */
public final class ControlPortLine {
    private static final Pattern LINE = Pattern.compile("\\s*\\{\\s*\"controlPort\"\\s*:\\s*(\\d+)\\s*}\\s*");

    private ControlPortLine() {}

    /** The line, without its end. */
    public static String text(int port) {
        return "{\"controlPort\": " + port + "}";
    }

    /** The port that a line tells; empty where it is another line, such as a warning of the JVM. */
    public static OptionalInt read(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }
}
