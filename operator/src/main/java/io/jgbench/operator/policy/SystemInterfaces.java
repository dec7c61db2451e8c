package io.jgbench.operator.policy;

import io.jgbench.coordination.spec.NamePattern;
import java.util.List;

/**
 * Interfaces that no run may name, whatever the admin's own lists say: loopback, and those that container runtimes and
 * network plug-ins make for themselves. Bridges and taps, which a lab may have made as well, are left to the lists.
 */
public final class SystemInterfaces {
    private static final List<NamePattern> PATTERNS = NamePattern.all(
            "lo",
            "cni*",
            "docker*",
            "veth*",
            "podman*",
            "kube-*",
            "nodelocaldns",
            "flannel*",
            "cali*",
            "*.cali",
            "*.calico",
            "tunl*",
            "cilium*",
            "lxc*",
            "eni*",
            "gke*",
            "azv*",
            "weave*",
            "antrea-*",
            "ovn-k8s-*",
            "ovs-*",
            "genev_sys*",
            "vxlan_sys*");

    private SystemInterfaces() {}

    /** Their names, as the chart's own list has them. */
    public static List<NamePattern> patterns() {
        return PATTERNS;
    }

    /** Whether an interface is one. */
    static boolean has(String name) {
        return NamePattern.anyMatches(PATTERNS, name);
    }
}
