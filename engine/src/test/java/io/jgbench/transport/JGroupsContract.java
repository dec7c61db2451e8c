package io.jgbench.transport;

import io.jgbench.coordination.spec.TransportSpec;
import java.util.Map;
import java.util.Optional;

/** The contract over one of JGroups' stacks. */
abstract class JGroupsContract extends TransportContract {
    private final String stack;

    JGroupsContract(String stack) {
        this.stack = stack;
    }

    @Override
    TransportSpec spec() {
        return new TransportSpec("jgroups", Optional.of(new Stacks().named(stack)), Map.of(), 0);
    }

    @Override
    int largestMessageBytes() {
        return 1_000_000;
    }
}
