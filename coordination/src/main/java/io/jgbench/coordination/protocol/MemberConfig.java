package io.jgbench.coordination.protocol;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a member must know to be reachable; it reads this once, when it starts.
 *
 * @param runId the run it belongs to
 * @param name its name
 * @param controlHost the address that its control server binds to
 * @param controlPort the port of its control server, 0 for a free one
 * @param networkInterface the interface whose address its transport is to bind to; empty to bind as it is told when it
 *     is asked to join
 * @param credentials its certificate, key and the run's certificate authority
 * @param lifetime how long the member lives at the most; it exits then, whatever it does
 * @param groupKey the key that it shares with the run's other members; empty where its transport has none
 */
public record MemberConfig(
        String runId,
        String name,
        String controlHost,
        int controlPort,
        Optional<String> networkInterface,
        Credentials credentials,
        Duration lifetime,
        Optional<GroupKey> groupKey) {

    /** Refuses nulls. */
    public MemberConfig {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(controlHost, "controlHost");
        Objects.requireNonNull(networkInterface, "networkInterface");
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(lifetime, "lifetime");
        Objects.requireNonNull(groupKey, "groupKey");
    }

    /** Of a member that shares no key with others. */
    public MemberConfig(
            String runId,
            String name,
            String controlHost,
            int controlPort,
            Optional<String> networkInterface,
            Credentials credentials,
            Duration lifetime) {
        this(runId, name, controlHost, controlPort, networkInterface, credentials, lifetime, Optional.empty());
    }
}
