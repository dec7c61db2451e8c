package io.jgbench.compare;

import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;

/** Makes fresh hosts. */
@FunctionalInterface
public interface HostsFactory {
    /** As many as there are members. */
    Hosts open() throws HostsUnavailableException, IOException;
}
