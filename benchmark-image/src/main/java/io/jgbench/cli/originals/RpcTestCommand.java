package io.jgbench.cli.originals;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.perftest.Console;
import io.jgbench.rpctest.KeyPresses;
import io.jgbench.rpctest.RpcTest;
import io.jgbench.rpctest.RpcTestException;
import io.jgbench.transport.Stacks;
import io.jgbench.transport.TransportException;
import io.jgbench.transport.Transports;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One member of a test that is started by hand on each host, with the options of UnicastTestRpcDist (2011). */
@Command(
        name = "rpc-test",
        sortOptions = false,
        description =
                "Takes part in a test that is started by hand on each host: org.jgroups.tests.UnicastTestRpcDist.",
        footer = {
            "",
            "Started once on each host; key 1 at any of them makes all send their requests and prints the results.",
            "Keys are read by the line. Where there are none, such as with </dev/null, the member answers until it is"
                    + " ended."
        })
public final class RpcTestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "-props",
            paramLabel = "STACK",
            description = "The JGroups stack: a name, a file or a URL; default: ${DEFAULT-VALUE}.")
    private String props = "udp";

    @Option(names = "-name", paramLabel = "NAME", description = "The member's name; default: host and process id.")
    private Optional<String> name = Optional.empty();

    @Option(names = "-bind_addr", paramLabel = "ADDRESS", description = "The address that the transport binds to.")
    private Optional<String> bindAddress = Optional.empty();

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "A system property, such as those stacks refer to.")
    private Map<String, String> systemProperties = new LinkedHashMap<>();

    @Option(
            names = {"-help", "--help"},
            usageHelp = true,
            description = "This help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    @Override
    public Integer call() throws BadInputException, IOException, RpcTestException, InterruptedException {
        bindAddress.ifPresent(value -> System.setProperty("jgroups.bind_addr", value));
        systemProperties.forEach(System::setProperty);
        var console = new Console(spec.commandLine().getOut(), false);
        var keys = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            var stack = new Stacks().load(props);
            var transport = new TransportSpec("jgroups", Optional.of(stack), Map.of(), 0);
            var member = name.orElseGet(HostName::andProcess);
            try (var test =
                    new RpcTest(member, transport, new Transports().find("jgroups"), EpochClock.system(), console)) {
                test.join();
                if (!new KeyPresses(test, keys, console, stack.xml()).run()) {
                    console.line("-- standard input has ended: " + member + " keeps answering, process "
                            + ProcessHandle.current().pid());
                    new CountDownLatch(1).await();
                }
            }
        } catch (IllegalArgumentException | TransportException e) {
            throw new BadInputException(e);
        }
        return ExitStatus.VALID;
    }
}
