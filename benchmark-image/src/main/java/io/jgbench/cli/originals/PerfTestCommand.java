package io.jgbench.cli.originals;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.TransportSpec.Stack;
import io.jgbench.perftest.Console;
import io.jgbench.perftest.PerfTest;
import io.jgbench.perftest.PerfTestConfig;
import io.jgbench.perftest.PerfTestException;
import io.jgbench.perftest.PerfTestSetup;
import io.jgbench.transport.Stacks;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.Transports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One member of a test that is started by hand on each host, with the options of perf.Test (2008). */
@Command(
        name = "perf-test",
        sortOptions = false,
        description = "Takes part in a test that is started by hand on each host: org.jgroups.tests.perf.Test.",
        footer = {
            "",
            "Started num_members times, with -sender num_senders times; all begin when all are there.",
            "Exit status: 0 valid, 1 failed, 2 bad input, 3 finished but not valid."
        })
public final class PerfTestCommand implements Callable<Integer> {
    private static final String BIND_ADDRESS = "jgroups.bind_addr";
    private static final String INITIAL_HOSTS = "jgroups.tcpping.initial_hosts";

    @Spec
    private CommandSpec spec;

    @ArgGroup(exclusive = true)
    private Part part = new Part();

    @Option(names = "-config", paramLabel = "FILE", description = "The test's configuration; default: config.txt.")
    private Path config = Path.of("config.txt");

    @Option(
            names = "-props",
            paramLabel = "STACK",
            description = "The JGroups stack: a name, a file or a URL; default: udp.")
    private Optional<String> props = Optional.empty();

    @Option(names = "-verbose", description = "Say more of what happens.")
    private boolean verbose;

    @Option(names = "-jmx", description = "Show the transport's counters by JMX and stay when done.")
    private boolean jmx;

    @Option(names = "-dump_stats", description = "Print the transport's counters after the run.")
    private boolean dumpStats;

    @Option(
            names = "-f",
            paramLabel = "FILE",
            description = "Write messages sent and received, rate, throughput, time and memory each log_interval ms.")
    private Optional<Path> samples = Optional.empty();

    @Option(names = "-bind_addr", paramLabel = "ADDRESS", description = "The address that the transport binds to.")
    private Optional<String> bindAddress = Optional.empty();

    @Option(names = "-name", paramLabel = "NAME", description = "The member's name; default: host and process id.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "-timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for the others; default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds = 300;

    @Option(
            names = "-run_timeout",
            paramLabel = "SECONDS",
            description = "How long the messages may take; default: ${DEFAULT-VALUE}.")
    private int runTimeoutSeconds = 3600;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "A system property, such as those stacks refer to.")
    private Map<String, String> systemProperties = new LinkedHashMap<>();

    @Option(
            names = {"-help", "--help"},
            usageHelp = true,
            description = "This help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    /** What the member is; a sender is always a receiver as well. */
    private static final class Part {
        @Option(names = "-sender", description = "This member sends, and receives as all do.")
        private boolean sender;

        @Option(names = "-receiver", description = "This member only receives; the default.")
        private boolean receiver;
    }

    @Override
    public Integer call() throws BadInputException, PerfTestException, InterruptedException {
        PerfTestConfig read;
        PerfTest test;
        boolean stays;
        var console = new Console(spec.commandLine().getOut(), verbose);
        try {
            read = configuration();
            systemProperties(read, console);
            stays = jmx || read.jmx();
            sayWhatIsNotUsed(read, console);
            test = new PerfTest(setup(read, stays), new Transports()::find, EpochClock.system(), console);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e);
        }
        try {
            int status = status(test);
            if (stays) {
                stay("done", console);
            }
            return status;
        } catch (PerfTestException e) {
            if (stays) {
                stay("failed: " + e.getMessage(), console);
            }
            throw e;
        }
    }

    /** The counters are wanted most where it failed. */
    private static void stay(String outcome, Console console) throws InterruptedException {
        console.line("-- " + outcome + "; -jmx: not terminating, process "
                + ProcessHandle.current().pid());
        new CountDownLatch(1).await();
    }

    private static int status(PerfTest test) throws BadInputException, PerfTestException, InterruptedException {
        try {
            RunResult result = test.run();
            return result.valid() ? ExitStatus.VALID : result.completed() ? ExitStatus.NOT_VALID : ExitStatus.FAILED;
        } catch (TransportException e) {
            throw new BadInputException(e);
        }
    }

    private PerfTestConfig configuration() {
        var read = PerfTestConfig.read(config);
        return bindAddress.map(read::boundTo).orElse(read);
    }

    private void systemProperties(PerfTestConfig read, Console console) {
        if (read.transport().equals("jgroups")) {
            // what stacks refer to, and JGroups itself; -D wins
            bindAddress.ifPresent(value -> System.setProperty(BIND_ADDRESS, value));
            read.bindAddress().ifPresent(value -> propertyOfFile(BIND_ADDRESS, value, console));
            read.initialHosts().ifPresent(value -> propertyOfFile(INITIAL_HOSTS, value, console));
        }
        systemProperties.forEach(System::setProperty);
    }

    /** The files of JGroups name localhost, and the tests of 2008 gave the address to the JVM. */
    private void propertyOfFile(String property, String value, Console console) {
        String given = systemProperties.getOrDefault(property, System.getProperty(property));
        if (given == null) {
            System.setProperty(property, value);
        } else if (!given.equals(value)) {
            console.line("-- " + config + ": not " + value + ", as " + property + "=" + given + " is given");
        }
    }

    private void sayWhatIsNotUsed(PerfTestConfig read, Console console) {
        read.ignored().forEach(key -> console.line("-- " + config + ": " + key + " has no meaning any more"));
        String transport = "-- transport " + read.transport();
        if (!read.transport().equals("jgroups") && props.isPresent()) {
            console.line(transport + " has no stack and does not use -props");
        }
        if (!read.usesBindAddress() && bindAddress.isPresent()) {
            console.line(transport + " does not use -bind_addr");
        }
        read.notUsed().forEach(key -> console.line(transport + " does not use " + key + " of " + config));
        if (!part.sender && !part.receiver && !read.sender()) {
            console.line("-- neither -sender nor -receiver: this member only receives");
        }
    }

    private PerfTestSetup setup(PerfTestConfig read, boolean stays) {
        return new PerfTestSetup(
                read,
                name.orElseGet(HostName::andProcess),
                part.sender || (read.sender() && !part.receiver),
                stack(read),
                samples,
                dumpStats || read.dumpStats(),
                stays,
                positive("-timeout", timeoutSeconds),
                positive("-run_timeout", runTimeoutSeconds));
    }

    private Optional<Stack> stack(PerfTestConfig read) {
        return read.transport().equals("jgroups")
                ? Optional.of(props.or(read::props).map(new Stacks()::load).orElseGet(() -> new Stacks().named("udp")))
                : Optional.empty();
    }

    private Duration positive(String option, int seconds) {
        if (seconds < 1) {
            throw new ParameterException(spec.commandLine(), option + " must be at least 1 second, got: " + seconds);
        }
        return Duration.ofSeconds(seconds);
    }
}
