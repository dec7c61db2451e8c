package io.jgbench.coordination.judge;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.MemberReport;
import java.util.Set;
import java.util.stream.Stream;

/** What protocols of a stack make of the bytes that cross a member's interface. */
public final class StackTraits {
    private static final Set<String> COMPRESSION = Set.of("COMPRESS");

    /**
     * With SEQUENCER a member hands each message to the coordinator, which sends it to all, its author included; with
     * DAISYCHAIN to the next member, which hands it on.
     */
    private static final Set<String> FORWARDING = Set.of("SEQUENCER", "DAISYCHAIN");

    private StackTraits() {}

    /** Whether fewer bytes cross the wire than members exchange. */
    public static boolean compresses(MemberReport report) {
        return hasAny(COMPRESSION, report);
    }

    /** Whether what a member's interface carries is not what the member itself sent and received. */
    public static boolean othersSendFor(MemberReport report) {
        return hasAny(FORWARDING, report);
    }

    private static boolean hasAny(Set<String> protocols, MemberReport report) {
        String stack = report.host().getOrDefault(HostFact.JGROUPS_FACT.label("protocols"), "");
        return Stream.of(stack.split(" ", -1)).anyMatch(protocols::contains);
    }
}
