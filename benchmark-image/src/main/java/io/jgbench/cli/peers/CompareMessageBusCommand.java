package io.jgbench.cli.peers;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.cli.exit.OptionChecks;
import io.jgbench.compare.MessageBusComparison;
import io.jgbench.compare.MessageBusComparison.Blocking;
import io.jgbench.compare.MessageBusComparison.Streaming;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs Coherence's MessageBusTest, iperf3, sockperf and the workload MessageBus in turn, and prints the ratios. */
@Command(
        name = "compare-message-bus",
        description = {
            "Runs Coherence's MessageBusTest, iperf3 and jgbench's MessageBus in turn, streaming point to point, and"
                    + " then sockperf's TCP ping-pong and MessageBus with block, and prints the ratios with their"
                    + " spread. They take turns in which one runs first. JVMs are measured when they are steady, after"
                    + " two minutes at the least.",
            "The programs iperf3 and sockperf must be installed; Coherence's jar is fetched from Maven Central."
        },
        mixinStandardHelpOptions = true)
public final class CompareMessageBusCommand implements Callable<Integer> {
    private static final int MEMBERS = 2;

    @Option(names = "--size", defaultValue = "4096", description = "Bytes of a message (default ${DEFAULT-VALUE}).")
    private int size;

    @Option(names = "--only", description = "Only one of ${COMPLETION-CANDIDATES}.")
    private Optional<Kind> only = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Mixin
    private CoherenceJar coherence;

    @Mixin
    private ComparisonOptions options;

    private enum Kind {
        STREAMING,
        BLOCK
    }

    private final PrintStream out;

    CompareMessageBusCommand() {
        this(System.out);
    }

    CompareMessageBusCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws BadInputException, IOException, InterruptedException {
        new OptionChecks(spec)
                .between("--size", size, MessageBusSpec.HEADER_BYTES, WorkloadSpec.MAX_MESSAGE_SIZE_BYTES);
        if (isAsked(Kind.STREAMING)) {
            requireAddresses();
            options.require("iperf3");
        }
        if (isAsked(Kind.BLOCK)) {
            options.require("sockperf");
        }
        var comparison = new MessageBusComparison(options.hosts(MEMBERS), options.jvmOptions(), options.time());
        boolean allValid = true;
        try {
            if (isAsked(Kind.STREAMING)) {
                allValid &= stream(comparison, coherence.path());
            }
            if (isAsked(Kind.BLOCK)) {
                allValid &= block(comparison);
            }
        } catch (HostsUnavailableException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
        return allValid ? ExitStatus.VALID : ExitStatus.NOT_VALID;
    }

    private boolean isAsked(Kind kind) {
        return only.orElse(kind) == kind;
    }

    private void requireAddresses() throws BadInputException {
        try {
            options.requireAddresses("MessageBusTest");
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    private boolean stream(MessageBusComparison comparison, Path coherenceJar)
            throws HostsUnavailableException, IOException, InterruptedException {
        out.printf(
                Locale.ROOT,
                "streaming, messages of %,d bytes, %d s each%n",
                size,
                options.time().toSeconds());
        out.println("pair  Coherence msg/s  iperf3 MB/s  jgbench msg/s  jgbench MB/s  of Coherence's  of iperf3's");
        return options.series(out)
                .measure(
                        number -> printed(number, comparison.stream(coherenceJar, size, number % 2 == 0)),
                        this::concludeStreaming);
    }

    private Streaming printed(int number, Streaming pair) {
        out.printf(
                Locale.ROOT,
                "%4d  %,15.0f  %,11.1f  %,13.0f  %,12.1f  %14.2f  %11.2f%s%n",
                number,
                pair.coherence(),
                pair.iperf3() / 1e6,
                pair.jgbench(),
                pair.jgbench() * size / 1e6,
                pair.jgbench() / pair.coherence(),
                pair.jgbench() * size / pair.iperf3(),
                pair.note().isEmpty() ? "" : "  " + pair.note());
        out.flush();
        return pair;
    }

    /** Prints the ratios; false if a pair is not valid. */
    boolean concludeStreaming(List<Streaming> measured) {
        var pairs = new MeasuredPairs<>(measured, Streaming::usable);
        print("of Coherence's messages", pairs, pair -> pair.jgbench() / pair.coherence());
        print("of iperf3's bytes", pairs, pair -> pair.jgbench() * size / pair.iperf3());
        pairs.leftOut().ifPresent(out::println);
        return pairs.allValid();
    }

    private boolean block(MessageBusComparison comparison)
            throws HostsUnavailableException, IOException, InterruptedException {
        out.printf(
                Locale.ROOT,
                "block, messages of %,d bytes, %d s each%n",
                size,
                options.time().toSeconds());
        out.println("pair  sockperf p50 us  jgbench p50 us  jgbench req/s  of sockperf's");
        return options.series(out)
                .measure(number -> printed(number, comparison.block(size, number % 2 == 0)), this::concludeBlocking);
    }

    private Blocking printed(int number, Blocking pair) {
        out.printf(
                Locale.ROOT,
                "%4d  %,15.1f  %,14.1f  %,13.0f  %13.2f%s%n",
                number,
                pair.sockperfNanos() / 1e3,
                pair.jgbenchNanos() / 1e3,
                pair.jgbench(),
                pair.jgbenchNanos() / pair.sockperfNanos(),
                pair.note().isEmpty() ? "" : "  " + pair.note());
        out.flush();
        return pair;
    }

    /** Prints the ratio; false if a pair is not valid. */
    boolean concludeBlocking(List<Blocking> measured) {
        var pairs = new MeasuredPairs<>(measured, Blocking::usable);
        print("of sockperf's time", pairs, pair -> pair.jgbenchNanos() / pair.sockperfNanos());
        pairs.leftOut().ifPresent(out::println);
        return pairs.allValid();
    }

    private <T> void print(String what, MeasuredPairs<T> pairs, ToDoubleFunction<T> ratio) {
        out.printf("%-24s  ratio %s%n", what, pairs.text(pair -> OptionalDouble.of(ratio.applyAsDouble(pair))));
    }
}
