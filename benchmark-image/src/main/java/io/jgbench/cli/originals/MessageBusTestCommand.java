package io.jgbench.cli.originals;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.coordination.EpochClock;
import io.jgbench.messagebustest.MessageBusTest;
import io.jgbench.messagebustest.MessageBusTestException;
import io.jgbench.messagebustest.MessageBusTestOptions;
import io.jgbench.transport.TransportException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** One process of a test that is started by hand on each host, with the options of Coherence's MessageBusTest. */
@Command(
        name = "message-bus-test",
        sortOptions = false,
        customSynopsis = "jgbench message-bus-test -bind tmb://HOST:PORT... [-peer tmb://HOST:PORT...] [OPTIONS]",
        description = "Takes part in a test that is started by hand on each host: Coherence's MessageBusTest, over"
                + " connections of jgbench's own.",
        footer = {
            "  -bind            end points to listen at, such as tmb://host:8000 or tmb://host:8000..8003",
            "  -peer            end points to send to",
            "  -rxThreads       threads that process what an end point receives (0 or less: those that receive it)",
            "  -txThreads       threads that send from an end point; default 1",
            "  -msgSize         size of the messages, or a range min..max; default 4096",
            "  -chunkSize       bytes that are written and read as a unit; default 0, not at all",
            "  -cached          make each payload once",
            "  -txRate          rate of sending in MB/s, or such as 1Gbps, of all end points",
            "  -txMaxBacklog    the most a thread has under way without a receipt",
            "  -rxRate          rate of processing, of all end points",
            "  -flushFreq       messages to send before flushing; default 0, at once",
            "  -latencyFreq     messages to send before one is timed; default 100",
            "  -noReceipts      do without receipts",
            "  -reportInterval  time between two reports; default 5 s",
            "  -polite          do not connect, send to peers that connect",
            "  -block           wait for a response to each message; its value is how long to spin",
            "  -relay           pass what comes from others than the peers on to one of them",
            "  -poll            look for what is received all the time",
            "  -prompt          ask before each message",
            "  -tabular         print a table",
            "  -warmup          time or messages that are not counted; default 0",
            "  -verbose         print details",
            "  -duration        time after which to end (not an option of the original); default never",
            "  -manager, -depotFactory, -ignoreFlowControl  are accepted and have no effect here"
        })
public final class MessageBusTestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-help", "--help", "-?"},
            usageHelp = true,
            description = "This help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws BadInputException, MessageBusTestException, InterruptedException {
        MessageBusTestOptions options;
        try {
            options = MessageBusTestOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e);
        }
        var keys = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var commandLine = spec.commandLine();
        try (var test =
                new MessageBusTest(options, keys, commandLine.getOut(), commandLine.getErr(), EpochClock.system())) {
            test.open();
            test.run();
        } catch (TransportException e) {
            throw new BadInputException(e);
        }
        return ExitStatus.VALID;
    }
}
