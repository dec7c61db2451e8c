package io.jgbench.cli.local;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.output.Notice;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Hosts that a command has opened for its runs.
 *
 * @param hosts where the members live
 * @param err is told what is left of them at the end
 */
public record OpenHosts(Hosts hosts, PrintStream err) implements AutoCloseable {

    /**
     * Opens them.
     *
     * @param members how many the largest run has
     * @param interruption cancels what runs on them before they are removed
     * @throws BadInputException if they cannot be had here, or the options contradict each other or a bound
     */
    public static OpenHosts of(HostOptions options, int members, Interruption interruption, PrintStream err)
            throws BadInputException, IOException {
        try {
            Hosts hosts = options.open(members);
            hosts.beforeShutdown(interruption::cancelAndAwait);
            return new OpenHosts(hosts, err);
        } catch (HostsUnavailableException | IllegalArgumentException e) {
            throw new BadInputException(e);
        }
    }

    /** What was measured stands, whatever is left of the hosts. */
    @Override
    public void close() {
        try {
            hosts.close();
        } catch (IOException e) {
            Notice.print(err, "the hosts could not be closed: " + e.getMessage());
        }
    }
}
