package io.jgbench.local;

import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.control.RunCertificateAuthority;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.local.host.Host;
import io.jgbench.local.host.MemberJvm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** How the members of a run are started: the JVM of each, and what it has to know. */
final class MemberCommand {
    /** A member outlives the run's own deadline a little, so that what it measured can still be fetched. */
    private static final Duration LIFETIME_MARGIN = Duration.ofMinutes(2);

    private final Function<Host, MemberJvm> jvms;
    private final Duration patienceAtEnd;

    /**
     * The same JVM for all.
     *
     * @param patienceAtEnd how long a member that was told to stop may take until its process is ended
     */
    MemberCommand(MemberJvm jvm, Duration patienceAtEnd) {
        this(_ -> jvm, patienceAtEnd);
    }

    /**
     * A JVM for each.
     *
     * @param jvms that of the member on a host
     * @param patienceAtEnd how long a member that was told to stop may take until its process is ended
     */
    MemberCommand(Function<Host, MemberJvm> jvms, Duration patienceAtEnd) {
        this.jvms = jvms;
        this.patienceAtEnd = patienceAtEnd;
    }

    Duration patienceAtEnd() {
        return patienceAtEnd;
    }

    /** What starts a member on a host. */
    LocalMember.Launcher launcher(LocalPlan plan, Host host, RunCertificateAuthority authority) {
        return () -> {
            var config = new MemberConfig(
                    plan.runId(),
                    host.name(),
                    host.controlAddress(),
                    0,
                    Optional.empty(),
                    authority.issueMember(host.name(), List.of(host.controlAddress())),
                    plan.spec().activeDeadline().plus(LIFETIME_MARGIN),
                    Optional.of(authority.groupKey()));
            return host.start(
                    jvms.apply(host).command(), new String(ProtocolJson.write(config), StandardCharsets.UTF_8));
        };
    }
}
