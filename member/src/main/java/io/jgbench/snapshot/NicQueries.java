package io.jgbench.snapshot;

import io.jgbench.kernel.InterfaceCalls;
import io.jgbench.kernel.KernelCallException;
import io.jgbench.kernel.LinkQuery;
import io.jgbench.kernel.LinkQuery.LinkState;
import java.lang.foreign.MemorySegment;

/** Asks the kernel and an interface's driver. */
interface NicQueries {

    /** See {@link InterfaceCalls#ethtool}. */
    void ethtool(String networkInterface, MemorySegment command) throws KernelCallException;

    /** See {@link LinkQuery#link}. */
    LinkState link(int index) throws KernelCallException;

    /** Those of this host, which is a Linux. */
    static NicQueries ofThisHost() {
        var calls = new InterfaceCalls();
        var query = new LinkQuery();
        return new NicQueries() {
            @Override
            public void ethtool(String networkInterface, MemorySegment command) throws KernelCallException {
                calls.ethtool(networkInterface, command);
            }

            @Override
            public LinkState link(int index) throws KernelCallException {
                return query.link(index);
            }
        };
    }
}
