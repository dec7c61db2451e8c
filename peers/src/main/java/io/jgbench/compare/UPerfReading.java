package io.jgbench.compare;

import java.io.IOException;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a member of UPerf prints of one test: ten lines with its rate so far, the tenth when its time is over, and a
 * line when the last of its callers has its answer.
 */
final class UPerfReading {
    private static final Pattern TIME_IS_OVER = Pattern.compile("^10: (\\S+) reqs/sec \\(\\S+ reads \\S+ writes\\)$");
    private static final Pattern DONE = Pattern.compile("^done \\(in \\d+ ms\\)$");

    private String requestsPerSecond = "";
    private boolean timeIsOver;
    private boolean done;

    /** Takes the next line; true if it is the last one of the test. */
    boolean isLast(String line) {
        Matcher matcher = TIME_IS_OVER.matcher(line);
        if (matcher.matches()) {
            requestsPerSecond = matcher.group(1);
            timeIsOver = true;
        }
        done = timeIsOver && DONE.matcher(line).matches();
        return done;
    }

    /**
     * The member's rate when its time was over; empty before the test is done.
     *
     * @throws IOException if it is no English number
     */
    OptionalDouble requestsPerSecond() throws IOException {
        return done ? OptionalDouble.of(EnglishNumber.read("UPerf", requestsPerSecond)) : OptionalDouble.empty();
    }
}
