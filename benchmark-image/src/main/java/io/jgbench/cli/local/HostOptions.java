package io.jgbench.cli.local;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.output.Notice;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import io.jgbench.local.host.LinkOptions;
import io.jgbench.local.host.LinkSettings;
import io.jgbench.local.host.NamespaceHosts;
import io.jgbench.local.host.ProcessHosts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** Where the members of a local run live, as options. */
public final class HostOptions {
    @Option(
            names = "--hosts",
            paramLabel = "KIND",
            defaultValue = "processes",
            description =
                    "processes: members talk over loopback, no root needed (default). namespaces: each member has a"
                            + " network namespace, interface and address of its own (root, Linux).")
    private Kind kind;

    @Option(
            names = "--link-rate",
            paramLabel = "RATE",
            description = "Shapes each member's link in both directions, such as 100Mbit or 1Gbit; with namespaces.")
    private String linkRate;

    @Option(
            names = "--link-queue",
            paramLabel = "TIME",
            description = "Depth of the emulated switch port, such as 50ms (default); what does not fit is dropped;"
                    + " with --link-rate.")
    private String linkQueue;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            description = "MTU of the members' interfaces (default 1500); with namespaces.")
    private Integer mtu;

    private enum Kind {
        PROCESSES,
        NAMESPACES
    }

    /**
     * Makes the hosts.
     *
     * @throws IllegalArgumentException if the options contradict each other or a bound, with one sentence
     */
    public Hosts open(int members) throws HostsUnavailableException, IOException {
        LinkSettings link = link();
        return switch (kind) {
            case PROCESSES -> ProcessHosts.open(members);
            case NAMESPACES -> NamespaceHosts.open(members, link, sentence -> Notice.print(System.err, sentence));
        };
    }

    /** Refuses options that contradict each other or a bound, before anything is opened or written. */
    public void check() throws BadInputException {
        try {
            link();
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /**
     * The links of members in namespaces.
     *
     * @throws IllegalArgumentException if the members live elsewhere, or the options contradict each other or a bound,
     *     with one sentence
     */
    public LinkSettings linkOfNamespaces() {
        requireNamespaces("what is sent is counted at the members' interfaces");
        return link();
    }

    /**
     * Refuses members that live elsewhere than in namespaces.
     *
     * @throws IllegalArgumentException if they do, with one sentence
     */
    public void requireNamespaces(String why) {
        if (kind != Kind.NAMESPACES) {
            throw new IllegalArgumentException("expected --hosts namespaces, as " + why + ", got: --hosts "
                    + kind.name().toLowerCase(Locale.ROOT));
        }
    }

    /** The options as they were given, those that are the default left out. */
    public List<String> given() {
        List<String> given = new ArrayList<>();
        if (kind != Kind.PROCESSES) {
            given.addAll(List.of("--hosts", kind.name().toLowerCase(Locale.ROOT)));
        }
        if (linkRate != null) {
            given.addAll(List.of("--link-rate", linkRate));
        }
        if (linkQueue != null) {
            given.addAll(List.of("--link-queue", linkQueue));
        }
        if (mtu != null) {
            given.addAll(List.of("--mtu", mtu.toString()));
        }
        return given;
    }

    private LinkSettings link() {
        boolean given = linkRate != null || linkQueue != null || mtu != null;
        if (given && kind != Kind.NAMESPACES) {
            throw new IllegalArgumentException(
                    "--link-rate, --link-queue and --mtu need --hosts namespaces, got: --hosts "
                            + kind.name().toLowerCase(Locale.ROOT));
        }
        if (linkQueue != null && linkRate == null) {
            throw new IllegalArgumentException(
                    "--link-queue needs --link-rate: a link that nothing limits has no queue");
        }
        OptionalLong rate =
                linkRate == null ? OptionalLong.empty() : OptionalLong.of(LinkOptions.rateBitsPerSecond(linkRate));
        Duration queue = linkQueue == null ? LinkSettings.DEFAULT_QUEUE : LinkOptions.queue(linkQueue);
        return new LinkSettings(rate, queue, mtu == null ? OptionalInt.empty() : OptionalInt.of(mtu));
    }
}
