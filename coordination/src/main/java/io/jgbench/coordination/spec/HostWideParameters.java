package io.jgbench.coordination.spec;

import java.util.List;

/**
 * Kernel parameters that make a host another one for all that is on it. Writing one writes others too, and drops
 * addresses and routes, so that the value written back restores nothing.
 */
public final class HostWideParameters {
    private static final List<NamePattern> PATTERNS = NamePattern.all(
            "net.ipv4.ip_forward",
            "net.*.forwarding",
            "net.*.mc_forwarding",
            "net.bridge.*",
            "net.*.route_localnet",
            "net.ipv4.ip_unprivileged_port_start",
            "net.*.disable_ipv6");

    private HostWideParameters() {}

    /** Whether a parameter is one. */
    public static boolean has(String name) {
        return NamePattern.anyMatches(PATTERNS, name);
    }
}
