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

/** How the members of a run are started: the same JVM for all, and for each what it has to know. */
final class MemberCommand {
    /** A member outlives the run's own deadline a little, so that what it measured can still be fetched. */
    private static final Duration LIFETIME_MARGIN = Duration.ofMinutes(2);

    private final MemberJvm jvm;
    private final Duration patienceAtEnd;

    /**
     * Takes the JVM.
     *
     * @param patienceAtEnd how long a member that was told to stop may take until its process is ended
     */
    MemberCommand(MemberJvm jvm, Duration patienceAtEnd) {
        this.jvm = jvm;
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
                    plan.spec().activeDeadline().plus(LIFETIME_MARGIN));
            return host.start(jvm.command(), new String(ProtocolJson.write(config), StandardCharsets.UTF_8));
        };
    }
}
