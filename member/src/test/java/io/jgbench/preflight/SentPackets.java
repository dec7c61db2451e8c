package io.jgbench.preflight;

import io.jgbench.preflight.ProbePacket.Kind;
import java.util.ArrayList;
import java.util.List;

/** A path that carries packets up to a size, and remembers what was sent. */
final class SentPackets implements ProbeSender {
    final List<ProbePacket> sent = new ArrayList<>();
    private final int refusedFromBytes;
    private boolean isLearnt;

    /** The own kernel refuses packets from a size on. */
    SentPackets(int refusedFromBytes) {
        this(refusedFromBytes, true);
    }

    private SentPackets(int refusedFromBytes, boolean isLearnt) {
        this.refusedFromBytes = refusedFromBytes;
        this.isLearnt = isLearnt;
    }

    /** The own kernel takes the first packet from a size on, and refuses those that follow. */
    static SentPackets learning(int refusedFromBytes) {
        return new SentPackets(refusedFromBytes, false);
    }

    @Override
    public SendOutcome send(Kind kind, int number, int argument, int ipBytes) {
        sent.add(new ProbePacket(kind, 0, number, argument, 0, ipBytes));
        boolean isRefused = isLearnt && ipBytes >= refusedFromBytes;
        isLearnt |= ipBytes >= refusedFromBytes;
        return isRefused ? SendOutcome.TOO_LARGE : SendOutcome.SENT;
    }

    long count(Kind kind) {
        return sent.stream().filter(probe -> probe.kind() == kind).count();
    }

    ProbePacket last() {
        return sent.getLast();
    }
}
