package io.jgbench.local.host;

import java.io.IOException;

/**
 * Where the members of a local run live: one host a member. What was made for them goes when this is closed, and also
 * when the launcher ends without closing it, by whatever signal.
 */
public interface Hosts extends AutoCloseable {

    /** How many hosts there are, one for each member. */
    int size();

    /**
     * The host of a member.
     *
     * @param memberIndex the member's place in the run, from 0
     * @throws IndexOutOfBoundsException if there is no such member
     */
    Host host(int memberIndex);

    /**
     * Chooses the ports of all members and the run's own multicast group, such that runs at the same time do not meet.
     *
     * @param bindPort the first port of member 0 as the user fixed it, 0 to look for free ones
     * @throws HostsUnavailableException if a fixed port is in use, or no free ones are found
     */
    PortPlan ports(int bindPort) throws HostsUnavailableException;

    /**
     * Has something done before the hosts are removed because this process is told to end, such as by Ctrl-C. It has to
     * return within some seconds; nothing else ends the members as long as it runs.
     */
    void beforeShutdown(Runnable action);

    /**
     * Ends every process that was started on a host and removes the hosts. Does nothing the second time.
     *
     * @throws IOException if something could not be removed, with what it is
     */
    @Override
    void close() throws IOException;
}
