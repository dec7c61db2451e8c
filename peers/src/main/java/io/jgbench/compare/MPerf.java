package io.jgbench.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Multicasts of all members. The member at which a test was begun prints the averages, of messages received; it prints
 * none if the members' own results are lost in retransmissions.
 */
record MPerf() implements PerfProgram {
    private static final Pattern RESULT = Pattern.compile("Average/node:.*msgs/sec=(\\S+), .*");
    private static final Pattern NO_RESULT = Pattern.compile("Received no results");

    @Override
    public String label() {
        return "MPerf";
    }

    @Override
    public CountedUnits counted() {
        return CountedUnits.RECEIVED_MESSAGES;
    }

    @Override
    public OptionalDouble awaitRate(List<ConsoleProcess> members, Duration timeout)
            throws IOException, InterruptedException {
        ConsoleProcess first = members.getFirst();
        Optional<String> line = first.awaitLine(
                printed -> RESULT.matcher(printed).find()
                        || NO_RESULT.matcher(printed).find(),
                timeout);
        if (line.isEmpty()) {
            throw new TestTimeoutException(this, "neither a result nor that it has none", timeout, first);
        }
        return rate(line.get());
    }

    /**
     * Reads the average of a line.
     *
     * @return messages per second; empty where the line has none
     * @throws IOException if it is no English number
     */
    OptionalDouble rate(String line) throws IOException {
        Matcher matcher = RESULT.matcher(line);
        return matcher.find()
                ? OptionalDouble.of(EnglishNumber.read(label(), matcher.group(1)))
                : OptionalDouble.empty();
    }
}
