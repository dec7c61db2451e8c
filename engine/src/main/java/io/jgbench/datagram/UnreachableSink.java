package io.jgbench.datagram;

/** Receives the ICMP errors for packets that the network could not deliver. */
@FunctionalInterface
public interface UnreachableSink {
    /** Passes over all. */
    UnreachableSink NONE = (_, _) -> {};

    /**
     * An answer has come. Hosts and routers answer only now and then, so that it does not say how many packets were
     * lost.
     *
     * @param to where the packet went, as a number that {@link Target#address(long)} reads
     * @implSpec Called by the sending thread, for each packet where hosts answer that often: what was heard before is
     *     passed over without allocating.
     */
    void unreachable(long to, Cause cause);

    /** Why a packet was not delivered. */
    enum Cause {
        /** Its host is there, and nothing listens at the port; or a firewall says so. */
        PORT,
        /** There is no way to its host, or the host does not answer. */
        HOST
    }
}
