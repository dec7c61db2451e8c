package io.jgbench.operator.cluster;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.counters.LinuxHostProbe;
import io.jgbench.member.Member;
import io.jgbench.member.MemberParts;
import io.jgbench.member.MemberServer;
import io.jgbench.transport.Transports;
import io.jgbench.workload.registry.MeasuredWorkloads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;

/** A real member in a thread of the test's own JVM, instead of in a container. */
final class RealMember implements Container {
    private final MemberConfig config;
    private final Member member;
    private final MemberServer server;

    RealMember(MemberConfig config) throws IOException, GeneralSecurityException {
        this.config = config;
        var parts = new MemberParts(
                name -> new Transports().find(name),
                MeasuredWorkloads::create,
                EpochClock.system(),
                LinuxHostProbe::at,
                config.groupKey());
        this.member = new Member(config.runId(), config.name(), parts);
        config.networkInterface().ifPresent(member::bindTo);
        member.lookAtNetwork(config.controlHost());
        this.server = MemberServer.open(
                member, new InetSocketAddress(config.controlHost(), config.controlPort()), config.credentials());
    }

    @Override
    public int run() throws InterruptedException {
        try (server;
                member) {
            return member.awaitStop(config.lifetime()) ? 0 : 1;
        }
    }

    @Override
    public void kill() {
        server.close();
        member.close();
    }
}
