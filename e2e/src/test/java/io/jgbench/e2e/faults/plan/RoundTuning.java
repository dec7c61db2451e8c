package io.jgbench.e2e.faults.plan;

import io.jgbench.e2e.Nodes;

/** What a run does to its hosts. */
public enum RoundTuning {
    /** Nothing. */
    IGNORE("mode: Ignore"),
    /** It sets them, and puts them back. */
    APPLY("mode: Apply, mtu: " + Nodes.RAISED_MTU
            + ", txQueueLength: 1234, sysctls: [{name: net.core.somaxconn, value: '3210'}]");

    private final String spec;

    RoundTuning(String spec) {
        this.spec = spec;
    }

    /** Its part of a run's spec, as one line of YAML without the braces. */
    public String spec() {
        return spec;
    }
}
