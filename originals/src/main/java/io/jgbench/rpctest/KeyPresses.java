package io.jgbench.rpctest;

import io.jgbench.perftest.Console;
import io.jgbench.transport.TransportException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * UnicastTestRpcDist's keys: a line whose first character says what to do, and after some of them a line with a number.
 */
public final class KeyPresses {
    private static final Pattern UNICAST = Pattern.compile("\\b(UNICAST\\w*)");

    private final RpcTest test;
    private final BufferedReader keys;
    private final Console console;
    private final String protocol;

    /**
     * Of a member that has joined.
     *
     * @param stackXml the stack, of which the unicast protocol is named with the results
     */
    public KeyPresses(RpcTest test, BufferedReader keys, Console console, String stackXml) {
        this.test = test;
        this.keys = keys;
        this.console = console;
        var matcher = UNICAST.matcher(stackXml);
        this.protocol = matcher.find() ? matcher.group(1) : "none";
    }

    /**
     * Does what the keys say until one says to quit.
     *
     * @return false if there were no more keys: standard input has ended, and nobody has said to quit
     */
    public boolean run() throws IOException, TransportException, InterruptedException {
        while (true) {
            RpcTestLines.menu(test.config()).forEach(console::line);
            String line = keys.readLine();
            if (line == null) {
                return false;
            }
            if (line.startsWith("q")) {
                return true;
            }
            if (!line.isEmpty()) {
                press(line.charAt(0));
            }
        }
    }

    private void press(char key) throws IOException, TransportException, InterruptedException {
        try {
            switch (key) {
                case '1' -> send();
                case '2' -> console.line("\n-- view: " + test.members() + "\n");
                case '3' -> printConnections();
                case '4', '5' -> console.line("connections are kept: a run without them would measure their making");
                case '6' -> number("Number of sender threads: ", test.config()::withThreads);
                case '7' -> number("Number of RPCs: ", test.config()::withRequests);
                case '8' -> number("Message size: ", test.config()::withMessageSize);
                case '9' -> number("Anycast count: ", this::anycastCount);
                case 'r' ->
                    change("Read percentage: ", "a number", Double::parseDouble, test.config()::withReadPercentage);
                case 'o' -> console.line("oob=false: requests and answers are ordinary messages, as UPerf's are");
                case 's' -> console.line("sync=true: a request without an answer is a message, see jgbench perf-test");
                default -> console.line("there is no key " + key);
            }
        } catch (IllegalArgumentException | RpcTestException e) {
            console.line(e.getMessage());
        }
    }

    private void send() throws TransportException, RpcTestException, InterruptedException {
        var config = test.config();
        List<RpcTestMessage.Result> results = test.run();
        console.line("\n======================= Results: ===========================");
        results.forEach(result -> console.line(RpcTestLines.line(result)));
        RpcTestLines.averages(results, config.messageSizeBytes(), protocol).forEach(console::line);
    }

    private void printConnections() {
        console.line("connections:");
        test.facts().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(fact -> fact.getValue().length() < 200)
                .forEach(fact -> console.line(fact.getKey() + "=" + fact.getValue()));
    }

    private RpcTestConfig anycastCount(int count) {
        if (count > test.members().size()) {
            throw new IllegalArgumentException(
                    "anycast count must be smaller or equal to the view size (" + test.members() + ")");
        }
        int others = test.members().size() - 1;
        if (count > others) {
            console.line("a member does not call itself: each PUT goes to " + others + " of " + count + " members");
        }
        return test.config().withAnycastCount(count);
    }

    private void number(String prompt, Function<Integer, RpcTestConfig> change)
            throws IOException, TransportException, RpcTestException, InterruptedException {
        change(prompt, "a whole number up to " + Integer.MAX_VALUE, Integer::parseInt, change);
    }

    private <T> void change(
            String prompt, String expected, Function<String, T> parse, Function<T, RpcTestConfig> change)
            throws IOException, TransportException, RpcTestException, InterruptedException {
        console.line(prompt);
        String line = keys.readLine();
        T value;
        try {
            value = parse.apply(line == null ? "" : line.strip());
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("expected " + expected + ", got: " + line);
        }
        test.change(change.apply(value));
    }
}
