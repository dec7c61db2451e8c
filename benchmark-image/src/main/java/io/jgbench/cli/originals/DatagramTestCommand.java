package io.jgbench.cli.originals;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.datagram.SocketPlan;
import io.jgbench.datagramtest.DatagramTest;
import io.jgbench.datagramtest.DatagramTestConfig;
import io.jgbench.datagramtest.DatagramTestConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One instance of a test that is started by hand on each host, with the options of Coherence's datagram test. */
@Command(
        name = "datagram-test",
        sortOptions = false,
        description = "Listens for packets, and publishes to the addresses that are given: Coherence's datagram test.",
        footer = {
            "",
            "Without addresses it listens until it is ended. With addresses it publishes to them, in turn, and"
                    + " listens;",
            "with -txIterations or -txDurationMs it ends when it has published and nobody publishes to it any more."
        })
public final class DatagramTestCommand implements Callable<Integer> {
    private static final int PORT = 9999;
    private static final int LEAST_PACKET_BYTES = 16;
    private static final int MOST_PACKET_BYTES = 65_507;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "-local",
            paramLabel = "ADDR:PORT",
            description = "The address to bind; default: this host's own, port " + PORT + ".")
    private Optional<String> local = Optional.empty();

    @Option(
            names = "-packetSize",
            paramLabel = "BYTES",
            description = "The size of a packet; default: ${DEFAULT-VALUE}.")
    private int packetSize = 1468;

    @Option(
            names = "-payload",
            paramLabel = "BYTES",
            description = "The data in each packet, 0 for as much as the packet size; default: ${DEFAULT-VALUE}.")
    private int payload;

    @Option(
            names = "-processBytes",
            paramLabel = "BYTES",
            description =
                    "How much of each packet is computed and checked, a multiple of 4; default: ${DEFAULT-VALUE}.")
    private int processBytes = 4;

    @Option(
            names = "-rxBufferSize",
            paramLabel = "PACKETS",
            description = "The receive buffer; default: ${DEFAULT-VALUE}.")
    private int rxBufferSize = 1428;

    @Option(
            names = "-rxTimeoutMs",
            paramLabel = "MS",
            description = "How long a connection may be silent until it is closed; default: ${DEFAULT-VALUE}.")
    private int rxTimeoutMs = 1000;

    @Option(
            names = "-txBufferSize",
            paramLabel = "PACKETS",
            description = "The transmit buffer; default: ${DEFAULT-VALUE}.")
    private int txBufferSize = 16;

    @Option(
            names = "-txRate",
            paramLabel = "MB",
            description = "Megabytes of 2^20 bytes to publish a second, over all addresses; default: no limit.")
    private Optional<Double> txRate = Optional.empty();

    @Option(
            names = "-txIterations",
            paramLabel = "PACKETS",
            description = "Packets to publish to each address before ending; default: no limit.")
    private Optional<Long> txIterations = Optional.empty();

    @Option(
            names = "-txDurationMs",
            paramLabel = "MS",
            description = "How long to publish before ending; default: no limit.")
    private Optional<Long> txDurationMs = Optional.empty();

    @Option(
            names = "-reportInterval",
            paramLabel = "PACKETS",
            description = "After how many packets a report is printed, 0 for never; default: ${DEFAULT-VALUE}.")
    private long reportInterval = 100_000;

    @Option(
            names = "-tickInterval",
            paramLabel = "PACKETS",
            description = "After how many packets a tick mark is printed, 0 for none; default: ${DEFAULT-VALUE}.")
    private long tickInterval = 1000;

    @Option(names = "-log", paramLabel = "FILE", description = "Add a table of the measured performance to this file.")
    private Optional<Path> log = Optional.empty();

    @Option(
            names = "-logInterval",
            paramLabel = "PACKETS",
            description = "After how many packets a line of it is written, 0 for none; default: ${DEFAULT-VALUE}.")
    private long logInterval = 100_000;

    @Option(names = "-polite", description = "Publish only when a packet of another instance has arrived.")
    private boolean polite;

    @Option(
            names = "-provider",
            paramLabel = "PROVIDER",
            description = "Which calls send and receive packets: system (the fastest available) or channel (Java's"
                    + " DatagramChannel); default: ${DEFAULT-VALUE}.")
    private String provider = "system";

    @Parameters(
            paramLabel = "ADDR[:PORT[..PORT]]",
            arity = "0..*",
            description = "To whom to publish; default port: " + PORT + ".")
    private List<String> peers = List.of();

    @Option(
            names = {"-help", "--help", "-?"},
            usageHelp = true,
            description = "This help.")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        DatagramTestConfig config = config();
        new DatagramTest(config, spec.commandLine().getOut()).run();
        return ExitStatus.VALID;
    }

    private DatagramTestConfig config() throws IOException {
        var checks = new OptionChecks(spec);
        check(checks);
        var addresses = new SocketAddresses(PORT, checks);
        return DatagramTestConfigBuilder.builder()
                .local(local.isPresent() ? addresses.read(local.get(), "-local") : addresses.ofThisHost())
                .peers(peers.stream()
                        .flatMap(peer -> addresses.readAll(peer, "an address to publish to").stream())
                        .toList())
                .packetBytes(packetSize)
                .payloadBytes(payload)
                .processBytes(processBytes)
                .rxBufferPackets(rxBufferSize)
                .txBufferPackets(txBufferSize)
                .rxTimeout(Duration.ofMillis(rxTimeoutMs))
                .txBytesPerSecond(txRate.map(
                                rate -> OptionalLong.of(Math.max(1, Math.round(rate * DatagramTestConfig.MEGABYTE))))
                        .orElseGet(OptionalLong::empty))
                .txIterations(txIterations.map(OptionalLong::of).orElseGet(OptionalLong::empty))
                .txDuration(txDurationMs.map(Duration::ofMillis))
                .reportPackets(interval(reportInterval))
                .tickPackets(interval(tickInterval))
                .log(log)
                .logPackets(interval(logInterval))
                .polite(polite)
                .provider(provider(checks))
                .build();
    }

    /** 0 is never, as with the original. */
    private static long interval(long packets) {
        return packets == 0 ? DatagramTestConfig.NEVER : packets;
    }

    private void check(OptionChecks checks) {
        checks.between("-packetSize", packetSize, LEAST_PACKET_BYTES, MOST_PACKET_BYTES);
        if (payload != 0) {
            checks.between("-payload", payload, LEAST_PACKET_BYTES, packetSize);
        }
        checks.between("-processBytes", processBytes, 0, MOST_PACKET_BYTES);
        checks.multipleOf(Integer.BYTES, "-processBytes", processBytes);
        checks.between("-rxBufferSize", rxBufferSize, 1, Integer.MAX_VALUE / packetSize);
        checks.between("-txBufferSize", txBufferSize, 1, Integer.MAX_VALUE / packetSize);
        checks.between("-rxTimeoutMs", rxTimeoutMs, 1, Integer.MAX_VALUE);
        checks.between("-reportInterval", reportInterval, 0, Long.MAX_VALUE);
        checks.between("-tickInterval", tickInterval, 0, Long.MAX_VALUE);
        checks.between("-logInterval", logInterval, 0, Long.MAX_VALUE);
        txIterations.ifPresent(count -> checks.between("-txIterations", count, 1, Long.MAX_VALUE));
        txDurationMs.ifPresent(millis -> checks.between("-txDurationMs", millis, 1, Long.MAX_VALUE / 1_000_000));
        if (txRate.isPresent() && !(txRate.get() > 0)) {
            throw checks.refused("-txRate must be more than 0 MB a second, got: " + txRate.get());
        }
    }

    private SocketPlan.Provider provider(OptionChecks checks) {
        return switch (provider) {
            case "system" -> SocketPlan.Provider.AUTO;
            case "channel" -> SocketPlan.Provider.CHANNEL;
            default -> throw checks.refused("-provider must be system or channel, got: " + provider);
        };
    }
}
