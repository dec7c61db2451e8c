package io.jgbench.coordination.environment;

/** Variables of a member's process, by which whoever starts it tells what the member itself cannot see of its host. */
public final class MemberVariables {
    /** The Kubernetes node that its pod is on. */
    public static final String NODE = "JGBENCH_NODE";

    /** What the link of its network namespace is limited to, in words. */
    public static final String EMULATED_LINK = "JGBENCH_EMULATED_LINK";

    private MemberVariables() {}
}
