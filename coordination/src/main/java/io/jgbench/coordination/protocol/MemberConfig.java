package io.jgbench.coordination.protocol;

import java.time.Duration;
import java.util.Objects;

/**
 * What a member must know to be reachable; it reads this once, when it starts.
 *
 * @param runId the run it belongs to
 * @param name its name
 * @param controlHost the address that its control server binds to
 * @param controlPort the port of its control server, 0 for a free one
 * @param credentials its certificate, key and the run's certificate authority
 * @param lifetime how long the member lives at the most; it exits then, whatever it does
 */
public record MemberConfig(
        String runId, String name, String controlHost, int controlPort, Credentials credentials, Duration lifetime) {

    /** Refuses nulls. */
    public MemberConfig {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(controlHost, "controlHost");
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(lifetime, "lifetime");
    }
}
