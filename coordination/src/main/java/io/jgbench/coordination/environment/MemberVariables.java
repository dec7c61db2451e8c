package io.jgbench.coordination.environment;

/**
 * Environment variables of a member's process. The launcher sets them to tell facts of the host that the member cannot
 * see.
 */
public final class MemberVariables {
    /** The Kubernetes node that its pod is on. */
    public static final String NODE = "JGBENCH_NODE";

    /** What the link of its network namespace is limited to, in words. */
    public static final String EMULATED_LINK = "JGBENCH_EMULATED_LINK";

    private MemberVariables() {}
}
