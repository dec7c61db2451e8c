package io.jgbench.member;

import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberFailure.Kind;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.PreflightReport.Scope;
import io.jgbench.coordination.protocol.PreflightRequest;
import io.jgbench.counters.ProcCounters;
import io.jgbench.counters.UdpSocketDrops;
import io.jgbench.preflight.MemberPreflight;
import io.jgbench.preflight.ReceiveLosses;
import io.jgbench.transport.InvalidStackException;
import io.jgbench.transport.NetworkUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceConfigurationError;
import java.util.function.Supplier;

/**
 * The part of a member's life in which the network is probed. What its sockets cannot do, those of the transport could
 * not do either: it fails the member.
 */
final class PreflightLife {
    private final PreflightRequest request;
    private final MemberParts parts;
    private final SharedMemberState shared;

    /** Empty where neither transport nor workload tell what they use, and before the sockets are open. */
    private volatile Optional<MemberPreflight> probes = Optional.empty();

    PreflightLife(PreflightRequest request, MemberParts parts, SharedMemberState shared) {
        this.request = request;
        this.parts = parts;
        this.shared = shared;
    }

    PreflightRequest request() {
        return request;
    }

    /** The member is {@link MemberPhase#CREATED}; it is {@link MemberPhase#LISTENING} afterwards, or has failed. */
    void open() {
        try {
            var transport = request.transport();
            NetworkUse use = parts.transports().apply(transport.name()).networkUse(transport, request.messageBytes());
            if (!use.equals(NetworkUse.UNKNOWN) || !request.workloadSockets().isEmpty()) {
                probes = Optional.of(MemberPreflight.open(request, use, losses(Path.of("/proc/self"))));
            }
            shared.advance(MemberPhase.CREATED, MemberPhase.LISTENING);
        } catch (InvalidStackException e) {
            shared.fail(new MemberFailure(Kind.STACK_INVALID, e.getMessage()));
        } catch (IOException | IllegalArgumentException | ServiceConfigurationError e) {
            shared.fail(e.getMessage());
        } catch (LinkageError e) {
            shared.fail("the JGroups of this run lacks what the pre-flight asks it: " + e);
        }
    }

    /** Of datagrams since the sockets were opened, of fragments from now on. */
    private static Supplier<ReceiveLosses> losses(Path process) {
        var sockets = new UdpSocketDrops(process);
        var kernel = new ProcCounters(process, Optional.empty());
        long failedBefore = kernel.reassemblyFailures();
        return () -> new ReceiveLosses(sockets.dropsByPort(), kernel.reassemblyFailures() - failedBefore);
    }

    /** Returns when it is done; the member is {@link MemberPhase#PROBED} then, or has failed. */
    void probe() {
        try {
            if (probes.isPresent()) {
                probes.get().probe();
            }
            shared.advance(MemberPhase.LISTENING, MemberPhase.PROBED);
        } catch (IOException e) {
            shared.failIf(MemberPhase.LISTENING, MemberFailure.of(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    PreflightReport report() throws RequestRefusedException {
        try {
            return probes.isPresent() ? probes.get().report() : nothing();
        } catch (IOException e) {
            throw new RequestRefusedException(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestRefusedException("the member ends");
        }
    }

    private PreflightReport nothing() {
        return new PreflightReport(
                request.self(),
                new Scope(false, false, false),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                0,
                0,
                0,
                List.of(),
                List.of());
    }

    /** The transport may bind the ports when this returns. */
    void close() {
        probes.ifPresent(MemberPreflight::close);
    }
}
